import type { PaymentIssue } from '#api/integrations/integrations.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { findOrderByReference, insertOrderEvent } from './orders.queries.ts'
import { releaseRefund } from './refunds.queries.ts'

/**
 * Writes down, and tells the publisher, what the provider says of an order that moves it nowhere. A refund that did
 * not go through may be asked for again. To be called in the transaction that stores the notice, so that it is told
 * once.
 */
export async function recordPaymentIssue(reference: string, concern: PaymentIssue) {
  const order = await findOrderByReference(reference)
  if (!order) return
  const { id, bookTitle, buyerName, buyerEmail } = order
  await insertOrderEvent(id, { what: concern, by: 'webhook' })
  if (concern !== 'disputed') await releaseRefund(id)
  await queueMail('orderConcern', toPublisher, {
    ...{ reference, bookTitle, buyerName, buyerEmail, concern },
  })
}
