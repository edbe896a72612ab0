import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** The key is not in the database, so that a leaked table is useless. */
const keyOf = (key: Uint8Array) =>
  Buffer.from(hkdfSync('sha256', key, '', 'staff authenticators', 32))

export function encrypt(text: string, key: Uint8Array): string {
  const iv = randomBytes(ivBytes)
  const encrypting = createCipheriv(cipher, keyOf(key), iv)
  const encrypted = Buffer.concat([encrypting.update(text, 'utf8'), encrypting.final()])
  return Buffer.concat([iv, encrypting.getAuthTag(), encrypted]).toString('base64url')
}

/** Throws when it was encrypted with another key. */
function decrypt(text: string, key: Uint8Array): string {
  const bytes = Buffer.from(text, 'base64url')
  const decrypting = createDecipheriv(cipher, keyOf(key), bytes.subarray(0, ivBytes))
  decrypting.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  const encrypted = bytes.subarray(ivBytes + tagBytes)
  return decrypting.update(encrypted, undefined, 'utf8') + decrypting.final('utf8')
}

/** A new secret for an authenticator app, and its `otpauth:` address. */
export function makeAuthenticator(issuer: string, label: string) {
  const totp = new TOTP({ issuer, label, secret: new Secret({ size: 20 }) })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The time step of a right code, at most one away; undefined for a wrong one. */
export function stepOfCode(
  encrypted: string,
  code: string,
  key: Uint8Array,
  nowMs = Date.now(),
): number | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(decrypt(encrypted, key)) })
  const delta = totp.validate({ token: code, window: 1, timestamp: nowMs })
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta
}
