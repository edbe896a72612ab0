import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const bytes = 32

/**
 * The secret that the keys of orders, download links and gift codes are derived from: made at the first start, kept
 * under the data folder, readable by its owner only, and never in the database. Links that were sent go on working
 * without it, because their hashes are stored; only they cannot be shown again.
 */
export async function orderSecret(dataDir: string): Promise<Uint8Array> {
  const path = join(dataDir, 'order-secret')
  await mkdir(dataDir, { recursive: true })
  // Whole or not at all, and the first one stays: another replica may be at it too.
  const made = `${path}.${randomUUID()}`
  await writeFile(made, randomBytes(bytes), { flag: 'wx', mode: 0o600 })
  try {
    await link(made, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(made)
  }
  const secret = await readFile(path)
  if (secret.length < bytes) throw new Error(`${path} is damaged. Restore it from a backup.`)
  return secret
}
