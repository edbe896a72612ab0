import { queueMail } from '#api/mails/mails.queries.ts'
import { findOrderByReference, listOrdersOf, type OrderRow } from './orders.queries.ts'

const askedAbout = 10

/** Call it after the response, whose time must not reveal whether there are orders. */
export async function resendOrderLinks(
  query: { email: string } | { reference: string },
  /** Verifies an order of which the provider may be asked. */
  settle: (reference: string) => Promise<unknown>,
) {
  const orders = await ordersOf(query)
  const [newest] = orders
  if (!newest) return
  const open = orders.filter(({ state }) => /^(pending|failed|abandoned|expired)$/.test(state))
  for (const { reference } of open.slice(0, askedAbout)) await settle(reference)
  const orderId = 'reference' in query ? newest.id : null
  await queueMail('orderLinks', newest.buyerEmail, { orderId })
}

async function ordersOf(query: { email: string } | { reference: string }): Promise<OrderRow[]> {
  if ('email' in query) return listOrdersOf(query.email)
  const order = await findOrderByReference(query.reference)
  return order ? [order] : []
}
