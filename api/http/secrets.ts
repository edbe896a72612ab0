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
  return hmac(secret, `address proof\n${id}\n${email}`)
}

export function isAddressProof(secret: Uint8Array, reader: Mailed, proof: string): boolean {
  return isSame(addressProof(secret, reader), proof)
}

/** Of the link that a guardian agrees and withdraws with: it works for as long as they are the guardian. */
export function guardianProof(secret: Uint8Array, { id, email }: Mailed): string {
  return hmac(secret, `guardian\n${id}\n${email}`)
}

export function isGuardianProof(secret: Uint8Array, guardian: Mailed, proof: string): boolean {
  return isSame(guardianProof(secret, guardian), proof)
}

/** Characters of base64url: 96 bits, so that an address in a mail stays short. */
const shortProof = 16

/**
 * Of the link in every letter that opens what its subscriber chose. The table alone, or the exported list, with which one
 * can leave, opens nothing.
 */
export function preferencesToken(secret: Uint8Array, unsubscribeToken: string): string {
  const id = Buffer.from(unsubscribeToken.replaceAll('-', ''), 'hex').toString('base64url')
  return id + preferencesProof(secret, unsubscribeToken)
}

/** Resolves to the subscriber's unsubscribe token; undefined for a token that is not ours. */
export function readPreferencesToken(secret: Uint8Array, token: string): string | undefined {
  const hex = Buffer.from(token.slice(0, -shortProof), 'base64url').toString('hex')
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(hex)?.slice(1)
  const unsubscribeToken = parts?.join('-')
  if (!unsubscribeToken) return undefined
  const proof = preferencesProof(secret, unsubscribeToken)
  return isSame(proof, token.slice(-shortProof)) ? unsubscribeToken : undefined
}

function preferencesProof(secret: Uint8Array, unsubscribeToken: string): string {
  return hmac(secret, `newsletter preferences\n${unsubscribeToken}`).slice(0, shortProof)
}

/** Of the address that shows a letter in a frame, which brings no token of the staff's. `until`: seconds. */
export function previewProof(secret: Uint8Array, { id, until }: { id: string; until: number }) {
  return hmac(secret, `letter preview\n${id}\n${until}`)
}

export function isPreviewProof(
  secret: Uint8Array,
  preview: { id: string; until: number },
  proof: string,
): boolean {
  return isSame(previewProof(secret, preview), proof)
}

/** Finds the record of a withdrawal by the address alone; nothing leads from it to the address. */
export function addressHash(secret: Uint8Array, email: string): string {
  return hmac(secret, `newsletter withdrawal\n${email}`)
}

function hmac(secret: Uint8Array, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

function isSame(right: string, proof: string): boolean {
  const expected = Buffer.from(right)
  const given = Buffer.from(proof)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
