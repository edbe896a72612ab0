import { networkOf } from '#api/http/load/rate-limit.ts'
import { hashPassword } from '#api/http/secrets/passwords.ts'
import type { Routes } from '#api/http/serve.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { changePassword, type StaffRow } from '#api/staff/people/staff.queries.ts'
import {
  confirmSession,
  endStaffSession,
  listStaffSessions,
} from '#api/staff/people/staff-sessions.queries.ts'
import {
  countRecoveryCodes,
  deleteAuthenticator,
  deletePasskey,
  deleteRecoveryCodes,
  findAttempt,
  findAuthenticator,
  hasSecondStep,
  listPasskeys,
  replaceRecoveryCodes,
} from '#api/staff/second-step/second-step.queries.ts'
import { apiError } from '#contract/errors.ts'
import { needsSecondStep } from '#contract/roles.ts'
import { sql, transaction } from '#db/sql.ts'
import {
  finishEnrolment,
  isSecondStepOf,
  type SecondStepWith,
  startEnrolment,
  startPasskey,
} from '../second-step/second-step.ts'
import { wrongEnrolment } from './join.admin.routes.ts'
import { requirePassword } from './require-password.ts'
import type { OwnerPassword } from './sync-owner.ts'

export function adminAccountRoutes(
  { serve, serveWrite }: Routes,
  secondStep: SecondStepWith,
  ownerPassword: OwnerPassword | undefined,
) {
  const isConfigured = ({ role }: Pick<StaffRow, 'role'>) =>
    role === 'owner' && ownerPassword?.isConfigured === true

  serve('GET /admin/account/password', async (_, { staff }) => ({
    isConfigured: isConfigured(staff),
  }))

  serve('POST /admin/account/password', async ({ password, newPassword }, context) => {
    const { staff, address } = context
    if (isConfigured(staff)) throw apiError('passwordIsConfigured')
    const { email } = await requirePassword(context, password)
    const network = networkOf(address)
    const passwordHash = await hashPassword(newPassword, { network, isKnown: true })
    await transaction(async () => {
      await changePassword(staff.id, passwordHash, staff.token)
      await recordActivity(staff.name, 'passwordChanged')
      const at = new Date().toISOString()
      await queueMail('staffPasswordChanged', email ?? toPublisher, { name: staff.name, at })
    })
    if (staff.role === 'owner') await ownerPassword?.forgetFirst()
  })

  serve('GET /admin/account/second-step', (_, { staff }) => stateOf(staff, secondStep))

  serve('POST /admin/account/second-step', async ({ kind, password }, context) => {
    const member = await requirePassword(context, password)
    const enrolment = await startEnrolment(member, kind, secondStep)
    if (!enrolment) throw apiError('invalid', { kind: ['This is not offered here'] })
    return enrolment
  })

  serve('POST /admin/account/second-step/confirm', async (proof, { staff }) => {
    const recoveryCodes = await finishEnrolment(staff.id, proof, secondStep)
    if (!recoveryCodes) throw wrongEnrolment()
    await recordActivity(staff.name, 'secondStepAdded')
    return { recoveryCodes }
  })

  serve('POST /admin/account/second-step/remove', async (removal, context) => {
    const { staff } = context
    await requirePassword(context, removal.password)
    await transaction(async () => {
      // Otherwise two simultaneous removals would each count the other's second step.
      await sql`select 1 from staff where id = ${staff.id} for update`
      if (removal.passkey) await deletePasskey(staff.id, removal.passkey)
      else await deleteAuthenticator(staff.id)
      if (!(await hasSecondStep(staff.id))) {
        if (mustKeepSecondStep(staff)) throw apiError('lastSecondStep')
        await deleteRecoveryCodes(staff.id)
      }
      await recordActivity(staff.name, 'secondStepRemoved')
    })
    return stateOf(staff, secondStep)
  })

  serve('POST /admin/account/recovery-codes', async ({ password }, context) => {
    const { staff } = context
    await requirePassword(context, password)
    return transaction(async () => {
      if (!(await hasSecondStep(staff.id))) throw apiError('lastSecondStep')
      await recordActivity(staff.name, 'recoveryCodesMade')
      return { recoveryCodes: await replaceRecoveryCodes(staff.id) }
    })
  })

  serve('POST /admin/account/confirm', (_, { staff }) =>
    startPasskey(staff.id, 'confirm', secondStep.party),
  )

  serve('POST /admin/account/confirm/passkey', async ({ attempt, passkey }, { staff }) => {
    const begun = await findAttempt(attempt, 'confirm')
    const isOwn = begun?.staffId === staff.id
    if (!isOwn || !(await isSecondStepOf(begun, { passkey }, secondStep))) {
      throw apiError('invalid', { passkey: ['That did not work. Type your password instead.'] })
    }
    await confirmSession(staff.token)
  })

  serve('GET /admin/account/sessions', (_, { staff }) => listStaffSessions(staff.id, staff.token))

  serveWrite('DELETE /admin/account/sessions/:id', async ({ id }, { staff }) => {
    if (!(await endStaffSession(staff.id, id))) throw apiError('sessionNotFound')
    await recordActivity(staff.name, 'sessionEnded')
    return listStaffSessions(staff.id, staff.token)
  })
}

async function stateOf(staff: Pick<StaffRow, 'id' | 'role'>, { party }: SecondStepWith) {
  const [passkeys, authenticator, recoveryCodesLeft] = await Promise.all([
    listPasskeys(staff.id),
    findAuthenticator(staff.id),
    countRecoveryCodes(staff.id),
  ])
  return {
    isNeeded: mustKeepSecondStep(staff),
    arePasskeysOffered: party !== undefined,
    passkeys: passkeys.map((passkey) => ({
      ...passkey,
      isElsewhere: passkey.rpId !== party?.id,
    })),
    authenticatorSince: authenticator?.createdAt ?? null,
    recoveryCodesLeft,
  }
}

/** The owner needs none until one is set up. */
const mustKeepSecondStep = ({ role }: Pick<StaffRow, 'role'>) =>
  role === 'owner' || needsSecondStep(role)
