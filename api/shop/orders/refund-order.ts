import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { apiError, apiErrorFrom } from '#contract/errors.ts'
import { transaction } from '#db/sql.ts'
import {
  claimRefund,
  findOrderByReference,
  insertOrderEvent,
  releaseRefund,
} from './orders.queries.ts'
import { refundPaidOrder, type SettleWith, settleOrder } from './settle-order.ts'

/** Requests the refund once; a repeat only checks whether it is done. Webhook or background check finish a slow one. */
export async function refundOrder(reference: string, staffName: string, settling: SettleWith) {
  const { payments } = settling
  const order = await findOrderByReference(reference)
  if (!order) throw apiError('orderNotFound')
  const { id, state, provider, bookTitle } = order
  const isTaken = provider !== 'free' && provider !== 'gift'
  if (!isTaken) throw apiError('orderCannotMove')
  if (state === 'refunded') return
  if (state !== 'paid' && state !== 'needs_review') throw apiError('orderCannotMove')
  if (payments?.provider !== provider) throw apiError('paymentUnavailable')
  const unavailable = (error: unknown) => {
    throw apiErrorFrom(error, 'paymentUnavailable')
  }
  if (!(await claimRefund(id))) {
    return settleOrder(reference, 'publisher', settling).catch(unavailable)
  }

  const { isDone } = await payments.refund(reference).catch(async (error: unknown) => {
    await releaseRefund(id)
    return unavailable(error)
  })
  await transaction(async () => {
    await insertOrderEvent(id, { what: 'refund asked', by: 'publisher' })
    if (isDone) await refundPaidOrder(id, { by: 'publisher', providerStatus: 'refunded' })
    await recordActivity(staffName, 'orderRefunded', { id, title: bookTitle, note: reference })
  })
}
