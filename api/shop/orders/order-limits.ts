import { createHmac } from 'node:crypto'
import { limiter, networkOf } from '#api/http/rate-limit.ts'
import { ApiError } from '#contract/api-error.ts'
import { freeOrdersAnHour, paymentChecks, unpaidOrders } from '#contract/form-limits.ts'

const { minutes: unpaidMinutes } = unpaidOrders
const unpaidOfNetwork = limiter('unpaid orders', {
  points: unpaidOrders.network,
  minutes: unpaidMinutes,
})
const unpaidOfAll = limiter('all unpaid orders', {
  points: unpaidOrders.everybody,
  minutes: unpaidMinutes,
})

/** By network. */
export const freeOrders = limiter('free orders', { points: freeOrdersAnHour, minutes: 60 })

/** Stored with an order that is not paid; it reveals no address. */
export function placedFrom(address: string, orderSecret: Uint8Array): string {
  return createHmac('sha256', orderSecret)
    .update(`network\n${networkOf(address)}`)
    .digest('base64url')
}

interface CountedOrder {
  placedFrom: string
  /** Readers are not held up by what signed-out visitors do elsewhere. */
  readerId: string | null
}

export async function countUnpaidOrder(order: CountedOrder) {
  const { points } = await countOrGiveBack(unpaidOfNetwork, order.placedFrom)
  if (order.readerId) return
  await countOrGiveBack(unpaidOfAll, 'everybody').catch(async (error: unknown) => {
    if (points <= unpaidOrders.networkInAFlood) return
    await unpaidOfNetwork.giveBack(order.placedFrom)
    throw error
  })
}

/** What was rejected is no unpaid order: it counts for nothing. */
async function countOrGiveBack(counter: ReturnType<typeof limiter>, who: string) {
  return counter.count(who).catch(async (error: unknown) => {
    await counter.giveBack(who)
    throw error
  })
}

/** For an order that was paid, or never stored. */
export async function giveBackUnpaidOrder(order: CountedOrder, createdAt: string) {
  if (Date.now() - Date.parse(createdAt) > unpaidMinutes * 60_000) return
  await unpaidOfNetwork.giveBack(order.placedFrom)
  if (!order.readerId) await unpaidOfAll.giveBack('everybody')
}

const { minutes } = paymentChecks
const checksOfOrder = limiter('order checks', { points: paymentChecks.order, minutes })
const checksOfNetwork = limiter('network checks', { points: paymentChecks.network, minutes })
const checksOfAll = limiter('all checks', { points: paymentChecks.everybody, minutes })

/** Throws for an order that is checked too often. */
export const countOrderCheck = (reference: string) => checksOfOrder.count(reference)

/** Whether the provider may be asked for somebody there; otherwise webhooks and the background check see to it. */
export async function mayAskProvider(address: string): Promise<boolean> {
  return isWithin(async () => {
    await checksOfNetwork.count(networkOf(address))
    await checksOfAll.count('everybody')
  })
}

export async function isWithin(count: () => Promise<unknown>): Promise<boolean> {
  try {
    await count()
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return false
    throw error
  }
}
