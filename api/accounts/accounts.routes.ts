import type { Router } from '@koa/router'
import { hashPassword, isPasswordOf } from '#api/http/passwords.ts'
import { limiter, networkOf } from '#api/http/rate-limit.ts'
import { serve } from '#api/http/serve.ts'
import type { SignInProvider } from '#api/integrations/integrations.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { apiError } from '#contract/errors.ts'
import { wrongSignIns } from '#contract/form-limits.ts'
import { transaction } from '#db/sql.ts'
import {
  findReaderByEmail,
  insertReader,
  isResetOpen,
  lockPassword,
  setPassword,
  takeReset,
} from './accounts.queries.ts'
import { endAllSessions } from './sessions.ts'
import { finishSignIn, startSignIn } from './sign-in-elsewhere.ts'

const { account, address, minutes } = wrongSignIns
const wrongForAccount = limiter('sign-in', { points: account, minutes })
const wrongFromAddress = limiter('sign-in-from', { points: address, minutes })

export function accountsRoutes(
  router: Router,
  { provider }: { provider?: SignInProvider | undefined },
) {
  serve(router, 'GET /auth/user', async (_, { reader }) => reader)

  serve(router, 'GET /login', async ({ returnTo }, context) => ({
    to: provider
      ? await startSignIn(context, provider, returnTo)
      : `/sign-in?${new URLSearchParams({ returnTo })}`,
  }))

  serve(router, 'GET /auth/callback', async (_, context) => {
    if (!provider) throw apiError('notFound')
    return { to: await finishSignIn(context, provider) }
  })

  serve(router, 'GET /logout', async (_, context) => {
    if (!context.isFromElsewhere) await context.signOut()
    return { to: '/' }
  })

  serve(
    router,
    'POST /auth/register',
    async ({ email, firstName, lastName, password }, context) => {
      const passwordHash = await hashPassword(password, { network: networkOf(context.address) })
      const reader = await transaction(async () => {
        const added = await insertReader({ email, firstName, lastName, passwordHash })
        if (!added) throw apiError('accountNotCreated')
        await queueMail('welcome', email, { firstName })
        return added
      })
      await context.signIn(reader.id)
      return reader
    },
  )

  serve(router, 'POST /auth/sign-in', async ({ email, password }, context) => {
    // Counted before the check, so that guesses sent all at once are counted too.
    await wrongForAccount.count(email)
    const reader = await findReaderByEmail(email)
    const network = networkOf(context.address)
    const isRight = await isPasswordOf(reader?.passwordHash, password, { network })
    if (!isRight || !reader) {
      await wrongFromAddress.count(network)
      throw apiError('wrongSignIn')
    }
    await transaction(async () => {
      // It was changed during the check: this session would outlive the change.
      if (!(await lockPassword(reader.id, reader.passwordHash))) throw apiError('wrongSignIn')
      await context.signIn(reader.id)
    })
    await wrongForAccount.giveBack(email)
    return reader
  })

  serve(router, 'POST /auth/forgot', async ({ email }) => {
    // The account is looked up when the mail is written: known and unknown addresses take the same time.
    await queueMail('reset', email, {})
    return { status: 'ok' as const }
  })

  serve(router, 'POST /auth/reset', async ({ token, password }, context) => {
    if (!(await isResetOpen(token))) throw apiError('resetExpired')
    // Whoever has a link that works is as good as a browser that was signed in before.
    const caller = { network: networkOf(context.address), isKnown: true }
    const passwordHash = await hashPassword(password, caller)
    const reader = await transaction(async () => {
      const whose = await takeReset(token)
      if (!whose) throw apiError('resetExpired')
      await setPassword(whose.id, passwordHash)
      await endAllSessions(whose.id)
      return whose
    })
    await wrongForAccount.forget(reader.email)
    return { status: 'ok' as const }
  })
}
