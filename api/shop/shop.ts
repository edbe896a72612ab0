import type { Payments } from '#api/integrations/integrations.ts'
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

/** What settles orders, whoever took their money. `payments`: what is set at present; none: nothing is paid online. */
export function shopWith(payments: () => readonly Payments[], orderSecret: Uint8Array): SettleWith {
  return { parts: orderParts, payments: () => [...payments(), bankPayments], orderSecret }
}
