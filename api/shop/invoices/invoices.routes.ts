import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import { bankPayments } from '#api/integrations/bank.ts'
import { placeOrder } from '#api/shop/orders/place-order.ts'
import { addDays, dayOf } from '#contract/days.ts'
import { apiError } from '#contract/errors.ts'
import type { BankAccount } from '#contract/invoices.ts'
import { toKobo, toNaira } from '#contract/money.ts'

export interface InvoiceSettings {
  account: BankAccount
  /** Until a new invoice is due. */
  days: number
}

interface InvoicesOptions {
  publicUrl: string
  orderSecret: Uint8Array
  /** Undefined: schools cannot pay by invoice. */
  invoicing?: InvoiceSettings | undefined
}

export function invoicesRoutes(
  router: Router,
  { publicUrl, orderSecret, invoicing }: InvoicesOptions,
) {
  serve(router, 'POST /invoices', async ({ shownTotal, ...typed }, context) => {
    if (!invoicing) throw apiError('invoicesNotOpen')
    const { school, schoolAddress, purchaseNumber, ...purchase } = typed
    const { account, days } = invoicing
    const dueOn = addDays(dayOf(new Date()), days)
    const placed = await placeOrder(
      {
        ...purchase,
        paymentMethod: 'transfer',
        invoice: { school, schoolAddress, purchaseNumber, account, dueOn },
      },
      context,
      {
        ...{ publicUrl, orderSecret, payments: [bankPayments] },
        shownKobo: shownTotal === undefined ? undefined : toKobo(Number(shownTotal || NaN)),
      },
    )
    const { reference, checkoutUrl, amountKobo, discountKobo } = placed
    return { reference, checkoutUrl, amount: toNaira(amountKobo), discount: toNaira(discountKobo) }
  })
}
