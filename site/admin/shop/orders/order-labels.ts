import type { OutputOf } from '#contract/endpoints/contract.ts'
import type { OrderState } from '#contract/states.ts'
import { goodBadgeClass, plainBadgeClass } from '#site/admin/ui/classes.ts'

export type AdminOrder = OutputOf<'GET /admin/orders'>[number]

/** The state of an order, as its badge names it. */
export const stateLabels: Record<OrderState, string> = {
  pending: 'Waiting for payment',
  paid: 'Paid',
  failed: 'Failed',
  abandoned: 'Abandoned',
  expired: 'Expired',
  refunded: 'Refunded',
  needs_review: 'Needs review',
}

export const stateClasses: Record<OrderState, string> = {
  pending: 'badge bg-gold text-on-gold',
  paid: goodBadgeClass,
  failed: plainBadgeClass,
  abandoned: plainBadgeClass,
  expired: plainBadgeClass,
  refunded: 'badge bg-blue text-on-blue',
  needs_review: 'badge bg-red text-on-red',
}

/** By the names that the API records. */
const eventLabels: Record<string, string> = {
  pending: 'Ordered',
  paid: 'Paid',
  failed: 'The payment failed',
  abandoned: 'The payment was abandoned',
  expired: 'Not paid within a day',
  needs_review: 'Something else was paid than was ordered',
  'refund asked': 'Refund requested',
  'refund failed': 'The provider could not refund the money',
  'refund needs attention': 'The refund needs attention: see the provider’s dashboard',
  disputed: 'The buyer disputes the payment: answer it in the provider’s dashboard',
  refunded: 'The money went back',
}

const actorLabels: Record<string, string> = {
  buyer: 'by the buyer',
  webhook: 'reported by the provider',
  return: 'seen when the buyer came back',
  check: 'seen when somebody asked',
  sweep: 'seen by the regular check',
  publisher: 'by the publisher',
}

/** One event of an order, and who caused it. */
export const describeEvent = ({ what, by }: AdminOrder['events'][number]) =>
  `${eventLabels[what] ?? what}, ${actorLabels[by] ?? by}`

/** The payment method, or why the order was free. */
export function describePayment({ provider, paymentMethod, lastDigits }: AdminOrder): string {
  if (provider === 'gift') return 'Gift code'
  if (provider === 'free') return 'Free'
  if (paymentMethod === 'transfer') return 'Transfer'
  return lastDigits ? `Card ending in ${lastDigits}` : 'Card'
}

/** Whether the provider is still processing it. */
export const isRefundOnItsWay = ({ events }: AdminOrder) =>
  events.findLast(({ what }) => what.startsWith('refund '))?.what === 'refund asked'

/** Downloads and redeemed codes of a paid order, on which the terms of refunds depend. */
export function describeUse({ downloads, codesRedeemed, quantity }: AdminOrder): string {
  const times = downloads === 1 ? 'Downloaded once' : `Downloaded ${downloads} times`
  const words = downloads === 0 ? 'Not downloaded yet' : times
  const codes = quantity - 1
  return codes > 0 ? `${words}, ${codesRedeemed} of ${codes} codes used` : words
}

export const copiesOf = ({ quantity }: AdminOrder) =>
  quantity === 1 ? '1 copy' : `${quantity} copies`
