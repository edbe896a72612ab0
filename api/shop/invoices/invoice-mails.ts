import {
  becauseForPublisher,
  facts,
  greeting,
  listed,
  type MailTexts,
} from '#api/mails/mail-texts.ts'
import type { Brand } from '#api/mails/render-mail.ts'
import { mailedOrderPage } from '#api/shop/orders/copies.queries.ts'
import { findOrder } from '#api/shop/orders/orders.queries.ts'
import type { SellerFacts } from '#api/shop/pdf/order-sheet.ts'
import { formatDate } from '#contract/dates.ts'
import { formatKobo } from '#contract/money.ts'
import { proofHours } from '#contract/shop/invoices.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { oneLine } from '#contract/text.ts'
import { drawInvoice } from './draw-invoice.ts'
import {
  findInvoice,
  findMadeInvoice,
  listMadeInvoices,
  type NumberedInvoice,
} from './invoices.queries.ts'

// They leave out what somebody typed of the school: the page has it, and the sheet, which only proven addresses get.
export const invoiceMails = {
  async invoiceProof({ orderId }, { brand, publicUrl, orderSecret }) {
    const [order, invoice] = await Promise.all([findOrder(orderId), findInvoice(orderId)])
    if (order?.state !== 'pending' || !invoice || invoice.number) return
    return {
      subject: `Get your invoice: ${order.bookTitle}`,
      paragraphs: [
        greeting(order.buyerName),
        `Somebody, most likely you, asked for an invoice of ${formatKobo(order.amountKobo)} for ${order.quantity} copies of “${oneLine(order.bookTitle)}”. Press the button within ${proofHours} hours: then the invoice is made, and comes to this e-mail address as a PDF.`,
        'If it was not you, do nothing: then there is no invoice, and nothing to pay.',
      ],
      link: {
        label: 'Make the invoice',
        url: `${publicUrl}${mailedOrderPage(order, orderSecret)}`,
      },
      because: `an invoice of ${brand.name} was asked for with this e-mail address.`,
    }
  },

  async invoice({ orderId, isChanged }, { brand, vat, publicUrl, orderSecret }) {
    const found = await findWaiting(orderId)
    if (!found) return
    const { order, invoice } = found
    return {
      subject: isChanged
        ? `Invoice ${invoice.number} is now due on ${formatDate(invoice.dueOn)}`
        : `Invoice ${invoice.number}: ${order.bookTitle}`,
      paragraphs: [
        greeting(order.buyerName),
        isChanged
          ? `Invoice ${invoice.number} for “${oneLine(order.bookTitle)}” may now be paid by ${formatDate(invoice.dueOn)}.`
          : `Thank you for your order of “${oneLine(order.bookTitle)}”. Please pay it by bank transfer by ${formatDate(invoice.dueOn)}:`,
        toPay(invoice),
        `Give ${invoice.number} as the narration of the transfer, and transfer exactly this amount. When we have seen it on our account, the codes for your class come to this e-mail address.`,
      ],
      link: {
        label: 'See and print the invoice',
        url: `${publicUrl}${mailedOrderPage(order, orderSecret)}`,
      },
      because: becauseInvoiced(brand),
      attachments: [asPdf(found, { brand, vat })],
    }
  },

  async invoicePart({ orderId }, { brand, vat, publicUrl, orderSecret }) {
    const [order, invoice] = await Promise.all([findOrder(orderId), findMadeInvoice(orderId)])
    // What was rejected since, or made whole, is not told.
    const isPart = invoice && invoice.paidKobo > 0 && invoice.missingKobo > 0
    if (!order || !isPart || invoice.state === 'returned') return
    return {
      subject: `Invoice ${invoice.number}: ${formatKobo(invoice.missingKobo)} is missing`,
      paragraphs: [
        greeting(order.buyerName),
        `Thank you: ${formatKobo(invoice.paidKobo)} of the ${formatKobo(order.amountKobo)} of invoice ${invoice.number} for “${oneLine(order.bookTitle)}” has come. Please transfer what is missing:`,
        toPay(invoice),
        `When it is there, the codes for your class come to this e-mail address. If you have a question, or want your money back, write to us at ${brand.email} and name ${invoice.number}.`,
      ],
      link: {
        label: 'See the invoice',
        url: `${publicUrl}${mailedOrderPage(order, orderSecret)}`,
      },
      because: becauseInvoiced(brand),
      attachments: [asPdf({ order, invoice }, { brand, vat })],
    }
  },

  async invoiceReminder({ orderId }, { brand, vat, publicUrl, orderSecret }) {
    const found = await findWaiting(orderId)
    if (!found) return
    const { order, invoice } = found
    return {
      subject: `Invoice ${invoice.number} is due on ${formatDate(invoice.dueOn)}`,
      paragraphs: [
        greeting(order.buyerName),
        `Invoice ${invoice.number} for “${oneLine(order.bookTitle)}” is due on ${formatDate(invoice.dueOn)}, and ${invoice.paidKobo > 0 ? `${formatKobo(invoice.missingKobo)} of it is still missing` : 'we have not seen its transfer yet'}.`,
        toPay(invoice),
        `If you have paid, you need to do nothing: a transfer may take a day until we see it. If you need more time, or do not want the books any more, write to us at ${brand.email}.`,
      ],
      link: {
        label: 'See and print the invoice',
        url: `${publicUrl}${mailedOrderPage(order, orderSecret)}`,
      },
      because: becauseInvoiced(brand),
      attachments: [asPdf(found, { brand, vat })],
    }
  },

  async invoiceWithdrawn({ orderId }, { brand, publicUrl, orderSecret }) {
    const [order, invoice] = await Promise.all([findOrder(orderId), findMadeInvoice(orderId)])
    if (!order || !invoice) return
    return {
      subject: `Invoice ${invoice.number} was withdrawn`,
      paragraphs: [
        greeting(order.buyerName),
        `We have withdrawn invoice ${invoice.number} for “${oneLine(order.bookTitle)}”. Please do not pay it any more.`,
        `If you have paid it already, or have a question, write to us at ${brand.email} and name ${invoice.number}.`,
      ],
      link: {
        label: 'See the order',
        url: `${publicUrl}${mailedOrderPage(order, orderSecret)}`,
      },
      because: becauseInvoiced(brand),
    }
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

const asPdf = ({ order, invoice }: Waiting, seller: SellerFacts) => ({
  name: `${seller.brand.name} invoice ${invoice.number}.pdf`,
  draw: () => drawInvoice(order, invoice, seller),
})

const toPay = (invoice: NumberedInvoice) =>
  facts({
    Amount: formatKobo(invoice.missingKobo),
    Bank: invoice.bankName,
    'Account name': invoice.accountName,
    'Account number': invoice.accountNumber,
    Narration: invoice.number,
    'Pay by': formatDate(invoice.dueOn),
  })

const becauseInvoiced = (brand: Brand) =>
  `an invoice of ${brand.name} was made out to this e-mail address.`
