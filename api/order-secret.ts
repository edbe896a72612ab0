import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql, transaction } from '#db/sql.ts'
import type { Files } from './integrations/files.ts'

const bytes = 32

/** Where it is stored; it is in no backup. */
export const orderSecretFile = 'order-secret'

// Any fixed number: of two replicas that start for the first time one makes it.
const makingLock = 7_203_553

/**
 * The secret that the keys of orders, download links and gift codes are derived from: made at the first start, kept
 * with the files, and never in the database. Links that were sent go on working without it, because their hashes are
 * stored; only they cannot be shown again.
 */
export async function orderSecret(files: Files): Promise<Uint8Array> {
  if (!(await files.find(orderSecretFile))) await makeOnce(files)
  const secret = await buffer(await files.read(orderSecretFile))
  if (secret.length < bytes) {
    throw new Error(
      `The order secret, ${orderSecretFile} in ${files.place}, is damaged. Put the copy there that you keep apart.`,
    )
  }
  return secret
}

/** Not every storage can create a file only if there is none; a lock in the database covers all of them. */
function makeOnce(files: Files): Promise<void> {
  return transaction(async () => {
    await sql`select pg_advisory_xact_lock(${makingLock})`
    if (await files.find(orderSecretFile)) return
    await files.keep(orderSecretFile, randomBytes(bytes))
  })
}
