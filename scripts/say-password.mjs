/**
 * The generated password for an operator at a terminal. Other output is stored and read by others: there it names only
 * the file, which only its owner can read.
 * @param {{ madePassword: string | undefined, passwordFile: string }} publisher
 */
export function sayPassword({ madePassword, passwordFile }, isTerminal = process.stdout.isTTY) {
  if (madePassword === undefined) return 'as set in ADMIN_PASSWORD'
  return isTerminal ? madePassword : `in ${passwordFile}`
}
