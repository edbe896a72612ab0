import type { Find } from '#api/operations/search/find.ts'
import { formatKobo } from '#contract/money.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { listFoundOrders } from './orders.admin.queries.ts'

export const findOrders: Find = async (words, most) => {
  const orders = await listFoundOrders(words, most)
  return orders.map(({ reference, orderNumber, buyerName, amountKobo, state }) => ({
    id: reference,
    title: buyerName,
    fact: `${formatKobo(amountKobo)}, ${orderNumber}`,
    state,
    path: staffPaths.order(reference),
  }))
}
