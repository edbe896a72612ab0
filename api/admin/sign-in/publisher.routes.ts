import type { Router } from '@koa/router'
import { recordActivity } from '#api/admin/activity/activity.queries.ts'
import { isPasswordOf } from '#api/http/passwords.ts'
import { limiter, networkOf } from '#api/http/rate-limit.ts'
import { serve } from '#api/http/serve.ts'
import { apiErrorWith } from '#contract/errors.ts'
import { wrongSignIns } from '#contract/form-limits.ts'
import { transaction } from '#db/sql.ts'
import {
  deletePublisherSession,
  findPublisher,
  insertPublisherSession,
  isKnownDevice,
  rememberDevice,
} from './publisher.queries.ts'

const { account, address, minutes } = wrongSignIns
const wrongForName = limiter('desk', { points: account, minutes })
const wrongFromAddress = limiter('desk-from', { points: address, minutes })

export function publisherSignInRoutes(router: Router) {
  serve(router, 'POST /admin/login', async ({ username, password }, context) => {
    const device = context.visitorId()
    // A known browser has a counter of its own, so that a stranger's guesses do not lock the publisher out.
    const isKnown = await isKnownDevice(device)
    const guessed = isKnown ? `${username} ${device}` : username
    // Counted before the check, so that guesses sent all at once are counted too.
    await wrongForName.count(guessed)
    const known = await findPublisher()
    // Checked for a wrong name too: the response time must not reveal the name.
    const network = networkOf(context.address)
    const isRight = await isPasswordOf(known?.passwordHash, password, { network, isKnown })
    if (!known || !isRight || username !== known.username) {
      await wrongFromAddress.count(network)
      await recordActivity(null, 'signInFailed')
      throw apiErrorWith('wrongPublisherSignIn', { success: false })
    }
    const token = await transaction(async () => {
      const made = await insertPublisherSession(known)
      if (!made) throw apiErrorWith('wrongPublisherSignIn', { success: false })
      await rememberDevice(device)
      await recordActivity(username, 'signedIn')
      return made
    })
    await wrongForName.giveBack(guessed)
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
