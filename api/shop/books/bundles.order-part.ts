import type { OrderPart } from '#api/shop/orders/order-part.ts'
import { insertOrderParts } from '#api/shop/orders/order-parts.queries.ts'
import { apiError } from '#contract/errors.ts'
import { contentsOf, listParts } from './book-parts.queries.ts'

/** The books of a bundle are those that it has when it is ordered. */
export const bundles: OrderPart = {
  async place({ book }) {
    const parts = await listParts(book.id)
    const { sale } = contentsOf(book, parts)
    if (sale === 'incomplete') throw apiError('bundleIncomplete')
    if (sale === 'noPdfYet') throw apiError('noPdfYet')
    return {
      async store(orderId) {
        await insertOrderParts(orderId, parts)
        return undefined
      },
    }
  },
}
