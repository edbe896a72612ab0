import { inWords } from '#api/mails/fill-words.ts'
import {
  becauseForPublisher,
  facts,
  listed,
  type MailContext,
  type MailTexts,
  quoted,
} from '#api/mails/mail-texts.ts'
import { mailedOrderPage } from '#api/shop/orders/copies.queries.ts'
import { findOrder, type OrderRow } from '#api/shop/orders/orders.queries.ts'
import type { SellerFacts } from '#api/shop/pdf/order-sheet.ts'
import { formatDate } from '#contract/dates.ts'
import { formatKobo } from '#contract/money.ts'
import { proofHours } from '#contract/shop/invoices.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { drawInvoice } from './draw-invoice.ts'
import { findInvoice, findMadeInvoice, listMadeInvoices } from './invoices.queries.ts'

// They leave out what somebody typed of the school: the page has it, and the sheet, which only proven addresses get.
export const invoiceMails = {
  async invoiceProof({ orderId }, context) {
    const [order, invoice] = await Promise.all([findOrder(orderId), findInvoice(orderId)])
    if (order?.state !== 'pending' || !invoice || invoice.number) return
    return inWords('invoiceProof', context, {
      ...about(order, context),
      values: {
        amount: formatKobo(order.amountKobo),
        copies: String(order.quantity),
        book: quoted(order.bookTitle),
        hours: String(proofHours),
      },
    })
  },

  async invoice({ orderId, isChanged }, context) {
    const found = await findWaiting(orderId)
    if (!found) return
    return inWords(isChanged ? 'invoiceChanged' : 'invoice', context, {
      ...about(found.order, context),
      values: valuesOf(found),
      attachments: [asPdf(found, context)],
    })
  },

  async invoicePart({ orderId }, context) {
    const [order, invoice] = await Promise.all([findOrder(orderId), findMadeInvoice(orderId)])
    // What was rejected since, or made whole, is not told.
    const isPart = invoice && invoice.paidKobo > 0 && invoice.missingKobo > 0
    if (!order || !isPart || invoice.state === 'returned') return
    return inWords('invoicePart', context, {
      ...about(order, context),
      values: {
        ...valuesOf({ order, invoice }),
        paid: formatKobo(invoice.paidKobo),
        amount: formatKobo(order.amountKobo),
        missing: formatKobo(invoice.missingKobo),
      },
      attachments: [asPdf({ order, invoice }, context)],
    })
  },

  async invoiceReminder({ orderId }, context) {
    const found = await findWaiting(orderId)
    if (!found) return
    const { paidKobo, missingKobo } = found.invoice
    const waiting =
      paidKobo > 0
        ? `${formatKobo(missingKobo)} of it is still missing`
        : 'we have not seen its transfer yet'
    return inWords('invoiceReminder', context, {
      ...about(found.order, context),
      values: { ...valuesOf(found), waiting },
      attachments: [asPdf(found, context)],
    })
  },

  async invoiceWithdrawn({ orderId }, context) {
    const [order, invoice] = await Promise.all([findOrder(orderId), findMadeInvoice(orderId)])
    if (!order || !invoice) return
    return inWords('invoiceWithdrawn', context, {
      ...about(order, context),
      values: valuesOf({ order, invoice }),
    })
  },

  async invoiceNotice({ orderId }, { publicUrl }, others) {
    if (others.length > 0) return tellOfSeveral([{ orderId }, ...others], publicUrl)
    const [order, invoice] = await Promise.all([findOrder(orderId), findMadeInvoice(orderId)])
    if (!order || !invoice) return
    return {
      subject: `An invoice was made: ${invoice.number}`,
      paragraphs: [
        'A school wants to pay by bank transfer. When the money is on your account, record it on the page of the invoice: then the books are delivered.',
        facts({
          Invoice: invoice.number,
          School: invoice.school,
          Contact: order.buyerName,
          'E-mail': order.buyerEmail,
          Book: order.bookTitle,
          Copies: String(order.quantity),
          Amount: formatKobo(order.amountKobo),
          Due: formatDate(invoice.dueOn),
        }),
      ],
      link: {
        label: 'See the invoice',
        url: `${publicUrl}${staffPaths.invoice(order.reference)}`,
      },
      because: becauseForPublisher,
    }
  },
} satisfies Partial<MailTexts>

async function tellOfSeveral(made: { orderId: string }[], publicUrl: string) {
  const invoices = await listMadeInvoices(made.map(({ orderId }) => orderId))
  return {
    subject: `${invoices.length} invoices were made`,
    paragraphs: [
      'Schools want to pay by bank transfer. When their money is on your account, record it on the page of the invoice: then the books are delivered.',
      listed(
        invoices.map(
          ({ number, school, amountKobo }) => `${number}: ${school}, ${formatKobo(amountKobo)}`,
        ),
      ),
    ],
    link: { label: 'See the invoices', url: `${publicUrl}${staffPaths.invoices}` },
    because: becauseForPublisher,
  }
}

/** Finds it while it may be paid and is not. */
async function findWaiting(orderId: string) {
  const [order, invoice] = await Promise.all([findOrder(orderId), findMadeInvoice(orderId)])
  const isWaiting = invoice?.state === 'waiting' || invoice?.state === 'overdue'
  return order && isWaiting ? { order, invoice } : undefined
}

type Waiting = NonNullable<Awaited<ReturnType<typeof findWaiting>>>

const about = (order: OrderRow, { publicUrl, orderSecret }: MailContext) => ({
  name: order.buyerName,
  url: `${publicUrl}${mailedOrderPage(order, orderSecret)}`,
})

const valuesOf = ({ order, invoice }: Waiting) => ({
  number: invoice.number,
  book: quoted(order.bookTitle),
  due: formatDate(invoice.dueOn),
  toPay: facts({
    Amount: formatKobo(invoice.missingKobo),
    Bank: invoice.bankName,
    'Account name': invoice.accountName,
    'Account number': invoice.accountNumber,
    Narration: invoice.number,
    'Pay by': formatDate(invoice.dueOn),
  }),
})

const asPdf = ({ order, invoice }: Waiting, { brand, vat }: SellerFacts) => ({
  name: `${brand.name} invoice ${invoice.number}.pdf`,
  draw: () => drawInvoice(order, invoice, { brand, vat }),
})
