import type { RequestContext } from '#api/http/request-context.ts'
import { isProvenAddress } from '#api/mails/mails.queries.ts'
import type { OrderActor } from '#api/shop/orders/orders.queries.ts'
import { type PlacedOrder, type PlaceWith, placeOrder } from '#api/shop/orders/place-order.ts'
import { dayOf } from '#contract/dates.ts'
import { addDays } from '#contract/days.ts'
import type { ParsedInputOf } from '#contract/endpoints/contract.ts'
import { required } from '#contract/errors.ts'
import type { BankAccount } from '#contract/shop/invoices.ts'
import { bankPayments } from './bank-payments.ts'

export interface InvoiceSettings {
  account: BankAccount
  /** The days until a new invoice is due. */
  days: number
}

export interface InvoiceWith extends Omit<PlaceWith, 'payments'> {
  /** What is set at present; undefined: schools cannot pay by invoice. */
  invoicing?: (() => InvoiceSettings | undefined) | undefined
}

/** An order that waits for the transfer of a school; a repeated submission is the same one. */
export async function placeInvoice(
  typed: ParsedInputOf<'POST /admin/invoices'>,
  context: RequestContext,
  { invoicing, ...options }: InvoiceWith & { shownKobo: number | undefined; actor: OrderActor },
): Promise<PlacedOrder> {
  const asSet = required(invoicing?.(), 'invoicesNotOpen')
  const { school, schoolAddress, purchaseNumber, ...purchase } = typed
  const { account, days } = asSet
  const dueOn = addDays(dayOf(new Date()), days)
  const reader = await context.findReader()
  const isOwn = reader?.email === typed.buyerEmail && (await isProvenAddress(typed.buyerEmail))
  const isProven = options.actor === 'publisher' || isOwn
  return placeOrder(
    {
      ...purchase,
      paymentMethod: 'transfer',
      invoice: { school, schoolAddress, purchaseNumber, account, dueOn, isProven },
    },
    context,
    { ...options, payments: [bankPayments] },
  )
}
