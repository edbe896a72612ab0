import { noteActivity } from '#api/activity/activity.queries.ts'
import { hashPassword, isPasswordOf } from '#api/http/passwords.ts'
import { transaction } from '#db/sql.ts'
import { findPublisher, replacePublisher } from './publisher.queries.ts'

/**
 * Brings the configured sign-in into the database, at every start. A changed name or password closes the desk
 * wherever it is open, and lets nobody in with the old one.
 */
export async function keepPublisher({
  username,
  password,
}: {
  username: string
  password: string
}) {
  const known = await findPublisher()
  if (known?.username === username && (await isPasswordOf(known.passwordHash, password))) return
  const passwordHash = await hashPassword(password)
  await transaction(async () => {
    await replacePublisher({ username, passwordHash })
    if (known) await noteActivity(username, 'passwordChanged')
  })
}
