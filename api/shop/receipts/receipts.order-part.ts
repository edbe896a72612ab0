import type { OrderPart } from '#api/shop/orders/order-part.ts'
import { insertReceipt } from './receipts.queries.ts'

/** A number of its own for each sale. */
export const receipts: OrderPart = {
  async onPaid({ id, amountKobo, isTest }) {
    if (amountKobo > 0 && !isTest) await insertReceipt(id)
  },
}
