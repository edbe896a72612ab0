import { hashPassword, isPasswordOf } from '#api/http/passwords.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { findOwner, replaceOwner } from '#api/staff/people/staff.queries.ts'
import { advisoryLocks } from '#db/advisory-locks.ts'
import { sql, transaction } from '#db/sql.ts'

/** Waits for no request. */
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
    // Another replica was quicker: sessions opened since then stay.
    if (await isCurrent()) return
    const known = await findOwner()
    await replaceOwner({ username, passwordHash })
    if (known) await recordActivity(username, 'passwordChanged')
  })
}
