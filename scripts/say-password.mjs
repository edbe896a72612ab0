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

/**
 * How the owner begins a magazine of their own; nothing once they have.
 * @param {{ address: string | undefined, canBegin: boolean, hasDemo: boolean }} beginning
 */
export function sayBeginning({ address, canBegin, hasDemo }) {
  if (!canBegin) return ''
  if (hasDemo) {
    return 'This is demo content. A magazine of your own: DEMO_CONTENT=off DATA_DIR=my-magazine npm start\n'
  }
  return address
    ? `To begin instead, ${address}\n`
    : 'To begin at a one-time address instead: npm run begin\n'
}
