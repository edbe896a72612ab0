import { queueMail } from '#api/mails/mails.queries.ts'
import type { NewInvoice, OrderPart } from '#api/shop/orders/order-part.ts'
import { formatNumber, takeNumber } from '#api/shop/orders/take-number.ts'
import { hourMs } from '#contract/days.ts'
import { apiError } from '#contract/errors.ts'
import { proofHours, type TypedInvoice } from '#contract/shop/invoices.ts'
import { findInvoice, type InvoiceRow, insertInvoice, termOf } from './invoices.queries.ts'
import { queueInvoice } from './prove-invoice.ts'

/** The number is taken once the school's address is proven, in the transaction of the order: it is used or not taken. */
export const invoices: OrderPart = {
  async place({ purchase: { invoice, buyerEmail } }) {
    if (!invoice) return undefined
    return {
      isToBeShown: true,
      firstCheckAt: invoice.isProven
        ? termOf(invoice.dueOn).endsAt
        : new Date(Date.now() + proofHours * hourMs),
      check(amountKobo) {
        if (amountKobo === 0) throw apiError('nothingToInvoice')
      },
      async store(orderId) {
        const number = await insertFor(orderId, invoice)
        if (number) await queueInvoice(orderId, buyerEmail)
        else await queueMail('invoiceProof', buyerEmail, { orderId })
        return number ? `invoice ${number}` : undefined
      },
    }
  },

  isSame: async ({ id }, { invoice }) => isSameInvoice(await findInvoice(id), invoice),
}

async function insertFor(orderId: string, { account, dueOn, isProven, ...typed }: NewInvoice) {
  const number = isProven ? formatNumber('invoice', await takeNumber('invoice')) : null
  const { school, schoolAddress, purchaseNumber } = typed
  await insertInvoice({
    orderId,
    number,
    school,
    schoolAddress,
    purchaseNumber,
    dueOn,
    openUntil: termOf(dueOn).openUntil,
    ...account,
  })
  return number
}

function isSameInvoice(stored: InvoiceRow | undefined, typed: TypedInvoice | undefined): boolean {
  if (!stored || !typed) return stored === typed
  return (
    stored.school === typed.school &&
    stored.schoolAddress === typed.schoolAddress &&
    stored.purchaseNumber === typed.purchaseNumber
  )
}
