import { limiter, networkOf, signInLimits } from '#api/http/load/rate-limit.ts'
import type { ReaderContext } from '#api/http/request-context.ts'
import { hashPassword, isPasswordOf } from '#api/http/secrets/passwords.ts'
import { isEmailChangeProof } from '#api/http/secrets/secrets.ts'
import type { Routes } from '#api/http/serve.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { apiError } from '#contract/errors.ts'
import { emailChangesADay, formMessages } from '#contract/form-limits.ts'
import { paths } from '#contract/paths.ts'
import { outcomePaths } from '#contract/server-paths.ts'
import { isUuid, transaction } from '#db/sql.ts'
import {
  deleteDevices,
  findReader,
  findReaderByEmail,
  lockPassword,
  setEmail,
  setName,
  setOwnPassword,
} from './accounts.queries.ts'
import { signInHere } from './devices.ts'
import { endAllSessions } from './sessions.ts'

const guesses = signInLimits('own password')
/** This keeps anybody from having mails sent to many strangers. */
const emailChanges = limiter(
  'email change',
  { points: emailChangesADay, minutes: 24 * 60 },
  { rollsBack: true, error: 'emailChangesADay' },
)

interface Options {
  orderSecret: Uint8Array
  isMailboxOfGuardian(email: string, readerId: string): Promise<boolean>
}

export function accountSettingsRoutes(
  { serve }: Routes,
  { orderSecret, isMailboxOfGuardian }: Options,
) {
  serve('PUT /account/name', async (name, { reader }) => {
    await setName(reader.id, name)
  })

  serve('PUT /account/email', async ({ newEmail, emailPassword }, context) => {
    const { reader } = context
    await requirePassword(context, 'emailPassword', emailPassword)
    if (await isMailboxOfGuardian(newEmail, reader.id))
      throw apiError('invalid', { newEmail: [formMessages.ownGuardianEmail] })
    await transaction(async () => {
      await emailChanges.count(reader.id)
      await queueMail('emailChange', newEmail, { readerId: reader.id })
    })
  })

  serve('GET /auth/change-email', async (link, context) => {
    const { id = '', email = '', until = '', proof = '' } = link
    const reader = isUuid(id) ? await findReader(id) : undefined
    const isRight =
      reader !== undefined &&
      Number(until) > Date.now() &&
      isEmailChangeProof(orderSecret, { ...reader, newEmail: email, until }, proof)
    const isChanged = isRight && (context.isHead || (await changeEmail(reader, email)))
    const to = outcomePaths.account(isChanged ? 'email' : 'not-proven')
    const isSignedIn = (await context.findReader()) !== undefined
    return { to: isSignedIn ? to : paths.signIn(undefined, to) }
  })

  serve('PUT /account/password', async ({ oldPassword, newPassword }, context) => {
    const { reader } = context
    const before = await requirePassword(context, 'oldPassword', oldPassword)
    const caller = { network: networkOf(context.address), isKnown: true }
    const passwordHash = await hashPassword(newPassword, caller)
    await transaction(async () => {
      // It was changed elsewhere during the check.
      if (!(await lockPassword(reader.id, before))) throw apiError('unauthorized')
      await setOwnPassword(reader.id, passwordHash)
      await endAllSessions(reader.id)
      await deleteDevices(reader.id)
      await queueMail('passwordChanged', reader.email, {})
    })
    await signInHere(context, reader, orderSecret)
  })
}

/** Tells both addresses; false where the new one has an account by now. */
function changeEmail(reader: { id: string; email: string }, email: string): Promise<boolean> {
  return transaction(async () => {
    if (!(await setEmail(reader, email))) return false
    for (const recipient of [reader.email, email])
      await queueMail('emailChanged', recipient, { from: reader.email, to: email })
    return true
  })
}

/** Resolves to the hash that the password has; wrong ones are limited as at the sign-in. */
async function requirePassword(
  { reader, address }: ReaderContext,
  field: string,
  password: string,
): Promise<string> {
  const network = networkOf(address)
  const attempt = { account: reader.email, network, knownDevice: undefined }
  const hash = await guesses.attempt(attempt, async () => {
    const stored = (await findReaderByEmail(reader.email))?.passwordHash
    const isRight = await isPasswordOf(stored, password, { network, isKnown: true })
    return isRight ? (stored ?? undefined) : undefined
  })
  if (hash === undefined) throw apiError('invalid', { [field]: ['This is not your password'] })
  return hash
}
