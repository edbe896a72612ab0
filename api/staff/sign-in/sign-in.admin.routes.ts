import { networkOf, signInLimits } from '#api/http/load/rate-limit.ts'
import type { RequestContext } from '#api/http/request-context.ts'
import { isPasswordOf } from '#api/http/secrets/passwords.ts'
import { deviceHash } from '#api/http/secrets/secrets.ts'
import type { Routes } from '#api/http/serve.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { countFailedSignIn, recordActivity } from '#api/staff/activity/activity.queries.ts'
import {
  findStaff,
  findStaffToSignIn,
  type StaffRow,
  signInKey,
} from '#api/staff/people/staff.queries.ts'
import {
  deleteStaffSession,
  endSessionByLink,
  insertStaffSession,
  isDeviceOf,
  rememberDevice,
} from '#api/staff/people/staff-sessions.queries.ts'
import {
  findAttempt,
  finishAttempt,
  hasSecondStep,
} from '#api/staff/second-step/second-step.queries.ts'
import { apiErrorWith } from '#contract/errors.ts'
import { needsSecondStep } from '#contract/roles.ts'
import { transaction } from '#db/sql.ts'
import {
  askForSecondStep,
  isSecondStepOf,
  type SecondStepWith,
} from '../second-step/second-step.ts'

// Keeps the name of older releases, so that their counters apply.
export const passwordLimits = signInLimits('desk')
/** The id used for an unknown name. */
const nobody = '00000000-0000-4000-8000-000000000000'
const secondStepLimits = signInLimits('second-step')

export function staffSignInRoutes({ serve, serveWrite }: Routes, secondStep: SecondStepWith) {
  serve('POST /admin/login', async ({ username, password }, context) => {
    // Looked up for a wrong name too: the response time must not reveal the name.
    const staffId = (await findStaffToSignIn(username))?.id ?? nobody
    const knownDevice = await findStaffDevice(context, staffId, secondStep.secret)
    const network = networkOf(context.address)
    const account = await signInKey(username)
    const attempt = { account, network, knownDevice }
    const admitted = await passwordLimits.attempt(attempt, async () => {
      const known = await findStaffToSignIn(username)
      // Checked for a wrong name too: the response time must not reveal the name.
      const caller = { network, isKnown: knownDevice !== undefined }
      const isRight = await isPasswordOf(known?.passwordHash, password, caller)
      if (!known || !isRight) return undefined
      const next = await nextStep(known)
      if (next) return { next }
      const token = await transaction(() => signInStaff(known, context, secondStep.secret))
      return token && { token }
    })
    if (!admitted) {
      await countFailedSignIn()
      throw apiErrorWith('wrongStaffSignIn', { success: false })
    }
    if ('next' in admitted) throw admitted.next
    return { success: true as const, token: admitted.token }
  })

  /** The error that requests the second step, if one is needed. */
  async function nextStep(known: StaffRow) {
    if (await hasSecondStep(known.id)) {
      const offered = await askForSecondStep(known, secondStep)
      return apiErrorWith('secondStepNeeded', { success: false, secondStep: offered })
    }
    if (!needsSecondStep(known.role) || !known.email) return
    await queueMail('staffSecondStep', known.email, { staffId: known.id })
    return apiErrorWith('secondStepMissing', { success: false, secondStep: null })
  }

  serve('POST /admin/login/second-step', async ({ attempt: attemptToken, ...proof }, context) => {
    const attempt = await findAttempt(attemptToken, 'sign-in')
    const known = attempt && (await findStaff(attempt.staffId))
    if (!attempt || !known) throw apiErrorWith('secondStepOver', { success: false })
    const limited = {
      account: known.id,
      network: networkOf(context.address),
      knownDevice: await findStaffDevice(context, known.id, secondStep.secret),
    }
    const token = await secondStepLimits.attempt(limited, () =>
      transaction(async () => {
        if (!(await isSecondStepOf(attempt, proof, secondStep))) return undefined
        // Only one of two simultaneous requests with the same proof signs in.
        if (!(await finishAttempt(attempt.id))) return undefined
        return signInStaff(known, context, secondStep.secret)
      }),
    )
    if (!token) {
      await countFailedSignIn()
      throw apiErrorWith('wrongSecondStep', { success: false })
    }
    return { success: true as const, token }
  })

  serve('POST /admin/logout', async (_, { staff }) => {
    await transaction(async () => {
      await deleteStaffSession(staff.token)
      await recordActivity(staff.name, 'signedOut')
    })
    return { success: true as const }
  })

  serve('GET /admin/account', async (_, { staff }) => staff)

  serveWrite('POST /admin/sessions/end', async ({ token }) => {
    const ended = await endSessionByLink(token)
    // The same response if it has ended already.
    if (ended) await recordActivity(ended.name, 'sessionEnded')
  })
}

/** The stored hash of this browser, if this person has signed in with it before. */
async function findStaffDevice(
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
 * Starts a session and resolves to its token, or to nothing when the password was changed meanwhile. The person gets a
 * mail about a new browser, and about a program each time, whatever cookie it sends. Call it in a transaction.
 */
async function signInStaff(known: StaffRow, context: RequestContext, secret: Uint8Array) {
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

/**
 * Signs in whoever has just accepted their invitation in a browser, which is remembered without a mail about it. Call
 * it in the transaction that stored the password.
 */
export async function signInJoined(known: StaffRow, context: RequestContext, secret: Uint8Array) {
  if (context.browser === undefined) return
  const session = await insertStaffSession(known, context.browser)
  await rememberDevice(known.id, hashOf(secret, known.id, context.visitorId()))
  return session?.token
}
