import type { Logger } from 'pino'
import { hashToken } from '#api/http/secrets/secrets.ts'
import type { Payments, VerifiedPayment } from '#api/integrations/integrations.ts'
import { startLoop } from '#api/jobs/background-loop.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { dayMs } from '#contract/days.ts'
import { describeProblem, type OrderProblem } from '#contract/shop/order-problems.ts'
import type { SettlingProvider } from '#contract/shop/payment-providers.ts'
import { transaction } from '#db/sql.ts'
import { giveBackUnpaidOrder } from './order-limits.ts'
import type { OrderPart } from './order-part.ts'
import { downloadToken, giftCode, hashGiftCode } from './order-secrets.ts'
import {
  claimDueOrders,
  claimRefund,
  claimUnsettledWebhooks,
  endChecks,
  endCodes,
  expireSubmissions,
  findOrderByReference,
  findPaidInstead,
  insertFirstLink,
  insertGiftCodes,
  insertOrderEvent,
  lockPurchase,
  markNoticeSettled,
  type OrderActor,
  type OrderRow,
  releaseRefund,
  setExpired,
  setNeedsReview,
  setPaid,
  setProviderStatus,
  setRefunded,
  setUnpaid,
} from './orders.queries.ts'

type AnyPayments = Payments<SettlingProvider>

/** What follows from an order's moves, and the secret of its links. */
export interface MoveWith {
  parts: readonly OrderPart[]
  orderSecret: Uint8Array
}

export interface SettleWith extends MoveWith {
  /** All that may know of an order's money at present. */
  payments(): readonly AnyPayments[]
}

/** Paystack reports a payment as abandoned while its buyer is still typing: ignored before this age. */
const typingMs = 30 * 60_000

/**
 * Verifies the payment and changes the order accordingly. However often it is called, the order is paid once at most.
 * Rejects, and changes nothing, when the provider does not answer.
 */
export async function settleOrder(
  reference: string,
  by: OrderActor,
  settling: SettleWith,
): Promise<void> {
  const order = await findOrderByReference(reference)
  if (!order || order.provider === 'free' || order.provider === 'gift') return
  // Each provider knows its own orders only.
  const own = providerOf(order, settling.payments())
  const verify = async () => (own ? own.verify(reference) : notVerified)
  // What staff write down is read under the lock under which they change it; no transaction waits for a provider.
  const said = own?.isOurs ? undefined : await verify()
  const outcome = await transaction(async () =>
    applyPayment(order, ofThisOrder(order, said ?? (await verify())), by, settling),
  )
  const { placedFrom, readerId, createdAt } = order
  if (outcome === 'paid' && placedFrom)
    await giveBackUnpaidOrder({ placedFrom, readerId }, createdAt)
  if (outcome === 'refund due' && own) await giveBack(order, by, own, settling)
}

/** The provider that an order was placed with, whichever is first now. */
export function providerOf(order: Pick<OrderRow, 'provider'>, payments: readonly AnyPayments[]) {
  return payments.find(({ provider }) => provider === order.provider)
}

/**
 * Has the provider give the money back, once a day at most. Rejects when it does not do so. Resolves to false if somebody
 * else is at it. `record`: beside the event.
 */
export async function giveBack(
  { id, reference }: Pick<OrderRow, 'id' | 'reference'>,
  by: OrderActor,
  payments: AnyPayments,
  moving: MoveWith,
  record = async () => {},
): Promise<boolean> {
  if (!(await claimRefund(id))) return false
  const { isDone } = await payments.refund(reference).catch(async (error: unknown) => {
    await releaseRefund(id)
    throw error
  })
  await transaction(async () => {
    await insertOrderEvent(id, { what: 'refund asked', by })
    if (isDone) await refundPaidOrder(id, { by, providerStatus: 'refunded' }, moving)
    await record()
  })
  return true
}

/** Does what `settleOrder` does; resolves to whether the provider answered. */
export async function trySettling(
  reference: string,
  by: OrderActor,
  { log, ...settling }: SettleWith & { log: Logger },
): Promise<boolean> {
  try {
    await settleOrder(reference, by, settling)
    return true
  } catch (error) {
    log.warn({ err: error, reference }, 'payment provider could not verify an order')
    return false
  }
}

const notVerified = { status: 'unknown', providerStatus: 'not asked' } as const

/** A report about another payment is ignored, unless money was paid, which needs a review. */
function ofThisOrder(order: OrderRow, payment: VerifiedPayment | typeof notVerified) {
  const isOther = 'reference' in payment && payment.reference !== order.reference
  if (!isOther || payment.status === 'success') return payment
  return { status: 'unknown', providerStatus: 'another payment' } as const
}

/** Resolves to what this call has come to. */
async function applyPayment(
  order: OrderRow,
  payment: VerifiedPayment | { status: 'unknown'; providerStatus: string },
  by: OrderActor,
  moving: MoveWith,
): Promise<'paid' | 'refund due' | undefined> {
  const { id } = order
  const { providerStatus } = payment
  const age = Date.now() - Date.parse(order.createdAt)
  const isOver = ('isOver' in payment ? payment.isOver : undefined) ?? age > dayMs
  if (payment.status === 'success') {
    const outcome = await applySuccess(order, payment, by, moving)
    if (isOver) await endChecks(id)
    return outcome
  }
  if (payment.status === 'reversed') {
    await refundPaidOrder(id, { by, providerStatus }, moving)
    return undefined
  }
  const isBelievable = by === 'return' || by === 'check' || age > typingMs
  if (payment.status === 'failed' || (payment.status === 'abandoned' && isBelievable)) {
    const moved = await setUnpaid(id, payment.status, providerStatus)
    if (moved) await insertOrderEvent(id, { what: payment.status, by, note: providerStatus })
  } else if (isOver) {
    const moved = await setExpired(id, providerStatus)
    if (moved) await insertOrderEvent(id, { what: 'expired', by, note: providerStatus })
  } else {
    await setProviderStatus(id, providerStatus)
  }
  if (isOver) await endChecks(id)
  else if (by === 'sweep' && payment.status !== 'failed') await runOnUnpaid(order, payment, moving)
  return undefined
}

/** Money may be on its way where nobody was asked, or a transfer has not ended. */
async function runOnUnpaid(order: OrderRow, payment: { status: string }, { parts }: MoveWith) {
  const isTransfer = order.paymentMethod === 'transfer'
  if (payment === notVerified || (payment.status === 'waiting' && isTransfer)) return
  for (const part of parts) await part.onUnpaid?.(order)
}

/** Money has come: the order is paid, or has to be looked at. */
async function applySuccess(
  order: OrderRow,
  payment: VerifiedPayment,
  by: OrderActor,
  moving: MoveWith,
): Promise<'paid' | 'refund due' | undefined> {
  const { providerStatus } = payment
  const mismatch = mismatchOf(order, payment)
  const paidInstead = mismatch ? undefined : await findPaidTwice(order)
  const problem = mismatch ?? paidInstead ?? (await findObjection(order, moving.parts))
  if (!problem && (await payOrder(order.id, payment, by, moving))) return 'paid'
  const refundDue = paidInstead !== undefined
  const isMoved = problem && (await review(order, { problem, providerStatus, refundDue }, by))
  return order.refundDue || (isMoved && refundDue) ? 'refund due' : undefined
}

/** Undefined unless another order of the same purchase is paid. Locks the purchase. */
async function findPaidTwice(order: OrderRow): Promise<OrderProblem | undefined> {
  await lockPurchase(order)
  const other = await findPaidInstead(order)
  return other && { code: 'paidTwice', reference: other.reference }
}

async function findObjection(order: OrderRow, parts: readonly OrderPart[]) {
  for (const part of parts) {
    const problem = await part.mayPay?.(order)
    if (problem) return problem
  }
  return undefined
}

/** Undefined when payment and order match. */
function mismatchOf(order: OrderRow, payment: VerifiedPayment): OrderProblem | undefined {
  const { reference, amountKobo, currency, isTest } = payment
  if (reference !== order.reference) return { code: 'otherPayment' }
  if (amountKobo === null) return { code: 'noWholeKobo' }
  if (currency !== order.currency) return { code: 'otherCurrency', currency }
  if (amountKobo !== order.amountKobo) return { code: 'otherAmount', kobo: amountKobo }
  if (isTest !== order.isTest) return { code: isTest ? 'testPayment' : 'realPayment' }
  if (order.buyerEmail === '') return { code: 'buyerGone' }
  return undefined
}

/**
 * Only the call that changes the state makes link and codes and runs the parts, and resolves to true. Call it in a transaction.
 * `note`: of its event.
 */
export async function payOrder(
  id: string,
  payment: { paidAt: string | null; lastDigits: string | null; providerStatus: string },
  by: OrderActor,
  { parts, orderSecret }: MoveWith,
  note?: string,
): Promise<boolean> {
  const order = await setPaid(id, payment)
  if (!order) return false
  await insertOrderEvent(id, { what: 'paid', by, note })
  if (!(await isGivenAway(id, parts)))
    await insertFirstLink(id, hashToken(downloadToken(orderSecret, id, 1)))
  const further = Array.from({ length: order.quantity - 1 }, (_, index) => index + 1)
  const hashes = further.map((number) =>
    hashGiftCode(giftCode(orderSecret, id, { number, generation: 1 })),
  )
  await insertGiftCodes(id, hashes)
  // Whoever redeems a code or opens a present is written to there.
  if (order.provider !== 'gift') await queueReceipt(order)
  for (const part of parts) await part.onPaid?.(order)
  return true
}

async function isGivenAway(orderId: string, parts: readonly OrderPart[]): Promise<boolean> {
  for (const part of parts) if (await part.isGivenAway?.(orderId)) return true
  return false
}

/** What every mail about an order says of it. */
const namesOf = ({ reference, bookTitle, buyerName }: OrderRow) => ({
  reference,
  bookTitle,
  buyerName,
})

function queueReceipt(order: OrderRow) {
  const { quantity, amountKobo, discountCode, discountKobo, lastDigits, isTest } = order
  const paidAt = order.paidAt as string
  return queueMail(amountKobo > 0 ? 'receipt' : 'freeReceipt', order.buyerEmail, {
    ...namesOf(order),
    orderId: order.id,
    quantity,
    amountKobo,
    lastDigits,
    isTest,
    paidAt,
    ...(discountCode && { discountCode, discountKobo }),
  })
}

/** Ends downloads and gifts and mails everybody concerned, once. Call it in a transaction. */
export async function refundPaidOrder(
  id: string,
  { by, providerStatus }: { by: OrderActor; providerStatus: string },
  { parts }: MoveWith,
) {
  const order = await setRefunded(id, providerStatus)
  if (!order) return
  await insertOrderEvent(id, { what: 'refunded', by })
  const endCopy = async (orderId: string) => {
    const ended = await setRefunded(orderId, providerStatus)
    if (!ended) return
    await insertOrderEvent(orderId, { what: 'refunded', by, note: 'with the order it came from' })
    // A code that opened the book without an address.
    if (ended.buyerEmail)
      await queueMail('giftEnded', ended.buyerEmail, { ...namesOf(ended), orderId })
  }
  for (const redeemedAs of await endCodes(id)) await endCopy(redeemedAs)
  for (const part of parts) await part.onRefunded?.(order, endCopy)
  const { amountKobo, problemCode, paidAt } = order
  // One that came so late that its buyer is not known any more tells nobody.
  if (order.buyerEmail)
    await queueMail('refunded', order.buyerEmail, {
      ...namesOf(order),
      orderId: id,
      // What did not match the order, or never paid it, may have been of another amount.
      amountKobo: problemCode || !paidAt ? null : amountKobo,
    })
}

async function review(
  order: OrderRow,
  finding: { problem: OrderProblem; providerStatus: string; refundDue: boolean },
  by: OrderActor,
): Promise<boolean> {
  const problem = describeProblem(finding.problem, order)
  const moved = await setNeedsReview(order.id, finding)
  if (!moved) return false
  await insertOrderEvent(order.id, { what: 'needs_review', by, note: problem })
  const { id: orderId, buyerEmail } = moved
  const words = { ...namesOf(moved), ...(finding.refundDue && { isPaidTwice: true }) }
  if (buyerEmail) await queueMail('orderReview', buyerEmail, { ...words, orderId })
  await queueMail('orderReviewNotice', toPublisher, { ...words, buyerEmail, problem })
  return true
}

const everyMs = 15_000

export interface CheckWith extends SettleWith {
  log: Logger
}

/** Verifies unsettled payments; any number of replicas may do so. */
export function startOrderChecks(options: CheckWith): { stop(): Promise<void> } {
  return startLoop({
    work: (signal) => checkOrders(options, signal),
    everyMs,
    log: options.log,
    failure: 'order check failed',
  })
}

/** Simultaneous requests to the provider, so that a slow response delays few others. */
const atOnce = 8

/** One run over unsettled webhooks and due orders, until none could be settled; their claims expire. */
export async function checkOrders(options: CheckWith, signal?: AbortSignal): Promise<void> {
  await expireSubmissions()
  while (!signal?.aborted) {
    const webhooks = await claimUnsettledWebhooks(atOnce)
    const orders = await claimDueOrders(atOnce)
    const settled = await Promise.all([
      ...webhooks.map(async ({ provider, notice, reference }) => {
        const isSettled = await trySettling(reference, 'sweep', options)
        if (isSettled) await markNoticeSettled(provider, notice)
        return isSettled
      }),
      ...orders.map(({ reference }) => trySettling(reference, 'sweep', options)),
    ])
    if (!settled.includes(true)) return
  }
}
