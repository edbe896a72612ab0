/**
 * The made password for who looks on. What is printed anywhere but at a terminal is kept, and read by others: there it is
 * the file that only its owner may read.
 * @param {{ madePassword: string | undefined, passwordFile: string }} publisher
 */
export function sayPassword({ madePassword, passwordFile }, isTerminal = process.stdout.isTTY) {
  if (madePassword === undefined) return 'as set in ADMIN_PASSWORD'
  return isTerminal ? madePassword : `in ${passwordFile}`
}
