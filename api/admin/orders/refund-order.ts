import { recordActivity } from '#api/admin/activity/activity.queries.ts'
import type { Payments } from '#api/integrations/integrations.ts'
import { findOrderByReference, insertOrderEvent } from '#api/orders/orders.queries.ts'
import { claimRefund, refundPaidOrder, releaseRefund } from '#api/orders/refunds.queries.ts'
import { apiError, apiErrorFrom } from '#contract/errors.ts'
import { transaction } from '#db/sql.ts'

export interface RefundWith {
  /** Undefined: payments are off, and so are refunds. */
  payments?: Payments | undefined
  /** Asks the provider what became of the order, and moves it there. */
  settle(reference: string): Promise<void>
}

/**
 * Gives the money of an order back. It is asked for once; a further press only looks whether it has gone through. When
 * the provider takes its time, its notice or the sweep moves the order.
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
