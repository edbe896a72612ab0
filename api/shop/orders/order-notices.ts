import type { PaymentIssue } from '#api/integrations/integrations.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import {
  findOrderByReference,
  findOrderCalled,
  insertOrderEvent,
  listOrdersOf,
  type OrderRow,
  releaseRefund,
} from './orders.queries.ts'

/** Call it after the response, whose time must not reveal whether there are orders. */
export async function resendOrderLinks(
  query: { email: string } | { name: string },
  /** Verifies an order with the provider, within its limits. */
  settle: (reference: string) => Promise<unknown>,
) {
  const orders = await ordersOf(query)
  const [newest] = orders
  if (!newest?.buyerEmail) return
  const open = orders.filter(({ state }) => /^(pending|failed|abandoned|expired)$/.test(state))
  for (const { reference } of open) await settle(reference)
  const orderId = 'name' in query ? newest.id : null
  await queueMail('orderLinks', newest.buyerEmail, { orderId })
}

async function ordersOf(query: { email: string } | { name: string }): Promise<OrderRow[]> {
  if ('email' in query) return listOrdersOf(query.email)
  const order = await findOrderCalled(query.name)
  return order ? [order] : []
}

/** Mails the issue to the publisher. Call it in the transaction that stores the webhook, so that it is mailed once. */
export async function recordPaymentIssue(reference: string, concern: PaymentIssue) {
  const order = await findOrderByReference(reference)
  if (!order) return
  const { id, bookTitle, buyerName, buyerEmail } = order
  await insertOrderEvent(id, { what: concern, by: 'webhook' })
  if (concern !== 'disputed') await releaseRefund(id)
  await queueMail('orderConcern', toPublisher, {
    reference,
    bookTitle,
    buyerName,
    buyerEmail,
    concern,
  })
}
