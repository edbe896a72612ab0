import {
  becauseForPublisher,
  type ComposeWith,
  facts,
  greeting,
  type MailTexts,
  spokenName,
} from '#api/mails/mail-texts.ts'
import type { MailData } from '#api/mails/mails.queries.ts'
import { type Brand, type MailContent, shorten } from '#api/mails/render-mail.ts'
import {
  codeSheet,
  findDownload,
  findMailedCode,
  listCodes,
  mailedOrderPage,
  renewDownload,
} from '#api/shop/orders/copies.queries.ts'
import { giftCode, presentToken } from '#api/shop/orders/order-secrets.ts'
import {
  findOrder,
  findOrderByReference,
  listOrdersOf,
  type OrderRow,
} from '#api/shop/orders/orders.queries.ts'
import { formatBasisPoints } from '#api/shop/orders/vat.ts'
import {
  findPresent,
  findSentPresent,
  listPresentsOf,
} from '#api/shop/presents/presents.queries.ts'
import { drawReceipt, hasReceipt } from '#api/shop/receipts/draw-receipt.ts'
import { findReceiptNumber } from '#api/shop/receipts/receipts.queries.ts'
import { formatDate } from '#contract/dates.ts'
import { downloadLink } from '#contract/form-limits.ts'
import { formatKobo } from '#contract/money.ts'
import { mailedPaths } from '#contract/server-paths.ts'
import { orderPaths } from '#contract/shop/order-paths.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { OrderState } from '#contract/states.ts'
import { oneLine } from '#contract/text.ts'
import { outsideTransaction } from '#db/sql.ts'

const listedTitleLength = 60

export const orderMails = {
  gift: async ({ orderId, reference, name, title }, { brand, publicUrl, orderSecret }) => ({
    subject: `Your book: ${title}`,
    paragraphs: [
      greeting(name),
      `Your code has been redeemed: “${oneLine(title)}” is yours. Download it from the page of your order, ${await numberOf(reference)}.`,
      `The download works for ${downloadLink.days} days and ${downloadLink.downloads} times. Keep this mail: it is your way back to the book. When the download is over, ask for a new one at ${publicUrl}${orderPaths.find}.`,
    ],
    link: {
      label: 'Download your book',
      url: `${publicUrl}${mailedOrderPage({ id: orderId, reference }, orderSecret)}`,
    },
    because: becauseRedeemed(brand),
  }),

  async giftCode(mailed, { brand, publicUrl, orderSecret }) {
    const found = await findMailedCode(mailed)
    if (!found) return
    return {
      subject: `A code for a book: ${found.bookTitle}`,
      paragraphs: [
        greeting(null),
        `${spokenName(found.buyerName) ?? 'Somebody'} has bought “${oneLine(found.bookTitle)}” at ${brand.name}, and this code is your copy of it, to read on your phone or computer. It works once, costs you nothing, and needs no account:`,
        giftCode(orderSecret, mailed.orderId, mailed),
        'Whoever has the code can use it, so keep it as you keep money. If you do not want the book, do nothing.',
      ],
      link: { label: 'Redeem the code', url: `${publicUrl}${orderPaths.redeem}` },
      because: `somebody who bought a book at ${brand.name} had a code sent to this e-mail address.`,
    }
  },

  // The greeting is left out, which a stranger typed: it is on the page.
  async present({ orderId, generation }, { brand, publicUrl, orderSecret }) {
    const present = await findSentPresent(orderId, generation)
    if (!present) return
    const { recipientName, buyerName, bookTitle } = present
    const from = spokenName(buyerName) ?? 'Somebody'
    return {
      subject: `A present for you: ${bookTitle}`,
      paragraphs: [
        greeting(recipientName),
        `${from} has bought you a present at ${brand.name}: “${oneLine(bookTitle)}”, a book to read on your phone or computer. Open it whenever you like. It costs you nothing, and you need no account.`,
        'Keep this mail: its link is your way back to the book. If you do not know who it is from, or do not want it, do nothing, and you will hear no more of it.',
      ],
      link: {
        label: 'Open your present',
        url: `${publicUrl}${mailedPaths.present(presentToken(orderSecret, orderId, generation))}`,
      },
      because: `somebody bought a present for this e-mail address at ${brand.name}.`,
    }
  },

  async giftEnded({ orderId, reference, bookTitle, buyerName }, { brand, publicUrl, orderSecret }) {
    const number = await numberOf(reference)
    return {
      subject: `Your copy has ended: ${bookTitle}`,
      paragraphs: [
        greeting(buyerName),
        `Your copy of “${oneLine(bookTitle)}”, ${number}, came from somebody else’s order. That order was given back, and your copy has ended with it: it cannot be downloaded any more.`,
        `You paid nothing and need to do nothing. If you have a question, write to us at ${brand.email} and name ${number}.`,
      ],
      link: {
        label: 'See your order',
        url: `${publicUrl}${mailedOrderPage({ id: orderId, reference }, orderSecret)}`,
      },
      because: `a copy of a book came to this e-mail address from ${brand.name}.`,
    }
  },

  receipt: writeReceipt,
  freeReceipt: writeReceipt,

  async orderLinks({ orderId }, { brand, publicUrl, recipient, orderSecret }) {
    const orders = await findMailedOrders(orderId, recipient)
    if (orders.length === 0) return
    // This is outside the transaction: a page opened meanwhile shows the same link.
    for (const { id } of orders) await outsideTransaction(() => renewDownload(id, orderSecret))
    const presents = await listPresentsOf(orders.map(({ id }) => id))
    return {
      subject: orders.length === 1 ? `Your order: ${orders[0]?.bookTitle}` : 'Your orders',
      paragraphs: [
        greeting(orders[0]?.buyerName ?? null),
        `Somebody, most likely you, looked for ${orderId ? 'an order' : 'the orders'} of this e-mail address at ${brand.name}. Each link below opens the page of an order, with its download once it is paid.`,
        'If it was not you, do nothing: only this mail holds the links.',
      ],
      moreLinks: orders.map((order) => ({
        label: `${shorten(oneLine(order.bookTitle), listedTitleLength)}, ${order.orderNumber}, ${formatDate(order.createdAt)}, ${describeState(order, presents.has(order.id))}`,
        url: `${publicUrl}${mailedOrderPage(order, orderSecret)}`,
      })),
      because: 'somebody looked for orders with this e-mail address.',
    }
  },

  async orderReview(
    { orderId, reference, bookTitle, buyerName, isPaidTwice },
    { brand, publicUrl, orderSecret },
  ) {
    const number = await numberOf(reference)
    return {
      subject: isPaidTwice
        ? `You have paid twice: ${bookTitle}`
        : `We are looking at your payment: ${bookTitle}`,
      paragraphs: isPaidTwice
        ? [
            greeting(buyerName),
            `A payment came in for your order ${number}, “${oneLine(bookTitle)}”, after you had paid for the same book in another try. That one was delivered.`,
            `You need to do nothing: the second payment goes back the way it came, and we write to you when it does. If you have a question, write to us at ${brand.email} and name ${number}.`,
          ]
        : [
            greeting(buyerName),
            `A payment came in for your order ${number}, “${oneLine(bookTitle)}”, but it is not what was ordered, or it came too late for the discount code. So the book has not been delivered yet.`,
            `You need to do nothing, and please do not pay again. We are looking at it, will write to you, and give your money back the way it came; then you can order the book again. If you have a question, write to us at ${brand.email} and name ${number}.`,
          ],
      link: {
        label: 'See your order',
        url: `${publicUrl}${mailedOrderPage({ id: orderId, reference }, orderSecret)}`,
      },
      because: becauseOrdered(brand),
    }
  },

  async refunded(
    { orderId, reference, bookTitle, buyerName, amountKobo },
    { brand, publicUrl, orderSecret },
  ) {
    const number = await numberOf(reference)
    return {
      subject: `Your money goes back: ${bookTitle}`,
      paragraphs: [
        greeting(buyerName),
        'We have given back what you paid for this order. You need to do nothing; until your bank shows it, a few days may pass.',
        facts({
          Order: number,
          Book: bookTitle,
          ...(amountKobo !== null && { Amount: formatKobo(amountKobo) }),
        }),
        `The download and the codes of the order, if it had any, have ended with it. If you have a question, write to us at ${brand.email} and name ${number}.`,
      ],
      link: {
        label: 'See your order',
        url: `${publicUrl}${mailedOrderPage({ id: orderId, reference }, orderSecret)}`,
      },
      because: becauseOrdered(brand),
    }
  },

  async refundDeclined({ orderId, refusal }, { brand, publicUrl, orderSecret }) {
    const order = await findOrder(orderId)
    if (order?.state !== 'paid') return
    const { orderNumber, bookTitle, buyerName } = order
    return {
      subject: `About your refund: ${bookTitle}`,
      paragraphs: [
        greeting(buyerName),
        `You asked for a refund of your order ${orderNumber}, “${oneLine(bookTitle)}”. We have looked at it, and do not give the money back. ${brand.publisher} writes:`,
        refusal,
        `The order stays as it is, with its download and codes. If you see it otherwise, write to us at ${brand.email} and name ${orderNumber}.`,
      ],
      link: {
        label: 'See your order',
        url: `${publicUrl}${mailedOrderPage(order, orderSecret)}`,
      },
      because: becauseOrdered(brand),
    }
  },

  async orderReviewNotice(
    { reference, bookTitle, buyerName, buyerEmail, problem, isPaidTwice },
    { publicUrl },
  ) {
    const number = await numberOf(reference)
    return {
      subject: isPaidTwice ? `A payment goes back: ${number}` : `A payment to look at: ${number}`,
      paragraphs: [
        isPaidTwice
          ? 'A buyer has paid the same purchase twice. The first payment was delivered; the second one is given back by itself, and the buyer knows it. Look at it only if it still needs a review in some days.'
          : 'What was paid is not what was ordered, or came too late. Nothing was delivered, and the buyer knows that you are looking at it.',
        facts({
          Order: number,
          Book: bookTitle,
          Buyer: buyerName,
          'E-mail': buyerEmail,
          Problem: problem,
        }),
      ],
      link: { label: 'See the orders', url: `${publicUrl}${staffPaths.orders}` },
      because: becauseForPublisher,
    }
  },

  async orderConcern(
    { concern, reference, bookTitle, buyerName, buyerEmail, reason },
    { publicUrl },
  ) {
    const number = await numberOf(reference)
    return {
      subject: `${concerns[concern].subject}: ${number}`,
      paragraphs: [
        concerns[concern].text,
        facts({
          Order: number,
          Book: bookTitle,
          Buyer: buyerName,
          'E-mail': buyerEmail,
          ...(reason && { Reason: reason }),
        }),
      ],
      link: {
        label: 'See the order',
        url: `${publicUrl}${staffPaths.order(reference)}`,
      },
      because: becauseForPublisher,
    }
  },
} satisfies Partial<MailTexts>

/** The number of an order; without one, the reference that what is sent has. */
const numberOf = async (reference: string) =>
  (await findOrderByReference(reference))?.orderNumber ?? reference

const concerns: Record<MailData['orderConcern']['concern'], { subject: string; text: string }> = {
  'refund wanted': {
    subject: 'A buyer wants the money back',
    text: 'Refund the order on its page, or decline there: the buyer reads why.',
  },
  'refund failed': {
    subject: 'A refund did not go through',
    text: 'The provider could not give the money back. Request the refund again on the orders page of the admin, or send the money yourself.',
  },
  'refund needs attention': {
    subject: 'A refund needs your attention',
    text: 'The provider needs more, such as the buyer’s bank account, before the money can go back. Its own dashboard asks you for it.',
  },
  disputed: {
    subject: 'A payment is disputed',
    text: 'The buyer has asked their bank for the money back. Answer it in the provider’s dashboard before its deadline; until then the order stays as it is.',
  },
}

async function writeReceipt(
  receipt: MailData['receipt'],
  { brand, vat, publicUrl, orderSecret }: ComposeWith,
): Promise<MailContent> {
  const { orderId: id, reference, bookTitle, quantity, amountKobo, lastDigits } = receipt
  const [order, number, download, codes, present] = await Promise.all([
    findOrder(id),
    findReceiptNumber(id),
    findDownload(id, orderSecret),
    listCodes(id, orderSecret),
    findPresent(id),
  ])
  const isFree = amountKobo === 0
  return {
    subject: `${isFree ? 'Your book' : 'Your receipt'}: ${bookTitle}`,
    paragraphs: [
      greeting(receipt.buyerName),
      `Thank you. ${isFree ? 'The book is yours. Keep this mail:' : 'This is your receipt; keep it,'} ${present ? 'its link is your way back to the order.' : 'its links are your way back to the book.'}`,
      facts({
        ...(number && { Receipt: number }),
        Order: order?.orderNumber ?? reference,
        Date: formatDate(receipt.paidAt),
        'Sold by': brand.publisher,
        Book: bookTitle,
        Copies: String(quantity),
        ...(receipt.discountCode && {
          'Discount code': `${receipt.discountCode}, ${formatKobo(receipt.discountKobo ?? 0)} off`,
        }),
        ...(!isFree && { Total: formatKobo(amountKobo) }),
        ...(order?.vatKobo && {
          [`Includes VAT, ${formatBasisPoints(order.vatBasisPoints)}`]: formatKobo(order.vatKobo),
        }),
        ...(lastDigits && { 'Paid with': `card ending in ${lastDigits}` }),
        ...(receipt.isTest && { Note: 'This was a test. No money was taken.' }),
      }),
      present
        ? `It is a present: a mail with its link goes to ${present.recipientEmail} on ${formatDate(present.sendAt)}. On the page of your order you can correct the address, or send it now.`
        : `The download works for ${downloadLink.days} days and ${downloadLink.downloads} times. When it is over, ask for a new one at ${publicUrl}${orderPaths.find}.`,
      ...(codes.length > 0
        ? [
            `The first copy is yours. ${codes.length === 1 ? 'This code is one more' : `Each of these ${codes.length} codes is one more`}, for one person, once, at ${publicUrl}${orderPaths.redeem}. Whoever has a code can use it, so keep them as you keep money.`,
            codes.map(({ code }) => code).join('\n'),
          ]
        : []),
    ],
    link: {
      label: 'See your order',
      url: `${publicUrl}${mailedOrderPage({ id, reference }, orderSecret)}`,
    },
    moreLinks: [
      ...downloadsOf(download).map(({ label, url }) => ({ label, url: `${publicUrl}${url}` })),
      ...(codes.length > 0
        ? [
            {
              label: 'Print the codes as one sheet',
              url: `${publicUrl}${codeSheet({ id, reference }, orderSecret)}`,
            },
          ]
        : []),
    ],
    because: becauseOrdered(brand),
    // For a school's books.
    ...(order?.provider === 'bank' &&
      hasReceipt(order) && {
        attachments: [
          {
            name: `${brand.name} receipt ${number}.pdf`,
            draw: async () => (await drawReceipt(order, { brand, vat })).pdf,
          },
        ],
      }),
  }
}

/** One for each file; of each book of a bundle. */
function downloadsOf(download: Awaited<ReturnType<typeof findDownload>>) {
  if (!download) return []
  const { parts } = download
  if (parts.length === 0) {
    const { url, epubBytes } = download
    return [
      { label: 'Download your book', url },
      ...(epubBytes ? [{ label: 'Download it as an EPUB', url: `${url}?format=epub` }] : []),
    ]
  }
  return parts.flatMap(({ title, url, epubBytes }) => {
    const label = `Download ${shorten(oneLine(title), listedTitleLength)}`
    return [
      { label, url },
      ...(epubBytes ? [{ label: `${label} as an EPUB`, url: `${url}&format=epub` }] : []),
    ]
  })
}

/** Finds orders of this e-mail address only. */
async function findMailedOrders(orderId: string | null, recipient: string): Promise<OrderRow[]> {
  if (!orderId) return [...(await listOrdersOf(recipient))]
  const order = await findOrder(orderId)
  return order?.buyerEmail === recipient ? [order] : []
}

const stateLabels: Record<OrderState, string> = {
  pending: 'not paid yet',
  // This is said of a gift or a free book, too.
  paid: 'ready to download',
  failed: 'the payment failed',
  abandoned: 'the payment was not finished',
  expired: 'the payment was not finished',
  refunded: 'refunded',
  needs_review: 'we are looking at its payment',
}

/** The copy of a present is somebody else's. */
function describeState({ state }: OrderRow, isPresent: boolean): string {
  return isPresent && state === 'paid' ? 'bought as a present' : stateLabels[state]
}

const becauseOrdered = (brand: Brand) =>
  `a book was ordered at ${brand.name} with this e-mail address.`

const becauseRedeemed = (brand: Brand) =>
  `a gift code was redeemed at ${brand.name} with this e-mail address.`
