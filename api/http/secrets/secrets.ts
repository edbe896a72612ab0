import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, base64url-encoded. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Tables store the hash of a token only. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** One kind of hash for each table that stores who or which browser. */
type Purpose = 'reader devices' | 'staff devices' | 'story shares' | 'story views'

/**
 * Each purpose has its own key: the database without the secret shows neither who is behind a row nor which rows of two
 * tables belong to the same browser.
 */
function keyedHash(secret: Uint8Array, purpose: Purpose, text: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return createHmac('sha256', key).update(text).digest()
}

/** Identifies a browser for one account; for another account the same browser has another hash. */
export function deviceHash(
  secret: Uint8Array,
  devices: 'reader devices' | 'staff devices',
  { account, visitorId }: { account: string; visitorId: string },
): string {
  return keyedHash(secret, devices, `${account}\n${visitorId}`).toString('base64url')
}

/** Identifies, as a uuid, a reader or a network that viewed or shared one story; for another story it has another hash. */
export function countedHash(
  secret: Uint8Array,
  counted: 'story shares' | 'story views',
  { storyId, by }: { storyId: string; by: string },
): string {
  return keyedHash(secret, counted, `${storyId}\n${by}`).toString('hex').slice(0, 32)
}

interface Mailed {
  id: string
  email: string
}

/** It is sent to this address only, so whoever presents it receives mail there. */
export function addressProof(secret: Uint8Array, { id, email }: Mailed): string {
  return hmac(secret, `address proof\n${id}\n${email}`)
}

export function isAddressProof(secret: Uint8Array, reader: Mailed, proof: string): boolean {
  return isSame(addressProof(secret, reader), proof)
}

interface EmailChange extends Mailed {
  newEmail: string
  /** Milliseconds since 1970. */
  until: string
}

/** It is in the link that proves a new address; valid until that is opened, or the time is over. */
export function emailChangeProof(
  secret: Uint8Array,
  { id, email, newEmail, until }: EmailChange,
): string {
  return hmac(secret, ['email change', id, email, newEmail, until].join('\n'))
}

export function isEmailChangeProof(
  secret: Uint8Array,
  change: EmailChange,
  proof: string,
): boolean {
  return isSame(emailChangeProof(secret, change), proof)
}

/** It is in the link with which a guardian agrees or withdraws; valid as long as they are the guardian. */
export function guardianProof(secret: Uint8Array, { id, email }: Mailed): string {
  return hmac(secret, `guardian\n${id}\n${email}`)
}

export function isGuardianProof(secret: Uint8Array, guardian: Mailed, proof: string): boolean {
  return isSame(guardianProof(secret, guardian), proof)
}

/** Characters of base64url, 96 bits: keeps the address in a mail short. */
const shortProof = 16

/**
 * It is in the preferences link of a newsletter issue. The unsubscribe tokens in the table and in the exported list do
 * not open it.
 */
export function preferencesToken(secret: Uint8Array, unsubscribeToken: string): string {
  const id = Buffer.from(unsubscribeToken.replaceAll('-', ''), 'hex').toString('base64url')
  return id + preferencesProof(secret, unsubscribeToken)
}

/** Returns the subscriber's unsubscribe token; undefined for a forged token. */
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

/** It is in the address of an issue's preview: an iframe sends no staff token. `until`: seconds since the epoch. */
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

/** It is in the mail that tells of a change of the business, and takes that change back. */
export function businessToken(secret: Uint8Array, { part, version }: BusinessChange): string {
  return `${part}.${version}.${hmac(secret, `business\n${part}\n${version}`)}`
}

/** Undefined for a forged token. */
export function readBusinessToken(secret: Uint8Array, token: string): BusinessChange | undefined {
  const [part = '', version] = token.split('.')
  const change = { part, version: Number(version) }
  return isSame(businessToken(secret, change), token) ? change : undefined
}

/** It is in the test mail that came through this mail server from this address. */
export function testMailToken(secret: Uint8Array, server: { url: string; from: string }): string {
  return hmac(secret, `test mail\n${server.url}\n${server.from}`)
}

export function isTestMailToken(
  secret: Uint8Array,
  server: { url: string; from: string },
  token: string,
): boolean {
  return isSame(testMailToken(secret, server), token)
}

interface BusinessChange {
  part: string
  version: number
}

/** Finds the record of a withdrawal by its e-mail address, which the hash does not reveal. */
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
