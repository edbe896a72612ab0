import { hashToken } from '#api/http/secrets.ts'
import type { Payments, VerifiedPayment } from '#api/integrations/integrations.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { formatNaira, toNaira } from '#contract/money.ts'
import { transaction } from '#db/sql.ts'
import { downloadToken, giftCode, hashGiftCode } from './order-secrets.ts'
import {
  endChecks,
  findOrderByReference,
  insertFirstLink,
  insertGiftCodes,
  insertOrderEvent,
  type OrderActor,
  type OrderRow,
  setExpired,
  setNeedsReview,
  setPaid,
  setProviderStatus,
  setUnpaid,
} from './orders.queries.ts'
import { refundPaidOrder } from './refunds.queries.ts'

export interface SettleWith {
  payments?: Payments | undefined
  orderSecret: Uint8Array
}

/** How long a payment that was begun is looked after (product section 6). */
const aDayMs = 24 * 60 * 60_000

/** Paystack calls a payment abandoned while its buyer is still typing: believed of nobody who came back this late. */
const typingMs = 30 * 60_000

/**
 * Asks the provider what became of an order, and moves it there. Whoever calls, however often, at whatever moment: it
 * is paid once or not at all. Rejects when the provider does not answer; then nothing has changed.
 */
export async function settleOrder(
  reference: string,
  by: OrderActor,
  { payments, orderSecret }: SettleWith,
): Promise<void> {
  const order = await findOrderByReference(reference)
  if (!order || order.provider === 'free' || order.provider === 'gift') return
  // Test orders and real ones never mix: whoever takes the money now knows nothing of the others.
  const said = payments?.provider === order.provider ? await payments.verify(reference) : unheardOf
  await transaction(() => moveOrder(order, said, by, orderSecret))
}

const unheardOf = { status: 'unknown', said: 'not asked' } as const

async function moveOrder(
  order: OrderRow,
  payment: VerifiedPayment | typeof unheardOf,
  by: OrderActor,
  orderSecret: Uint8Array,
) {
  const { id } = order
  const { said } = payment
  const age = Date.now() - Date.parse(order.createdAt)
  if (payment.status === 'success') {
    const problem = mismatchOf(order, payment)
    if (problem) await review(order, { problem, said }, by)
    else await payOrder(id, payment, by, orderSecret)
    if (age > aDayMs) await endChecks(id)
    return
  }
  if (payment.status === 'reversed') {
    await refundPaidOrder(id, { by, said })
    return
  }
  const isBack = by === 'return' || by === 'check' || age > typingMs
  if (payment.status === 'failed' || (payment.status === 'abandoned' && isBack)) {
    const moved = await setUnpaid(id, payment.status, said)
    if (moved) await insertOrderEvent(id, { what: payment.status, by, note: said })
  } else if (age > aDayMs) {
    const moved = await setExpired(id, said)
    if (moved) await insertOrderEvent(id, { what: 'expired', by, note: said })
  } else {
    await setProviderStatus(id, said)
  }
  if (age > aDayMs) await endChecks(id)
}

/** What the provider says that is not what was ordered, in words for the publisher. */
function mismatchOf(order: OrderRow, payment: VerifiedPayment): string | undefined {
  const { amountKobo, currency, isTest } = payment
  if (currency !== order.currency) {
    return `Paid in ${currency} instead of ${order.currency}.`
  }
  if (amountKobo !== order.amountKobo) {
    return `Paid ${inNaira(amountKobo)} instead of ${inNaira(order.amountKobo)}.`
  }
  if (isTest !== order.isTest) {
    return isTest ? 'A test payment for a real order.' : 'A real payment for a test order.'
  }
  return undefined
}

const inNaira = (kobo: number) => formatNaira(toNaira(kobo))

/**
 * Pays an order once. All that must happen once hangs on the row that comes back: the link, the codes, the receipt.
 * To be called in a transaction.
 */
export async function payOrder(
  id: string,
  payment: { paidAt: string | null; lastDigits: string | null; said: string },
  by: OrderActor,
  orderSecret: Uint8Array,
) {
  const order = await setPaid(id, payment)
  if (!order) return
  await insertOrderEvent(id, { what: 'paid', by })
  await insertFirstLink(id, hashToken(downloadToken(orderSecret, id, 1)))
  const further = Array.from({ length: order.quantity - 1 }, (_, index) => index + 1)
  const hashes = further.map((number) => hashGiftCode(giftCode(orderSecret, id, number)))
  await insertGiftCodes(id, hashes)
  const { reference, bookTitle, buyerName, quantity, amountKobo, lastDigits, isTest } = order
  const paidAt = order.paidAt as string
  await queueMail(amountKobo > 0 ? 'receipt' : 'freeReceipt', order.buyerEmail, {
    orderId: id,
    ...{ reference, bookTitle, buyerName, quantity, amountKobo, lastDigits, isTest, paidAt },
  })
}

/** Nothing is delivered; buyer and publisher are told. */
async function review(order: OrderRow, found: { problem: string; said: string }, by: OrderActor) {
  const moved = await setNeedsReview(order.id, found)
  if (!moved) return
  const { problem } = found
  await insertOrderEvent(order.id, { what: 'needs_review', by, note: problem })
  const { id: orderId, reference, bookTitle, buyerName, buyerEmail } = moved
  await queueMail('orderReview', buyerEmail, { orderId, reference, bookTitle, buyerName })
  await queueMail('orderReviewNotice', toPublisher, {
    ...{ reference, bookTitle, buyerName, buyerEmail, problem },
  })
}
