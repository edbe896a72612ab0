import type { Logger } from 'pino'
import { queueMail } from '#api/mails/mails.queries.ts'
import { findOrderByReference, listOrdersOf, type OrderRow } from './orders.queries.ts'
import { type SettleWith, settleOrder } from './settle-order.ts'

const askedAbout = 10

/** Call it after the response, whose time must not reveal whether there are orders. */
export async function resendOrderLinks(
  query: { email: string } | { reference: string },
  { log, ...settling }: SettleWith & { log: Logger },
) {
  const orders = await ordersOf(query)
  const [newest] = orders
  if (!newest) return
  const open = orders.filter(({ state }) => /^(pending|failed|abandoned|expired)$/.test(state))
  for (const { reference } of open.slice(0, askedAbout)) {
    await settleOrder(reference, 'check', settling).catch((error: unknown) => {
      log.warn({ err: error, reference }, 'payment provider could not verify an order')
    })
  }
  const orderId = 'reference' in query ? newest.id : null
  await queueMail('orderLinks', newest.buyerEmail, { orderId })
}

async function ordersOf(query: { email: string } | { reference: string }): Promise<OrderRow[]> {
  if ('email' in query) return listOrdersOf(query.email)
  const order = await findOrderByReference(query.reference)
  return order ? [order] : []
}
