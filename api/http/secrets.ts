import { createHash, randomBytes } from 'node:crypto'

/** A secret for a link: 256 bits, encoded for an address. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a secret: a reader of the table cannot use it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
