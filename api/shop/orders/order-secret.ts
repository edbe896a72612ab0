import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Files } from '#api/integrations/files.ts'
import { advisoryLocks } from '#db/advisory-locks.ts'
import { sql, transaction } from '#db/sql.ts'

const bytes = 32

/** It is in no backup. */
export const orderSecretFile = 'order-secret'

/**
 * Keys of orders, download links and gift codes are derived from it, and the keys of the hashes that stand for browsers
 * and readers. Made at the first start and stored with the
 * files, never in the database; without it sent links still work, but cannot be shown again.
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

/** Not every storage can create a file only if there is none, so a database lock covers all. */
function makeOnce(files: Files): Promise<void> {
  return transaction(async () => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.orderSecret})`
    if (await files.find(orderSecretFile)) return
    await files.store(orderSecretFile, randomBytes(bytes))
  })
}
