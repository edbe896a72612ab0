import { recordActivity } from '#api/admin/activity/activity.queries.ts'
import type { RequestContext } from '#api/http/request-context.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import type { StaffRow } from '#api/staff/staff.queries.ts'
import {
  insertStaffSession,
  isDeviceOf,
  rememberDevice,
} from '#api/staff/staff-sessions.queries.ts'

/**
 * Opens a session and resolves to its token, or to nothing when the password was changed meanwhile. A browser that is
 * new to this person is told to them by mail. Call it in a transaction.
 */
export async function signInStaff(known: StaffRow, context: RequestContext) {
  const session = await insertStaffSession(known, context.browser)
  if (!session) return
  const device = context.visitorId()
  if (context.browser && !(await isDeviceOf(known.id, device))) {
    await queueMail('staffNewDevice', known.email ?? toPublisher, {
      name: known.name,
      sessionId: session.publicId,
      browser: context.browser,
      at: new Date().toISOString(),
    })
  }
  await rememberDevice(known.id, device)
  await recordActivity(known.name, 'signedIn')
  return session.token
}
