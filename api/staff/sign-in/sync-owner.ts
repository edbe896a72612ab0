import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashPassword, isPasswordOf } from '#api/http/secrets/passwords.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { findOwner, replaceOwner } from '#api/staff/people/staff.queries.ts'
import { makeCode } from '#api/staff/second-step/second-step.queries.ts'
import { advisoryLocks } from '#db/advisory-locks.ts'
import { sql, transaction } from '#db/sql.ts'

/** Says where the owner's password is from. By default it is chosen on the page alone. */
export interface OwnerPassword {
  isConfigured: boolean
  /** Removes what the first start made. */
  forgetFirst(): Promise<void>
}

/** The owner's until they choose another. */
export const usualName = 'publisher'

/** The start is not limited as requests are. */
const atStart = { network: '', isKnown: true }

/** Writes the configured sign-in to the database at each start. A changed one ends every session of the owner. */
export async function syncOwner({ username, password }: { username: string; password: string }) {
  const isCurrent = async () => {
    const known = await findOwner()
    return known?.name === username && (await isPasswordOf(known.passwordHash, password, atStart))
  }
  if (await isCurrent()) return
  const passwordHash = await hashPassword(password, atStart)
  await transaction(async () => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.owner})`
    // Another replica was first: sessions started since then continue.
    if (await isCurrent()) return
    const known = await findOwner()
    await replaceOwner({ username, passwordHash })
    if (known) await recordActivity(username, 'passwordChanged')
  })
}

/**
 * The owner's sign-in at a start without a configured password: the one they have chosen on their account page, else that
 * of the first start. Resolves to the latter alone.
 */
export async function syncOwnerAlone(named: string | undefined, dataDir: string) {
  const known = await findOwner()
  if (known?.chosePassword) {
    // Without the setting it is the name with which they began.
    if (named) await sql`update staff set name = ${named} where id = ${known.id}`
    // Another replica's may be left: it opens nothing.
    await forgetFirstPassword(dataDir)
    return undefined
  }
  const password = await firstPassword(dataDir)
  await syncOwner({ username: named ?? usualName, password })
  return password
}

export const forgetFirstPassword = (dataDir: string) =>
  rm(firstPasswordFile(dataDir), { force: true })

export const firstPasswordFile = (dataDir: string) => join(dataDir, 'publisher-password')

/** It is made at the first start when none is configured (99 bits), readable by its owner only. */
export async function firstPassword(dataDir: string): Promise<string> {
  const path = firstPasswordFile(dataDir)
  await mkdir(dataDir, { recursive: true })
  // The file is written atomically; the first of two replicas wins.
  const made = `${path}.${randomUUID()}`
  await writeFile(made, `${makeCode(4, 5)}\n`, { flag: 'wx', mode: 0o600 })
  try {
    await link(made, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(made)
  }
  const password = (await readFile(path, 'utf8')).trim()
  if (password === '') throw new Error(`${path} is empty. Delete it: a new password is made then.`)
  return password
}
