import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 bits, encoded for an address. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Tables hold hashes only. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** What a browser's cookie or an account stands for in a table. */
type Purpose = 'reader devices' | 'staff devices' | 'story shares' | 'story views'

/**
 * A key for each purpose: whoever holds the database without the secret finds neither who is behind a row nor the rows of
 * the same browser in another table.
 */
function keyedHash(secret: Uint8Array, purpose: Purpose, text: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return createHmac('sha256', key).update(text).digest()
}

/** Of a browser that an account is signed in with; for another account the same browser is another device. */
export function deviceHash(
  secret: Uint8Array,
  devices: 'reader devices' | 'staff devices',
  { account, visitorId }: { account: string; visitorId: string },
): string {
  return keyedHash(secret, devices, `${account}\n${visitorId}`).toString('base64url')
}

/** Who viewed or shared a story, as a uuid; for another story the same reader is somebody else. */
export function countedHash(
  secret: Uint8Array,
  counted: 'story shares' | 'story views',
  { storyId, by }: { storyId: string; by: { readerId: string } | { visitorId: string } },
): string {
  const who = 'readerId' in by ? `reader ${by.readerId}` : `visitor ${by.visitorId}`
  return keyedHash(secret, counted, `${storyId}\n${who}`).toString('hex').slice(0, 32)
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
