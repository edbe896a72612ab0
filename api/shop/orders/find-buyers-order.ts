import { limitForm } from '#api/http/load/rate-limit.ts'
import type { RequestContext } from '#api/http/request-context.ts'
import { apiError } from '#contract/errors.ts'
import { findOrderByKey, type OrderRow } from './orders.queries.ts'

export async function findBuyersOrder(
  { reference, key }: { reference: string; key: string },
  { address }: RequestContext,
): Promise<OrderRow> {
  const order = await findOrderByKey(reference, key)
  if (order) return order
  // Only wrong keys count, so that guesses of a neighbour do not affect a buyer.
  await limitForm('wrong order keys', address)
  throw apiError('orderNotFound')
}
