import { createHash, randomBytes } from 'node:crypto'

/** 256 bits, encoded for an address. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Tables hold hashes only. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
