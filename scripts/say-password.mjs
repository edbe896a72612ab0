/**
 * The generated password for an operator at a terminal. Other output is stored and read by others: there it names only
 * the file, which only its owner can read.
 * @param {{ madePassword: string | undefined, isConfigured: boolean, passwordFile: string }} publisher
 */
export function sayPassword(
  { madePassword, isConfigured, passwordFile },
  isTerminal = process.stdout.isTTY,
) {
  if (isConfigured) return 'as set in ADMIN_PASSWORD'
  if (madePassword === undefined) return 'as chosen on the account page'
  return isTerminal ? madePassword : `in ${passwordFile}`
}
