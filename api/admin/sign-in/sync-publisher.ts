import { recordActivity } from '#api/admin/activity/activity.queries.ts'
import { hashPassword, isPasswordOf } from '#api/http/passwords.ts'
import { sql, transaction } from '#db/sql.ts'
import { findPublisher, replacePublisher } from './publisher.queries.ts'

// Any fixed number: replicas that start at once do this one after the other.
const publisherLock = 7_203_554

/** Waits for no request. */
const atStart = { network: '', isKnown: true }

/** Writes the configured sign-in to the database at each start. A changed one ends every session. */
export async function syncPublisher({
  username,
  password,
}: {
  username: string
  password: string
}) {
  const isCurrent = async () => {
    const known = await findPublisher()
    return (
      known?.username === username && (await isPasswordOf(known.passwordHash, password, atStart))
    )
  }
  if (await isCurrent()) return
  const passwordHash = await hashPassword(password, atStart)
  await transaction(async () => {
    await sql`select pg_advisory_xact_lock(${publisherLock})`
    // Another replica was quicker: sessions opened since then stay.
    if (await isCurrent()) return
    const known = await findPublisher()
    await replacePublisher({ username, passwordHash })
    if (known) await recordActivity(username, 'passwordChanged')
  })
}
