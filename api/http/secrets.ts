import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 bits, encoded for an address. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Tables hold hashes only. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

interface Mailed {
  id: string
  email: string
}

/** Only a mail to this address holds it, so whoever brings it back reads that address. */
export function addressProof(secret: Uint8Array, { id, email }: Mailed): string {
  return createHmac('sha256', secret).update(`address proof\n${id}\n${email}`).digest('base64url')
}

export function isAddressProof(secret: Uint8Array, reader: Mailed, proof: string): boolean {
  const expected = Buffer.from(addressProof(secret, reader))
  const given = Buffer.from(proof)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
