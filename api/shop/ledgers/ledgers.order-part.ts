import type { OrderPart } from '#api/shop/orders/order-part.ts'
import { postRefund, postSale } from './ledger.queries.ts'

/** A sale is divided between VAT, authors and publisher when paid, and back when refunded. */
export const ledgers: OrderPart = {
  onPaid: postSale,
  onRefunded: ({ id }) => postRefund(id),
}
