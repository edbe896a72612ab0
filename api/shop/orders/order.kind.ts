import type { Find } from '#api/operations/search/find.ts'
import type { ServedKind, Waiting } from '#api/operations/served-kind.ts'
import { formatKobo } from '#contract/money.ts'
import { shop } from '#contract/roles.ts'
import { listFoundOrders, oldestRefundWanted, oldestToReview } from './orders.admin.queries.ts'
import { type ProblemFacts, problemOf } from './orders.queries.ts'
import { snapshotRefusal, undoRefusal } from './refund-requests.ts'

const find: Find = async (words, most) => {
  const orders = await listFoundOrders(words, most)
  return orders.map(({ reference, orderNumber, buyerName, amountKobo, state }) => ({
    id: reference,
    title: buyerName,
    fact: `${formatKobo(amountKobo)}, ${orderNumber}`,
    state,
  }))
}

const toReview: Waiting<Omit<ProblemFacts, 'currency'>> = {
  rows: oldestToReview,
  factsOf: (order) =>
    order.problemCode === 'otherAmount'
      ? { paid: formatKobo(order.problemKobo ?? 0), due: formatKobo(order.amountKobo) }
      : { note: problemOf({ ...order, currency: 'NGN' }) ?? undefined },
}

export const orderKind = {
  find,
  waiting: { ordersToReview: toReview, refundsWanted: { rows: oldestRefundWanted } },
  undo: { refusal: { snapshot: snapshotRefusal, undo: undoRefusal, roles: shop } },
} satisfies ServedKind
