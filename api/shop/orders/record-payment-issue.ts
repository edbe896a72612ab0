import type { PaymentIssue } from '#api/integrations/integrations.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { findOrderByReference, insertOrderEvent } from './orders.queries.ts'
import { releaseRefund } from './refunds.queries.ts'

/** Mails the issue to the publisher. Call it in the transaction that stores the webhook, so that it is mailed once. */
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
