import type { RequestContext } from '#api/http/request-context.ts'
import { deviceHash } from '#api/http/secrets.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import type { StaffRow } from '#api/staff/people/staff.queries.ts'
import { insertStaffSession, isDeviceOf, rememberDevice } from './staff-sessions.queries.ts'

/** What this browser is stored as, if this person was signed in with it before. */
export async function findStaffDevice(
  context: RequestContext,
  staffId: string,
  secret: Uint8Array,
): Promise<string | undefined> {
  const id = context.knownVisitorId()
  const hash = id && hashOf(secret, staffId, id)
  return hash && (await isDeviceOf(staffId, hash)) ? hash : undefined
}

const hashOf = (secret: Uint8Array, staffId: string, visitorId: string) =>
  deviceHash(secret, 'staff devices', { account: staffId, visitorId })

/**
 * Opens a session and resolves to its token, or to nothing when the password was changed meanwhile. A browser that is
 * new to this person is told to them by mail, and a program each time: it is never known, whatever cookie it brings.
 * Call it in a transaction.
 */
export async function signInStaff(known: StaffRow, context: RequestContext, secret: Uint8Array) {
  const { browser } = context
  const session = await insertStaffSession(known, browser)
  if (!session) return
  const recipient = known.email ?? toPublisher
  const signIn = { name: known.name, sessionId: session.publicId, at: new Date().toISOString() }
  if (browser === undefined) await queueMail('staffProgramSignIn', recipient, signIn)
  else {
    const device = hashOf(secret, known.id, context.visitorId())
    if (!(await isDeviceOf(known.id, device))) {
      await queueMail('staffNewDevice', recipient, { ...signIn, browser })
    }
    await rememberDevice(known.id, device)
  }
  await recordActivity(known.name, 'signedIn')
  return session.token
}
