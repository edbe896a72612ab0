import { createHash, randomBytes } from 'node:crypto'

/** A secret for a link: 256 bits, as they stand in an address. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a secret: whoever reads the table cannot use it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
