import type { Logger } from 'pino'
import type { ListedPayment, Payments } from '#api/integrations/integrations.ts'
import { startLoop } from '#api/jobs/background-loop.ts'
import type { OrderRow } from '#api/shop/orders/orders.queries.ts'
import { type MoveWith, trySettling } from '#api/shop/orders/settle-order.ts'
import { dayOf } from '#contract/dates.ts'
import { dayMs, hourMs, startOf } from '#contract/days.ts'
import { orderReference } from '#contract/endpoints/shop/order-fields.ts'
import type { PaymentDifference } from '#contract/shop/payment-providers.ts'
import {
  claimDay,
  type Difference,
  listOrdersAt,
  listPaidWithin,
  setCompared,
  setNotCompared,
} from './reconciliation.queries.ts'

export interface CompareWith extends MoveWith {
  /** What is set at present: what staff write down is compared by them. */
  payments(): readonly Payments[]
  log: Logger
}

const everyMs = 15 * 60_000

/** Yesterday, and the days of which refunds and disputes may come late. */
const daysBack = [1, 7, 30]
const firstHour = 3

/** Compares the days that are due, each night; one replica a day, and again until the provider answers. */
export function startReconciliation(options: CompareWith): { stop(): Promise<void> } {
  return startLoop({
    work: (signal) => compareDueDays(options, new Date(), signal),
    everyMs,
    log: options.log,
    failure: 'comparison with the payment provider failed',
  })
}

export async function compareDueDays(options: CompareWith, now: Date, signal?: AbortSignal) {
  const tonight = new Date(startOf(dayOf(now)).getTime() + firstHour * hourMs)
  if (now < tonight) return
  for (const payments of options.payments()) {
    for (const back of daysBack) {
      if (signal?.aborted) return
      const day = dayOf(new Date(now.getTime() - back * dayMs))
      await compareDay(day, payments, { ...options, notSince: tonight })
    }
  }
}

/**
 * Compares a provider's list of a day of Lagos with our orders. What is settled there and not here is settled; what then still
 * differs is stored. Does nothing while somebody else compares the day, or if it was compared since then. Never rejects for
 * a provider that does not answer: the day's row has the reason.
 */
export async function compareDay(
  day: string,
  payments: Payments,
  options: CompareWith & { notSince: Date },
): Promise<void> {
  const { provider } = payments
  if (!(await claimDay({ provider, day }, options.notSince))) return
  try {
    const result = await findDifferences(day, payments, options)
    await setCompared({ provider, day }, result)
  } catch (error) {
    options.log.warn({ err: error, provider, day }, 'payments of a day could not be compared')
    await setNotCompared({ provider, day }, (error as Error).message.slice(0, 300))
  }
}

/** Other shops may use the same account. */
const isOurs = ({ reference }: ListedPayment) =>
  orderReference.safeParse(reference).data === reference

async function findDifferences(day: string, payments: Payments, options: CompareWith) {
  const { provider } = payments
  const from = startOf(day)
  const to = new Date(from.getTime() + dayMs)
  const listed = new Map(
    (await payments.listPayments(from, to)).filter(isOurs).map((one) => [one.reference, one]),
  )
  const read = async () => {
    const orders = [
      ...(await listOrdersAt(provider, [...listed.keys()])),
      ...(await listPaidWithin(payments, from, to)),
    ]
    return new Map(orders.map((order) => [order.reference, order]))
  }
  let orders = await read()
  const differ = (reference: string) => differenceOf(orders.get(reference), listed.get(reference))
  const references = () => [...new Set([...listed.keys(), ...orders.keys()])].filter(differ)

  // Beyond its list: a payment of another day, or one that has changed while the list was read.
  for (const reference of references().slice(0, mostAsked))
    listed.set(reference, await payments.verify(reference))
  let settled = 0
  for (const reference of references()) {
    const kind = differ(reference)
    if (kind !== 'paidThere' && kind !== 'refundedThere') continue
    if (await trySettling(reference, 'reconciliation', options)) settled++
  }
  if (settled > 0) orders = await read()
  const differences = references().map((reference): Difference => {
    const kind = differ(reference) as PaymentDifference
    return { ...(listed.get(reference) ?? notListed), reference, kind }
  })
  return { payments: listed.size, settled, differences }
}

/** A provider that lists nothing must not be asked for each of thousands. */
const mostAsked = 200

const notListed = {
  status: 'unknown',
  providerStatus: 'not listed',
  amountKobo: null,
  currency: 'NGN',
} as const

/** How an order and what its provider says differ; undefined if they do not. */
function differenceOf(
  order: OrderRow | undefined,
  payment: ListedPayment = { ...notListed, reference: '' },
): PaymentDifference | undefined {
  const { status } = payment
  if (!order) return status === 'success' ? 'unknown' : undefined
  const { state } = order
  if (status === 'reversed') {
    return state === 'paid' || state === 'needs_review' ? 'refundedThere' : undefined
  }
  if (status !== 'success') return state === 'paid' ? 'paidHere' : undefined
  if (state === 'refunded') return 'refundedHere'
  const isAmount = payment.amountKobo === order.amountKobo && payment.currency === order.currency
  if (!isAmount) return 'otherAmount'
  // What needs a review is among the orders for that.
  return state === 'paid' || state === 'needs_review' ? undefined : 'paidThere'
}
