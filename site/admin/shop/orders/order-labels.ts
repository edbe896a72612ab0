import type { OutputOf } from '#contract/endpoints/contract.ts'
import { order } from '#contract/kinds/order.ts'
import { formatNaira } from '#contract/money.ts'
import { providerNames } from '#contract/shop/payment-providers.ts'
import type { OrderState } from '#contract/states.ts'
import { badgeClasses } from '#site/admin/ui/classes.ts'

export type AdminOrder = OutputOf<'GET /admin/orders'>[number]

export const stateLabels: Record<OrderState, string> = order.states

export const stateClasses: Record<OrderState, string> = {
  pending: badgeClasses.wait,
  paid: badgeClasses.good,
  failed: badgeClasses.plain,
  abandoned: badgeClasses.plain,
  expired: badgeClasses.plain,
  refunded: badgeClasses.planned,
  needs_review: badgeClasses.bad,
}

/** The labels by the names that the API records. */
const eventLabels: Record<string, string> = {
  pending: 'Ordered',
  paid: 'Paid',
  failed: 'The payment failed',
  abandoned: 'The payment was abandoned',
  expired: 'Not paid in time',
  needs_review: 'Payment mismatch',
  'other provider': 'The provider was changed',
  'money back wanted': 'The buyer asks for a refund',
  'refund declined': 'Refund declined',
  'refusal undone': 'Refusal undone',
  'refund asked': 'Refund requested',
  'refund failed': 'The provider could not refund the money',
  'refund needs attention': 'The refund needs attention: see the provider’s dashboard',
  disputed: 'The buyer disputes the payment: answer it in the provider’s dashboard',
  refunded: 'Refunded',
  transferRecorded: 'Transfer recorded',
  transferConfirmed: 'Transfer confirmed',
  invoiceProven: 'Invoice made',
  transferRejected: 'Transfer rejected',
  transferUndone: 'Transfer undone',
  invoiceExtended: 'Due day moved',
  invoiceWithdrawn: 'Invoice withdrawn',
  invoiceReturned: 'Money sent back',
  'code mailed': 'Code to be mailed',
  'code replaced': 'Code replaced',
  'present sent': 'Present to be mailed',
  'present opened': 'Present opened',
  'present corrected': 'Address of the present corrected',
}

const actorLabels: Record<string, string> = {
  buyer: 'by the buyer',
  webhook: 'confirmed by the provider',
  return: 'confirmed when the buyer came back',
  check: 'confirmed when somebody asked',
  sweep: 'automatic check',
  reconciliation: 'found in the provider’s list',
  publisher: 'by the publisher',
}

/** What is to be known of an order before anything else. */
export const noteClass = 'mt-16 grid gap-4 border-l-6 bg-sunk px-16 py-12 text-15'

export type TimelineEntry = OutputOf<'GET /admin/orders/:reference'>['timeline'][number]

const mailLabels: Record<string, string> = {
  receipt: 'Receipt mailed',
  freeReceipt: 'Receipt mailed',
  gift: 'Gift mailed',
  present: 'Present mailed',
  invoice: 'Invoice mailed',
  invoicePart: 'Missing part mailed',
  invoiceReminder: 'Reminder mailed',
  invoiceWithdrawn: 'Withdrawal mailed',
  orderLinks: 'Links mailed',
  orderBegun: 'Reminder mailed',
  orderReview: 'Review mailed',
  refunded: 'Refund mailed',
  refundDeclined: 'Refusal mailed',
  giftCode: 'Code mailed',
  giftEnded: 'End of the copy mailed',
}

/** What happened, and below it by whom or why. */
export function describeEntry(
  { what, by, note }: TimelineEntry,
  order: AdminOrder,
): { title: string; fact: string | undefined } {
  if (what === 'mailed' || what === 'kept') {
    const mailed = mailLabels[note ?? ''] ?? 'Mail mailed'
    return what === 'mailed'
      ? { title: mailed, fact: 'to the buyer' }
      : { title: mailed.replace(/ mailed$/, ': kept here, not sent'), fact: undefined }
  }
  if (what === 'links sent') return { title: 'Links sent again', fact: by ? `by ${by}` : undefined }
  if (what === 'redeemed') {
    return { title: `Code ${note} redeemed`, fact: by ? `by ${by}` : undefined }
  }
  if (what === 'downloaded') {
    const times = Number(note)
    return { title: times === 1 ? 'Downloaded' : `Downloaded ${times} times`, fact: 'by the buyer' }
  }
  const title = what === 'paid' ? `Paid ${formatNaira(order.amount)}` : (eventLabels[what] ?? what)
  return { title, fact: [by && (actorLabels[by] ?? by), note].filter(Boolean).join(', ') }
}

/** How a wrong payment differs, in as few words as there are: ₦500 short. */
export function describeProblem({ paidInstead: paid, amount, isPaidTwice }: AdminOrder): string {
  if (isPaidTwice) return 'Paid twice'
  if (paid === null) return 'Needs review'
  return paid < amount
    ? `${formatNaira(amount - paid)} short`
    : `${formatNaira(paid - amount)} too much`
}

/** How it was paid, as the end of a line: transfer, card 4081. */
export function describeMethod(order: AdminOrder): string {
  const { provider, providerStatus, paymentMethod, lastDigits } = order
  if (provider === 'gift') return providerStatus === 'present' ? 'present' : 'gift code'
  if (provider === 'free') return 'free'
  if (paymentMethod === 'transfer') return 'transfer'
  return lastDigits ? `card ${lastDigits}` : 'card'
}

/** Who takes, or took, its money. */
export const providerOf = ({ provider }: Pick<AdminOrder, 'provider'>) =>
  provider === 'free' || provider === 'gift' ? 'the shop' : providerNames[provider]

/** Whether the provider is still processing it. */
export const isRefundOnItsWay = ({ events }: AdminOrder) =>
  events.findLast(({ what }) => /^refund (?!declined)/.test(what))?.what === 'refund asked'

/** Downloads and redeemed codes of a paid order, on which the terms of refunds depend. */
export function describeUse({ downloads, codesRedeemed, quantity }: AdminOrder): string {
  const times = downloads === 1 ? 'Downloaded once' : `Downloaded ${downloads} times`
  const words = downloads === 0 ? 'Not downloaded yet' : times
  const codes = quantity - 1
  return codes > 0 ? `${words}, ${codesRedeemed} of ${codes} codes used` : words
}

export const copiesOf = ({ quantity }: AdminOrder) =>
  quantity === 1 ? '1 copy' : `${quantity} copies`
