import { queueMail } from '#api/mails/mails.queries.ts'
import { sql } from '#db/sql.ts'
import { insertOrderEvent, type OrderActor, setRefunded } from './orders.queries.ts'

/**
 * Lets one of those who press at once ask the provider for the money back; after a day it may be asked for again.
 * From now on the order is looked after, so that a refund is finished whoever dies over it. Resolves to whether it
 * is ours.
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
 * The money has gone back: what was bought with it ends with it, gifts included, and the buyer and whoever redeemed
 * one are told. Once, however often it is heard. To be called in a transaction.
 */
export async function refundPaidOrder(
  id: string,
  { by, providerStatus }: { by: OrderActor; providerStatus: string },
) {
  const order = await setRefunded(id, providerStatus)
  if (!order) return
  await insertOrderEvent(id, { what: 'refunded', by })
  // Waits for whoever is just redeeming one, and leaves nothing to those who come later with an older view of the order.
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
    // What came for an order that did not match is another amount.
    amountKobo: problem ? null : amountKobo,
  })
}
