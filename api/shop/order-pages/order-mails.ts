import { inWords } from '#api/mails/fill-words.ts'
import {
  becauseForPublisher,
  facts,
  type MailContext,
  type MailTexts,
  quoted,
  spokenName,
} from '#api/mails/mail-texts.ts'
import type { MailData } from '#api/mails/mails.queries.ts'
import { type MailContent, shorten } from '#api/mails/render-mail.ts'
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
import { errors } from '#contract/errors.ts'
import { downloadLink } from '#contract/form-limits.ts'
import { downloadWords } from '#contract/mails/buyer-mails.ts'
import { formatKobo } from '#contract/money.ts'
import { mailedPaths } from '#contract/server-paths.ts'
import { orderPaths } from '#contract/shop/order-paths.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { OrderState } from '#contract/states.ts'
import { oneLine } from '#contract/text.ts'
import { outsideTransaction } from '#db/sql.ts'

const listedTitleLength = 60

export const orderMails = {
  gift: async ({ orderId: id, reference, name, title }, context) =>
    inWords('gift', context, {
      name,
      url: orderPage({ id, reference }, context),
      values: {
        book: quoted(title),
        number: await numberOf(reference),
        days: String(downloadLink.days),
        times: String(downloadLink.downloads),
        find: `${context.publicUrl}${orderPaths.find}`,
      },
    }),

  async giftCode(mailed, context) {
    const found = await findMailedCode(mailed)
    if (!found) return
    return inWords('giftCode', context, {
      name: null,
      url: `${context.publicUrl}${orderPaths.redeem}`,
      values: {
        giver: spokenName(found.buyerName) ?? 'Somebody',
        book: quoted(found.bookTitle),
        code: giftCode(context.orderSecret, mailed.orderId, mailed),
      },
    })
  },

  // The greeting is left out, which a stranger typed: it is on the page.
  async present({ orderId, generation }, context) {
    const present = await findSentPresent(orderId, generation)
    if (!present) return
    const token = presentToken(context.orderSecret, orderId, generation)
    return inWords('present', context, {
      name: present.recipientName,
      url: `${context.publicUrl}${mailedPaths.present(token)}`,
      values: {
        giver: spokenName(present.buyerName) ?? 'Somebody',
        book: quoted(present.bookTitle),
      },
    })
  },

  giftEnded: async ({ orderId: id, reference, bookTitle, buyerName }, context) =>
    inWords('giftEnded', context, {
      name: buyerName,
      url: orderPage({ id, reference }, context),
      values: { book: quoted(bookTitle), number: await numberOf(reference) },
    }),

  receipt: writeReceipt,
  freeReceipt: writeReceipt,

  async orderLinks({ orderId }, context) {
    const { recipient, orderSecret } = context
    const orders = await findMailedOrders(orderId, recipient)
    if (orders.length === 0) return
    // This is outside the transaction: a page opened meanwhile shows the same link.
    for (const { id } of orders) await outsideTransaction(() => renewDownload(id, orderSecret))
    const presents = await listPresentsOf(orders.map(({ id }) => id))
    return inWords('orderLinks', context, {
      name: orders[0]?.buyerName ?? null,
      values: {
        orders: orders.length === 1 ? `Your order: ${orders[0]?.bookTitle}` : 'Your orders',
        sought: orderId ? 'an order' : 'the orders',
      },
      moreLinks: orders.map((order) => ({
        label: `${shorten(oneLine(order.bookTitle), listedTitleLength)}, ${order.orderNumber}, ${formatDate(order.createdAt)}, ${describeState(order, presents.has(order.id))}`,
        url: orderPage(order, context),
      })),
    })
  },

  orderReview: async ({ orderId: id, reference, bookTitle, buyerName, isPaidTwice }, context) =>
    inWords(isPaidTwice ? 'orderPaidTwice' : 'orderReview', context, {
      name: buyerName,
      url: orderPage({ id, reference }, context),
      values: { book: quoted(bookTitle), number: await numberOf(reference) },
    }),

  async refunded({ orderId: id, reference, bookTitle, buyerName, amountKobo }, context) {
    const number = await numberOf(reference)
    return inWords('refunded', context, {
      name: buyerName,
      url: orderPage({ id, reference }, context),
      values: {
        book: quoted(bookTitle),
        number,
        facts: facts({
          Order: number,
          Book: bookTitle,
          ...(amountKobo !== null && { Amount: formatKobo(amountKobo) }),
        }),
      },
    })
  },

  async refundDeclined({ orderId, refusal }, context) {
    const order = await findOrder(orderId)
    if (order?.state !== 'paid') return
    return inWords('refundDeclined', context, {
      name: order.buyerName,
      url: orderPage(order, context),
      values: { number: order.orderNumber, book: quoted(order.bookTitle), reason: refusal },
    })
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

const orderPage = (
  order: Parameters<typeof mailedOrderPage>[0],
  { publicUrl, orderSecret }: MailContext,
) => `${publicUrl}${mailedOrderPage(order, orderSecret)}`

async function writeReceipt(
  receipt: MailData['receipt'],
  context: MailContext,
): Promise<MailContent> {
  const { brand, vat, publicUrl, orderSecret } = context
  const { orderId: id, reference, bookTitle, quantity, amountKobo, lastDigits } = receipt
  const [order, number, download, codes, present] = await Promise.all([
    findOrder(id),
    findReceiptNumber(id),
    findDownload(id, context),
    listCodes(id, orderSecret),
    findPresent(id),
  ])
  const isFree = amountKobo === 0
  return inWords(isFree ? 'freeReceipt' : 'receipt', context, {
    name: receipt.buyerName,
    url: orderPage({ id, reference }, context),
    values: {
      book: quoted(bookTitle),
      wayBack: present
        ? 'its link is your way back to the order.'
        : 'its links are your way back to the book.',
      facts: facts({
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
      delivery: present
        ? `It is a present: a mail with its link goes to ${present.recipientEmail} on ${formatDate(present.sendAt)}. On the page of your order you can correct the address, or send it now.`
        : receipt.isTest && !download
          ? errors.testOpensNothing[1]
          : downloadWords(`${publicUrl}${orderPaths.find}`),
      codes:
        codes.length > 0
          ? [
              `The first copy is yours. ${codes.length === 1 ? 'This code is one more' : `Each of these ${codes.length} codes is one more`}, for one person, once, at ${publicUrl}${orderPaths.redeem}. Whoever has a code can use it, so keep them as you keep money.`,
              codes.map(({ code }) => code).join('\n'),
            ]
          : '',
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
  })
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
