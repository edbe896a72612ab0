import { queueMail } from '#api/mails/mails.queries.ts'
import { sql } from '#db/sql.ts'
import { insertOrderEvent, type OrderActor, setRefunded } from './orders.queries.ts'

/**
 * Claims the refund request, which one of several calls at once gets; after a day it may be requested again. From now on
 * the order is checked in the background, so that a refund is finished even after a crash. Resolves to whether this call
 * got it.
 */
export async function claimRefund(id: string): Promise<boolean> {
  const { count } = await sql`
    update orders set refund_asked_at = now(), next_check_at = now() + interval '1 minute'
    where id = ${id} and state in ('paid', 'needs_review')
      and (refund_asked_at is null or refund_asked_at < now() - interval '1 day')`
  return count > 0
}

/** The provider rejected it; the refund may be requested again. */
export async function releaseRefund(id: string) {
  await sql`update orders set refund_asked_at = null where id = ${id}`
}

/**
 * Marks the order as refunded: downloads end, gifts included, and the buyer and those who redeemed a code get a mail.
 * Once, however often it is called. To be called in a transaction.
 */
export async function refundPaidOrder(
  id: string,
  { by, providerStatus }: { by: OrderActor; providerStatus: string },
) {
  const order = await setRefunded(id, providerStatus)
  if (!order) return
  await insertOrderEvent(id, { what: 'refunded', by })
  // Waits for a code that is just being redeemed, and invalidates the rest.
  await sql`delete from gift_codes where order_id = ${id} and redeemed_as is null`
  const gifts = await sql<{ id: string }[]>`
    select redeemed_as as id from gift_codes where order_id = ${id} order by number`
  for (const gift of gifts) {
    const ended = await setRefunded(gift.id, providerStatus)
    if (ended) {
      await insertOrderEvent(gift.id, { what: 'refunded', by, note: 'with the order it came from' })
      const { reference, bookTitle, buyerName } = ended
      await queueMail('giftEnded', ended.buyerEmail, {
        ...{ orderId: gift.id, reference, bookTitle, buyerName },
      })
    }
  }
  const { reference, bookTitle, buyerName, amountKobo, problem } = order
  await queueMail('refunded', order.buyerEmail, {
    ...{ orderId: id, reference, bookTitle, buyerName },
    // A payment that did not match the order was of another amount.
    amountKobo: problem ? null : amountKobo,
  })
}
