import { networkOf } from '#api/http/load/rate-limit.ts'
import { hashPassword } from '#api/http/secrets/passwords.ts'
import type { Routes } from '#api/http/serve.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import {
  beginAs,
  findStaff,
  type StaffRow,
  setStaffPassword,
  signInKey,
} from '#api/staff/people/staff.queries.ts'
import {
  findStaffLink,
  type StaffLink,
  takeStaffLink,
} from '#api/staff/people/staff-links.queries.ts'
import { hasSecondStep } from '#api/staff/second-step/second-step.queries.ts'
import { apiError } from '#contract/errors.ts'
import { staffPasswordMin } from '#contract/form-limits.ts'
import { needsSecondStep } from '#contract/roles.ts'
import { transaction } from '#db/sql.ts'
import { finishEnrolment, type SecondStepWith, startEnrolment } from '../second-step/second-step.ts'
import { passwordLimits, signInJoined } from './sign-in.admin.routes.ts'
import type { OwnerPassword } from './sync-owner.ts'

/**
 * The pages of links: an invitation, a new password, a second step to set up, and the one-time address at which the owner
 * begins the magazine.
 */
export function joinRoutes(
  { serve }: Routes,
  secondStep: SecondStepWith,
  ownerPassword: OwnerPassword | undefined,
) {
  serve('POST /admin/forgot', async ({ email }) => {
    // Looked up when the mail is written: known and unknown addresses take the same time.
    await queueMail('staffPassword', email, {})
  })

  serve('POST /admin/join/open', async ({ token }) => {
    const { link, member } = await openLink(token)
    return {
      ...member,
      purpose: link.purpose,
      needsSecondStep: await mustEnrol(link, member),
      arePasskeysOffered: secondStep.party !== undefined,
    }
  })

  serve('POST /admin/join/second-step', async ({ token, kind }) => {
    const { link, member } = await openLink(token)
    const enrolment = (await mustEnrol(link, member))
      ? await startEnrolment(member, kind, secondStep)
      : undefined
    if (!enrolment) throw apiError('invalid', { kind: ['This is not offered here'] })
    return enrolment
  })

  serve('POST /admin/join', async ({ token, password, username, ...proof }, context) => {
    const { link, member } = await openLink(token)
    const isBeginning = link.purpose === 'begin'
    const setsPassword = link.purpose !== 'second-step'
    if (setsPassword && !password) {
      throw apiError('invalid', {
        password: [`Password must be at least ${staffPasswordMin} characters`],
      })
    }
    // The holder of a valid link is trusted like a known browser.
    const caller = { network: networkOf(context.address), isKnown: true }
    const passwordHash = setsPassword && password ? await hashPassword(password, caller) : undefined
    const joined = await transaction(async () => {
      // The link is taken first, so that only one of two simultaneous requests continues.
      if (!(await takeStaffLink(token))) throw apiError('resetExpired')
      const recoveryCodes = (await mustEnrol(link, member)) ? await enrol(member, proof) : []
      const name = passwordHash
        ? await storePassword(member, { isBeginning, username, passwordHash })
        : member.name
      await recordActivity(name, actions[link.purpose])
      // A link to a second step alone proves no password.
      const isIn = isBeginning || link.purpose === 'join'
      const known = isIn ? await findStaff(member.id) : undefined
      const session = known && (await signInJoined(known, context, secondStep.secret))
      return { recoveryCodes, token: session ?? null }
    })
    if (member.email) await passwordLimits.forget(await signInKey(member.email))
    if (isBeginning) await ownerPassword?.forgetFirst()
    return joined
  })

  async function enrol(
    member: StaffRow,
    {
      attempt,
      ...proof
    }: Omit<Parameters<typeof finishEnrolment>[1], 'attempt'> & {
      attempt?: string | undefined
    },
  ) {
    const codes = attempt
      ? await finishEnrolment(member.id, { attempt, ...proof }, secondStep)
      : undefined
    if (!codes) throw wrongEnrolment()
    return codes
  }
}

/** Resolves to the name that they have from now on. */
async function storePassword(
  { id, name }: StaffRow,
  chosen: { isBeginning: boolean; username: string | undefined; passwordHash: string },
): Promise<string> {
  const { isBeginning, username = name, passwordHash } = chosen
  if (isBeginning) {
    if (await beginAs(id, { name: username, passwordHash })) return username
    throw apiError('invalid', { username: ['Somebody else here has this name'] })
  }
  await setStaffPassword(id, passwordHash)
  return name
}

export const wrongEnrolment = () =>
  apiError('invalid', { code: ['That is not right. Please try again with the next code.'] })

const actions = {
  join: 'staffJoined',
  password: 'staffPasswordChosen',
  'second-step': 'secondStepAdded',
  reader: 'staffReaderLinked',
  begin: 'ownerBegan',
} as const

/** Throws for a link to a reader's account, which has a page of its own. */
async function openLink(token: string): Promise<{ link: StaffLink; member: StaffRow }> {
  const link = await findStaffLink(token)
  const member = link && link.purpose !== 'reader' ? await findStaff(link.staffId) : undefined
  const isOpen = member?.state === (link?.purpose === 'join' ? 'invited' : 'active')
  // Who has begun, or was given a password by the server, signs in.
  const isOver = link?.purpose === 'begin' && member?.chosePassword
  if (!link || !member || !isOpen || isOver) throw apiError('resetExpired')
  const isDone = link.purpose === 'second-step' && (await hasSecondStep(member.id))
  if (isDone) throw apiError('resetExpired')
  return { link, member }
}

/** A new password requires no set-up: an existing second step is requested at the sign-in. */
async function mustEnrol({ purpose }: StaffLink, { id, role }: StaffRow): Promise<boolean> {
  return purpose !== 'password' && needsSecondStep(role) && !(await hasSecondStep(id))
}
