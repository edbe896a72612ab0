import { networkOf } from '#api/http/load/rate-limit.ts'
import type { StaffContext } from '#api/http/request-context.ts'
import { isPasswordOf } from '#api/http/secrets/passwords.ts'
import { findStaff, type StaffRow } from '#api/staff/people/staff.queries.ts'
import { confirmSession, isConfirmed } from '#api/staff/people/staff-sessions.queries.ts'
import { passwordMissing } from '#contract/endpoints/staff/account.ts'
import { apiError } from '#contract/errors.ts'
import { passwordLimits } from './sign-in.admin.routes.ts'

/** Of whoever is signed in. Throws an error of the form field, since a 401 would end the session. */
export async function requirePassword(context: StaffContext, password: string): Promise<StaffRow> {
  const { staff } = context
  const network = networkOf(context.address)
  const member = await passwordLimits.attempt({ account: staff.id, network }, async () => {
    const known = await findStaff(staff.id)
    const isRight = await isPasswordOf(known?.passwordHash, password, { network, isKnown: true })
    return isRight ? known : undefined
  })
  if (!member) throw apiError('invalid', { password: ['This is not your password'] })
  return member
}

/** As `requirePassword`; for five minutes after it was right, this session may leave it out. */
export async function requireRecentPassword(context: StaffContext, password: string | undefined) {
  const { token } = context.staff
  if (password === undefined) {
    if (await isConfirmed(token)) return
    throw apiError('invalid', { password: [passwordMissing] })
  }
  await requirePassword(context, password)
  await confirmSession(token)
}
