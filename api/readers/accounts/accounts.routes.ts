import { networkOf, signInLimits } from '#api/http/load/rate-limit.ts'
import type { RequestContext } from '#api/http/request-context.ts'
import { hashPassword, isPasswordOf } from '#api/http/secrets/passwords.ts'
import { isAddressProof } from '#api/http/secrets/secrets.ts'
import type { Routes } from '#api/http/serve.ts'
import type { SignInProvider } from '#api/integrations/integrations.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { apiError, required } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { outcomePaths } from '#contract/server-paths.ts'
import { isUuid, transaction } from '#db/sql.ts'
import {
  deleteDevices,
  findReader,
  findReaderByEmail,
  insertReader,
  isResetOpen,
  lockPassword,
  setEmailProven,
  setPassword,
  takeReset,
} from './accounts.queries.ts'
import { findDevice, signInHere } from './devices.ts'
import { endAllSessions } from './sessions.ts'
import { finishSignIn, startSignIn } from './sign-in-elsewhere.ts'

const limits = signInLimits('sign-in')

const signOutPage =
  '<!doctype html><html lang="en-NG"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign out</title><h1>Sign out?</h1><form method="post" action="/api/logout"><button>Sign Out</button></form><p><a href="/">Back to the start</a></p></html>'

export function accountsRoutes(
  { serve, serveFile }: Routes,
  { provider, orderSecret }: { provider?: SignInProvider | undefined; orderSecret: Uint8Array },
) {
  serve('GET /auth/user', async (_, { reader }) => reader)

  serve('GET /login', async ({ returnTo }, context) => ({
    to: provider
      ? await startSignIn(context, provider, returnTo)
      : paths.signIn(undefined, returnTo),
  }))

  serve('GET /auth/callback', async (_, context) => {
    if (!provider) throw apiError('notFound')
    return { to: await finishSignIn(context, provider, orderSecret) }
  })

  serveFile('GET /logout', async (_, ctx, context) => {
    ctx.set('Cache-Control', 'no-store')
    if (!context.isFromElsewhere) {
      // A picture in a story may have this address.
      if (!context.isNavigation) {
        ctx.body = signOutPage
        return
      }
      await context.signOut()
    }
    ctx.redirect('/')
    ctx.status = 303
  })

  serve('POST /logout', async (_, context) => {
    await context.signOut()
  })

  serve(
    'POST /auth/register',
    async ({ email, firstName, lastName, password, ageBand = null }, context) => {
      const passwordHash = await hashPassword(password, { network: networkOf(context.address) })
      const reader = await transaction(async () => {
        const added = required(
          await insertReader({ email, firstName, lastName, passwordHash, ageBand }),
          'accountNotCreated',
        )
        await queueMail('welcome', email, { firstName })
        return added
      })
      await signInHere(context, reader, orderSecret)
      return { ...reader, ...(ageBand === 'under-13' && { returnTo: paths.guardian }) }
    },
  )

  serve('POST /auth/sign-in', async (typed, context) => {
    return required(await signInByPassword(typed, context, orderSecret), 'wrongSignIn')
  })

  serve('GET /auth/prove', async ({ id = '', proof = '' }, context) => {
    const reader = isUuid(id) ? await findReader(id) : undefined
    const isRight = reader !== undefined && isAddressProof(orderSecret, reader, proof)
    if (isRight && !context.isHead) await setEmailProven(reader.id)
    const to = outcomePaths.account(isRight ? 'proven' : 'not-proven')
    const isSignedIn = (await context.findReader()) !== undefined
    return { to: isSignedIn ? to : paths.signIn(undefined, to) }
  })

  serve('POST /auth/forgot', async ({ email }) => {
    // The account is looked up when the mail is written: known and unknown addresses take the same time.
    await queueMail('reset', email, {})
  })

  serve('POST /auth/reset', async ({ token, password }, context) => {
    if (!(await isResetOpen(token))) throw apiError('resetExpired')
    // The holder of a valid link is trusted like a known browser.
    const caller = { network: networkOf(context.address), isKnown: true }
    const passwordHash = await hashPassword(password, caller)
    const reader = await transaction(async () => {
      const owner = required(await takeReset(token), 'resetExpired')
      await setPassword(owner.id, passwordHash)
      await endAllSessions(owner.id)
      await deleteDevices(owner.id)
      return owner
    })
    await limits.forget(reader.email)
  })
}

/** Undefined for a wrong address or password. */
async function signInByPassword(
  { email, password }: { email: string; password: string },
  context: RequestContext,
  orderSecret: Uint8Array,
) {
  const network = networkOf(context.address)
  const knownDevice = await findDevice(context, email, orderSecret)
  const attempt = { account: email, network, knownDevice }
  return limits.attempt(attempt, async () => {
    const reader = await findReaderByEmail(email)
    const caller = { network, isKnown: knownDevice !== undefined }
    const isRight = await isPasswordOf(reader?.passwordHash, password, caller)
    if (!isRight || !reader) return undefined
    return transaction(async () => {
      // The password was changed during the check: this session would outlive the change.
      if (!(await lockPassword(reader.id, reader.passwordHash))) return undefined
      await signInHere(context, reader, orderSecret)
      return reader
    })
  })
}
