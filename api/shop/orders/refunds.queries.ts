import { queueMail } from '#api/mails/mails.queries.ts'
import { sql } from '#db/sql.ts'
import { insertOrderEvent, type OrderActor, setRefunded } from './orders.queries.ts'

/** One of several calls gets the claim, for a day. From now on the background check finishes the refund after a crash. */
export async function claimRefund(id: string): Promise<boolean> {
  const { count } = await sql`
    update orders set refund_asked_at = now(), next_check_at = now() + interval '1 minute'
    where id = ${id} and state in ('paid', 'needs_review')
      and (refund_asked_at is null or refund_asked_at < now() - interval '1 day')`
  return count > 0
}

/** The refund may be requested again. */
export async function releaseRefund(id: string) {
  await sql`update orders set refund_asked_at = null where id = ${id}`
}

/** Ends downloads and gifts and mails everybody concerned, once. Call it in a transaction. */
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
