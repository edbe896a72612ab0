import { hashToken } from '#api/http/secrets/secrets.ts'
import type { OrderPart } from '#api/shop/orders/order-part.ts'
import { presentToken } from '#api/shop/orders/order-secrets.ts'
import { dayOf } from '#contract/dates.ts'
import type { TypedPresent } from '#contract/endpoints/shop/presents.ts'
import { apiError } from '#contract/errors.ts'
import { formMessages } from '#contract/form-limits.ts'
import { findPresent, insertPresent, type PresentRow } from './presents.queries.ts'
import { sendAtOn } from './send-presents.ts'

/** The copy of a present is not the buyer's; it ends with the order, opened or not. */
export const presents: OrderPart = {
  async place({ purchase: { present }, orderSecret }) {
    if (!present) return undefined
    return {
      check(amountKobo) {
        // Anybody can get it, so nobody needs to be written to.
        if (amountKobo === 0) throw apiError('invalid', { isPresent: [formMessages.freePresent] })
      },
      async store(orderId) {
        await insertPresent({
          orderId,
          recipientName: present.presentName,
          recipientEmail: present.presentEmail,
          greeting: present.presentGreeting,
          sendAt: sendAtOn(present.presentDay),
          tokenHash: hashToken(presentToken(orderSecret, orderId, 1)),
        })
        return undefined
      },
    }
  },

  isSame: async ({ id }, { present }) => isSamePresent(await findPresent(id), present),

  async typedAgain({ id }) {
    const present = await findPresent(id)
    return present ? { present: typedAgain(present) } : {}
  },

  isGivenAway: async (orderId) => (await findPresent(orderId)) !== undefined,

  async onRefunded({ id }, endCopy) {
    const openedAs = (await findPresent(id))?.openedAs
    if (openedAs) await endCopy(openedAs)
  },
}

/** A day that has come is none: the present is sent at once. */
function typedAgain({ recipientName, recipientEmail, greeting, sendAt }: PresentRow): TypedPresent {
  return {
    presentName: recipientName,
    presentEmail: recipientEmail,
    presentGreeting: greeting,
    presentDay: Date.parse(sendAt) > Date.now() ? dayOf(sendAt) : undefined,
  }
}

function isSamePresent(stored: PresentRow | undefined, typed: TypedPresent | undefined): boolean {
  if (!stored || !typed) return stored === typed
  return (
    stored.recipientName === typed.presentName &&
    stored.recipientEmail === typed.presentEmail &&
    stored.greeting === typed.presentGreeting &&
    (!typed.presentDay || typed.presentDay === dayOf(stored.sendAt))
  )
}
