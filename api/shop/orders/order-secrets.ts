import { createHmac, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { hashToken } from '#api/http/secrets/secrets.ts'
import type { Files } from '#api/integrations/files.ts'
import { advisoryLocks } from '#db/advisory-locks.ts'
import { sql, transaction } from '#db/sql.ts'

// Derived, so that they can be shown again although the tables hold only hashes; the label separates the kinds.

/** Part of the buyer's links. Stored with `hashOrderKey`. */
export function orderKey(secret: Uint8Array, orderId: string): string {
  return derive(secret, 'order key', orderId, 1).toString('base64url')
}

/** The key of mailed links: opens what `orderKey` opens, and proves that its holder receives mails to the address. */
export function mailedOrderKey(secret: Uint8Array, orderId: string): string {
  const proof = derive(secret, 'mailed order key', orderId, 1).toString('base64url')
  return `${orderKey(secret, orderId)}.${proof}`
}

export function hashOrderKey(key: string): string {
  return hashToken(key.split('.', 1)[0] ?? '')
}

export function isMailedKey(secret: Uint8Array, orderId: string, key: string): boolean {
  return hashToken(key) === hashToken(mailedOrderKey(secret, orderId))
}

/** A new generation is a new link. Stored with `hashToken`. */
export function downloadToken(secret: Uint8Array, orderId: string, generation: number): string {
  return derive(secret, 'download link', orderId, generation).toString('base64url')
}

/** Part of the address of a reader's library. A new generation is a new link. Stored with `hashToken`. */
export function libraryToken(secret: Uint8Array, readerId: string, generation: number): string {
  return derive(secret, 'library link', readerId, generation).toString('base64url')
}

/** Part of the address of an author's statements. A new generation is a new link. Stored with `hashToken`. */
export function statementToken(secret: Uint8Array, accountId: string, generation: number): string {
  return derive(secret, 'statement link', accountId, generation).toString('base64url')
}

/** The token of a present; a new generation is a new link. Stored with `hashToken`. */
export function presentToken(secret: Uint8Array, orderId: string, generation: number): string {
  return derive(secret, 'present', orderId, generation).toString('base64url')
}

/** The code as printed, 80 bits in four groups. Codes count from 1; a new generation is a new one (`hashGiftCode`). */
export function giftCode(
  secret: Uint8Array,
  orderId: string,
  { number, generation }: { number: number; generation: number },
): string {
  const label = generation === 1 ? 'gift code' : `gift code ${generation}`
  const characters = inBase32(derive(secret, label, orderId, number)).slice(0, 16)
  return (characters.match(/.{4}/g) as string[]).join('-')
}

/** It takes a code as typed: dashes, blanks and case do not count, O is 0, and I and L are 1. */
export function hashGiftCode(code: string): string {
  const characters = code.toUpperCase().replace(/[\s\p{Pd}]/gu, '')
  return hashToken(characters.replaceAll('O', '0').replace(/[IL]/g, '1'))
}

/** Random, so that orders cannot be counted; providers accept no underscore. */
export function makeReference(): string {
  return `ASC-${inBase32(randomBytes(26))}`
}

/** Crockford's, without characters that look alike. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 32 divides 256, so every character is equally likely. */
export function inBase32(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => alphabet[byte % 32]).join('')
}

function derive(secret: Uint8Array, label: string, ownerId: string, number: number): Buffer {
  return createHmac('sha256', secret).update(`${label}\n${ownerId}\n${number}`).digest()
}

const bytes = 32

/** Backups leave it out. */
export const orderSecretFile = 'order-secret'

/**
 * The secret from which order keys, download links, gift codes and the keys of visitor hashes are derived. It is
 * generated at the first start and stored with the files, never in the database. If it is lost, sent links still work,
 * but cannot be shown again.
 */
export async function orderSecret(files: Files): Promise<Uint8Array> {
  if (!(await files.find(orderSecretFile))) await makeOnce(files)
  return readOrderSecret(files)
}

/** It is there already. */
export async function readOrderSecret(files: Files): Promise<Uint8Array> {
  const secret = await buffer(await files.read(orderSecretFile))
  if (secret.length < bytes) {
    throw new Error(
      `The order secret, ${orderSecretFile} in ${files.place}, is damaged. Put the copy there that you keep apart.`,
    )
  }
  return secret
}

/** Not every storage can create a file only if there is none, so a database lock covers all. */
function makeOnce(files: Files): Promise<void> {
  return transaction(async () => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.orderSecret})`
    if (await files.find(orderSecretFile)) return
    await files.store(orderSecretFile, randomBytes(bytes))
  })
}
