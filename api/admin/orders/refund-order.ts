import { recordActivity } from '#api/admin/activity/activity.queries.ts'
import type { Payments } from '#api/integrations/integrations.ts'
import { findOrderByReference, insertOrderEvent } from '#api/orders/orders.queries.ts'
import { claimRefund, refundPaidOrder, releaseRefund } from '#api/orders/refunds.queries.ts'
import { apiError, apiErrorFrom } from '#contract/errors.ts'
import { transaction } from '#db/sql.ts'

export interface RefundWith {
  /** Undefined: payments are off, and so are refunds. */
  payments?: Payments | undefined
  /** Verifies the payment at the provider and updates the order. */
  settle(reference: string): Promise<void>
}

/**
 * Refunds an order. The refund is requested once; a further click only checks whether it is done. When the provider takes
 * its time, its webhook or the background check updates the order.
 */
export async function refundOrder(
  reference: string,
  publisher: string,
  { payments, settle }: RefundWith,
) {
  const order = await findOrderByReference(reference)
  if (!order) throw apiError('orderNotFound')
  const { id, state, provider, bookTitle } = order
  const isTaken = provider !== 'free' && provider !== 'gift'
  if (!isTaken) throw apiError('orderCannotMove')
  if (state === 'refunded') return
  if (state !== 'paid' && state !== 'needs_review') throw apiError('orderCannotMove')
  // The present provider knows no payments of another one.
  if (payments?.provider !== provider) throw apiError('paymentUnavailable')
  const unavailable = (error: unknown) => {
    throw apiErrorFrom(error, 'paymentUnavailable')
  }
  if (!(await claimRefund(id))) return settle(reference).catch(unavailable)

  const { isDone } = await payments.refund(reference).catch(async (error: unknown) => {
    await releaseRefund(id)
    return unavailable(error)
  })
  await transaction(async () => {
    await insertOrderEvent(id, { what: 'refund asked', by: 'publisher' })
    if (isDone) await refundPaidOrder(id, { by: 'publisher', providerStatus: 'refunded' })
    await recordActivity(publisher, 'orderRefunded', { id, title: bookTitle, note: reference })
  })
}
