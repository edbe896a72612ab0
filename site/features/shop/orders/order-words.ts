import { dayOf, formatDate } from '#contract/dates.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { errorSentences } from '#contract/error-sentences.ts'
import { formatNaira } from '#contract/money.ts'
import { proofHours } from '#contract/shop/invoices.ts'

export type BuyersOrder = OutputOf<'GET /orders/:reference'>

/** The fields of its purchase box, as its buyer had typed them. */
export function typedFor({ present, ...order }: BuyersOrder): Record<string, string> {
  const day = present && dayOf(new Date(present.sendAt))
  return {
    quantity: String(order.quantity),
    paymentMethod: order.paymentMethod,
    buyerName: order.buyerName,
    buyerEmail: order.buyerEmail,
    ...(order.discountCode && { discountCode: order.discountCode }),
    ...(present && {
      isPresent: 'yes',
      presentName: present.name,
      presentEmail: present.email,
      presentGreeting: present.greeting,
    }),
    ...(day && day > dayOf(new Date()) && { presentDay: day }),
  }
}

/** Whoever tries their own shop has come here from the admin, in a tab of its own. */
const afterTest =
  'This was a test. If the shop is yours, go back to the tab in which you set it up.'

function wordsOfPaid(order: BuyersOrder, isMailOff: boolean) {
  const text = [
    isMailOff
      ? 'Our mails do not leave at present. Keep the address of this page: it leads to what you bought.'
      : `A mail with the link to this page has gone to ${order.buyerEmail}. Keep it.`,
  ]
  if (order.present) return { title: 'Thank you. Your present is paid.', text }
  if (order.isTest && !order.download) {
    return { title: 'The test was paid.', text: [errorSentences[403].testOpensNothing] }
  }
  return {
    title:
      order.parts.length > 0 ? 'Thank you. The books are yours.' : 'Thank you. The book is yours.',
    text,
  }
}

/** The state of an order and its explanation, as a buyer reads them. */
export function wordsOf(order: BuyersOrder, isMailOff = false): { title: string; text: string[] } {
  const amount = formatNaira(order.amount)
  const ofInvoice = order.invoice && wordsOfInvoice(order, order.invoice)
  if (ofInvoice) return ofInvoice
  switch (order.status) {
    case 'pending':
      return order.paymentMethod === 'transfer'
        ? {
            title: 'Waiting for your bank',
            text: [
              `We deliver as soon as your transfer of ${amount} has arrived. That takes some minutes, now and then some hours.`,
              `You may close this page: the mail with your book goes to ${order.buyerEmail} all the same.`,
            ],
          }
        : {
            title: 'Not paid yet',
            text: [
              `No payment of ${amount} has reached us, so the book has not been delivered. You can still pay.`,
              `Once you have paid, a mail with your book goes to ${order.buyerEmail}.`,
            ],
          }
    case 'paid': {
      const { title, text } = wordsOfPaid(order, isMailOff)
      return { title, text: order.isTest ? [...text, afterTest] : text }
    }
    case 'failed':
      return {
        title: 'The payment did not go through',
        text: ['Your bank or card said no. Nothing was charged, and nothing was delivered.'],
      }
    case 'abandoned':
      return {
        title: 'The payment was not finished',
        text: ['It was cancelled or left before the end. Nothing was charged.'],
      }
    case 'expired':
      return {
        title: 'This order has expired',
        text: ['No payment came within a day. Nothing was charged by us.'],
      }
    case 'refunded':
      return {
        title: 'Your money was given back',
        text: [
          order.amount > 0
            ? `We gave it back${order.refundedAt ? ` on ${formatDate(order.refundedAt)}` : ''}, to the card or bank account that it came from. Until your bank shows it, a few days may pass.`
            : `The order that this copy came from was given back${order.refundedAt ? ` on ${formatDate(order.refundedAt)}` : ''}.`,
          'The download and the codes of this order have ended with it.',
        ],
      }
    case 'needs_review':
      if (order.isPaidTwice) {
        return {
          title: 'You have paid twice',
          text: [
            'You had already paid for this book in another try, and that order was delivered: its mail has your book.',
            `This payment goes back the way it came. A mail to ${order.buyerEmail} tells you when.`,
          ],
        }
      }
      return {
        title: 'We are looking at your payment',
        text: [
          'A payment came in, but it is not what was ordered: the amount differs, say, or it came too late for the discount code. So the book has not been delivered yet. Please do not pay again.',
          `The publisher has been told, and writes to ${order.buyerEmail}. Your money goes back the way it came; then you can order again.`,
        ],
      }
  }
}

/** The words while its money has not come; undefined where they are those of any order. */
function wordsOfInvoice(
  { buyerEmail, amount, status }: BuyersOrder,
  { number, state, dueOn, openUntil, paid, missing }: NonNullable<BuyersOrder['invoice']>,
): ReturnType<typeof wordsOf> | undefined {
  const day = formatDate(dueOn)
  if (paid > 0 && (state === 'waiting' || state === 'overdue')) {
    return {
      title: `${formatNaira(missing)} is missing`,
      text: [
        `Thank you: ${formatNaira(paid)} of the ${formatNaira(amount)} of invoice ${number} has come. Please transfer the missing ${formatNaira(missing)}, and give ${number} as the narration of the transfer.`,
        `When it is there, a mail with the codes goes to ${buyerEmail}. If you want your money back instead, write to us.`,
      ],
    }
  }
  switch (state) {
    case 'unproven':
      if (status !== 'pending') return undefined
      return {
        title: 'Check your e-mail',
        text: [
          `A mail has gone to ${buyerEmail}. Press its button within ${proofHours} hours: then the invoice is made, and comes to that address as a PDF.`,
          'Nothing there after some minutes? Check your spam folder, or ask again with the right address.',
        ],
      }
    case 'waiting':
      return {
        title: `Invoice ${number}`,
        text: [
          `Please transfer exactly this amount by ${day}, and give ${number} as the narration of the transfer.`,
          `When we have seen it on our account, a mail with the codes goes to ${buyerEmail}. That may take a working day or two.`,
        ],
      }
    case 'overdue':
      return {
        title: `Invoice ${number} is overdue`,
        text: [
          `It was to be paid by ${day}. If you have paid, you need to do nothing: a mail with the codes goes to ${buyerEmail} when we have seen your transfer.`,
          `Else please pay it now: the invoice ends after ${formatDate(openUntil)}. If you need more time, write to us.`,
        ],
      }
    case 'toConfirm':
      return {
        title: 'We have seen a transfer',
        text: [
          `Somebody of ours is checking the transfer for invoice ${number}. Then a mail with the codes goes to ${buyerEmail}.`,
        ],
      }
    case 'lapsed':
      return {
        title: `Invoice ${number} has ended`,
        text: [
          `No transfer was seen by ${formatDate(openUntil)}, so nothing was delivered. If you have paid all the same, write to us: then we deliver.`,
          'If you still want the books, have a new invoice made on the page of the book.',
        ],
      }
    case 'withdrawn':
      return {
        title: `Invoice ${number} was withdrawn`,
        text: ['Please do not pay it any more. If you have paid it already, write to us.'],
      }
    default:
      return undefined
  }
}
