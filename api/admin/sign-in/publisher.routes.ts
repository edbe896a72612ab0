import type { Router } from '@koa/router'
import { recordActivity } from '#api/admin/activity/activity.queries.ts'
import { isPasswordOf } from '#api/http/passwords.ts'
import { networkOf } from '#api/http/rate-limit.ts'
import { serve } from '#api/http/serve.ts'
import { signInLimits } from '#api/http/sign-in-limits.ts'
import { apiErrorWith } from '#contract/errors.ts'
import { transaction } from '#db/sql.ts'
import {
  deletePublisherSession,
  findPublisher,
  insertPublisherSession,
  isKnownDevice,
  rememberDevice,
} from './publisher.queries.ts'

const limits = signInLimits('desk')

export function publisherSignInRoutes(router: Router) {
  serve(router, 'POST /admin/login', async ({ username, password }, context) => {
    const device = context.visitorId()
    const isKnown = await isKnownDevice(device)
    const network = networkOf(context.address)
    const attempt = { account: username, network, knownDevice: isKnown ? device : undefined }
    const token = await limits.attempt(attempt, async () => {
      const known = await findPublisher()
      // Checked for a wrong name too: the response time must not reveal the name.
      const isRight = await isPasswordOf(known?.passwordHash, password, { network, isKnown })
      if (!known || !isRight || username !== known.username) return undefined
      return transaction(async () => {
        const made = await insertPublisherSession(known)
        if (!made) return undefined
        await rememberDevice(device)
        await recordActivity(username, 'signedIn')
        return made
      })
    })
    if (!token) {
      await recordActivity(null, 'signInFailed')
      throw apiErrorWith('wrongPublisherSignIn', { success: false })
    }
    return { success: true as const, token }
  })

  serve(router, 'POST /admin/logout', async (_, { publisher }) => {
    await transaction(async () => {
      await deletePublisherSession(publisher.token)
      await recordActivity(publisher.username, 'signedOut')
    })
    return { success: true as const }
  })
}
