import { createHmac } from 'node:crypto'
import { limiter, networkOf } from '#api/http/load/rate-limit.ts'
import { ApiError } from '#contract/api-error.ts'
import { codeMails, freeOrdersAnHour, paymentChecks, unpaidOrders } from '#contract/form-limits.ts'

const { minutes: unpaidMinutes } = unpaidOrders
const unpaidOfNetwork = limiter('unpaid orders', {
  points: unpaidOrders.network,
  minutes: unpaidMinutes,
})
const unpaidOfAll = limiter('all unpaid orders', {
  points: unpaidOrders.everybody,
  minutes: unpaidMinutes,
})

/** They are counted for each network. */
export const freeOrders = limiter('free orders', { points: freeOrdersAnHour, minutes: 60 })

/** It is stored with an order that is not paid, and reveals no address. */
export function placedFrom(address: string, orderSecret: Uint8Array): string {
  return createHmac('sha256', orderSecret)
    .update(`network\n${networkOf(address)}`)
    .digest('base64url')
}

interface CountedOrder {
  placedFrom: string
  /** Orders of readers are not limited by those of signed-out visitors on other networks. */
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

/** A rejected attempt does not count as an unpaid order. */
async function countOrGiveBack(counter: ReturnType<typeof limiter>, key: string) {
  return counter.count(key).catch(async (error: unknown) => {
    await counter.giveBack(key)
    throw error
  })
}

/** Takes an order that was paid, or never stored, out of the count. */
export async function giveBackUnpaidOrder(order: CountedOrder, createdAt: string) {
  if (Date.now() - Date.parse(createdAt) > unpaidMinutes * 60_000) return
  await unpaidOfNetwork.giveBack(order.placedFrom)
  if (!order.readerId) await unpaidOfAll.giveBack('everybody')
}

const { minutes } = paymentChecks
const checksOfOrder = limiter('order checks', { points: paymentChecks.order, minutes })
const checksOfNetwork = limiter('network checks', { points: paymentChecks.network, minutes })
const checksOfAll = limiter('all checks', { points: paymentChecks.everybody, minutes })

const codeMailsOfOrder = limiter('mailed codes', codeMails)

/** Throws for an order that has mailed too many codes: anybody's address may be typed. */
export const countCodeMail = (reference: string) => codeMailsOfOrder.count(reference)

/** Throws for an order that is checked too often. */
export const countOrderCheck = (reference: string) => checksOfOrder.count(reference)

/** Whether a request from this address may cause a verification; otherwise webhooks and the background check settle the order. */
export async function mayVerify(address: string): Promise<boolean> {
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
