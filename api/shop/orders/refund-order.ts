import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { apiError, apiErrorFrom, required } from '#contract/errors.ts'
import { findOrderByReference } from './orders.queries.ts'
import { giveBack, providerOf, type SettleWith, settleOrder } from './settle-order.ts'

/** Requests the refund once; a repeat only checks whether it is done. Webhook or background check finish a slow one. */
export async function refundOrder(reference: string, staffName: string, settling: SettleWith) {
  const order = required(await findOrderByReference(reference), 'orderNotFound')
  const { id, orderNumber, state, provider, bookTitle } = order
  const isTaken = provider !== 'free' && provider !== 'gift'
  if (!isTaken) throw apiError('orderCannotMove')
  if (state === 'refunded') return
  if (state !== 'paid' && state !== 'needs_review') throw apiError('orderCannotMove')
  const payments = required(providerOf(order, settling.payments()), 'paymentUnavailable')
  const unavailable = (error: unknown) => {
    throw apiErrorFrom(error, 'paymentUnavailable')
  }
  const record = () =>
    recordActivity(staffName, 'orderRefunded', { id, title: bookTitle, note: orderNumber })
  if (await giveBack(order, 'publisher', payments, settling, record).catch(unavailable)) return
  await settleOrder(reference, 'publisher', settling).catch(unavailable)
}
