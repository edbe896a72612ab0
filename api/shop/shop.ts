import type { Payments } from '#api/integrations/integrations.ts'
import { begunOrders } from './begun/begun-orders.order-part.ts'
import { bundles } from './books/bundles.order-part.ts'
import { discounts } from './discounts/discounts.order-part.ts'
import { bankPayments } from './invoices/bank-payments.ts'
import { invoices } from './invoices/invoices.order-part.ts'
import { ledgers } from './ledgers/ledgers.order-part.ts'
import type { OrderPart } from './orders/order-part.ts'
import type { SettleWith } from './orders/settle-order.ts'
import { presents } from './presents/presents.order-part.ts'
import { receipts } from './receipts/receipts.order-part.ts'

/** Everything that happens to an order beside its own moves (api/shop/orders), in the order in which it happens. */
export const orderParts: readonly OrderPart[] = [
  bundles,
  presents,
  invoices,
  discounts,
  ledgers,
  // Receipts come last, since others wait for the next number.
  receipts,
]

/**
 * What settles orders, whoever took their money. `payments`: what is set at present; none: nothing is paid online. `isReminding`:
 * whether buyers are written to who have begun an order and not paid it.
 */
export function shopWith(
  payments: () => readonly Payments[],
  orderSecret: Uint8Array,
  isReminding = () => false,
): SettleWith {
  const parts = [...orderParts, begunOrders(isReminding)]
  return { parts, payments: () => [...payments(), bankPayments], orderSecret }
}
