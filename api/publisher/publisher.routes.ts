import type { Router } from '@koa/router'
import { noteActivity } from '#api/activity/activity.queries.ts'
import { limiter, networkOf } from '#api/http/limit-rate.ts'
import { isPasswordOf } from '#api/http/passwords.ts'
import { serve } from '#api/http/serve.ts'
import { wrongSignIns } from '#contract/form-limits.ts'
import { refuseWith } from '#contract/refusals.ts'
import { transaction } from '#db/sql.ts'
import {
  deletePublisherSession,
  findPublisher,
  insertPublisherSession,
  isKnownDevice,
  keepDevice,
} from './publisher.queries.ts'

const { account, address, minutes } = wrongSignIns
const wrongForName = limiter('desk', { points: account, minutes })
const wrongFromAddress = limiter('desk-from', { points: address, minutes })

export function publisherRoutes(router: Router) {
  serve(router, 'POST /admin/login', async ({ username, password }, caller) => {
    const device = caller.visitorId()
    // Who came in from this browser before is counted apart: a stranger's guesses do not lock them out.
    const guessed = (await isKnownDevice(device)) ? `${username} ${device}` : username
    // Counted before it is known to be wrong, so that guesses sent all at once are counted too.
    await wrongForName.count(guessed)
    const known = await findPublisher()
    // The same work for a wrong name: how long an answer takes must not tell what the name is.
    const isRight = await isPasswordOf(known?.passwordHash, password)
    if (!known || !isRight || username !== known.username) {
      await wrongFromAddress.count(networkOf(caller.address))
      await noteActivity(null, 'signInFailed')
      throw refuseWith('wrongPublisherSignIn', { success: false })
    }
    const token = await transaction(async () => {
      const made = await insertPublisherSession(known)
      if (!made) throw refuseWith('wrongPublisherSignIn', { success: false })
      await keepDevice(device)
      await noteActivity(username, 'signedIn')
      return made
    })
    await wrongForName.giveBack(guessed)
    return { success: true as const, token }
  })

  serve(router, 'POST /admin/logout', async (_, { publisher }) => {
    await transaction(async () => {
      await deletePublisherSession(publisher.token)
      await noteActivity(publisher.username, 'signedOut')
    })
    return { success: true as const }
  })
}
