import { findReaderByEmail, insertReset } from '#api/accounts/accounts.queries.ts'
import type { Mail, PaymentIssue } from '#api/integrations/integrations.ts'
import {
  codeSheet,
  findDownload,
  listCodes,
  orderPage,
  renewDownload,
} from '#api/orders/copies.queries.ts'
import { findOrder, listOrdersOf, type OrderRow } from '#api/orders/orders.queries.ts'
import { formatDate } from '#contract/dates.ts'
import { downloadLink, linkMinutes, reviewDays } from '#contract/form-limits.ts'
import { formatNaira, toNaira } from '#contract/money.ts'
import type { OrderState } from '#contract/states.ts'
import { outsideTransaction } from '#db/sql.ts'
import {
  countAlike,
  insertConfirmation,
  type MailData,
  type MailKind,
  type QueuedMail,
  toPublisher,
} from './mails.queries.ts'
import { type Brand, type Letter, oneLine, renderLetter, shorten } from './render-letter.ts'

/** What every mail is made with, beside its own data. */
export interface ComposeWith {
  publicUrl: string
  brand: Brand
  /** Where the publisher's own mails go. */
  publisherEmail: string
  /** What the keys in links to orders are derived from. */
  orderSecret: Uint8Array
}

/**
 * Mails an hour to one address, for the kinds that anybody can cause by typing somebody else's address. What is
 * more is not sent, and nobody is told (threats 25).
 */
const mostAnHour: Partial<Record<MailKind, number>> = {
  reset: 3,
  newsletter: 3,
  request: 10,
  freeReceipt: 10,
  orderLinks: 3,
}

/** Orders that one mail names; somebody with more of them finds an older one by its reference. */
const ordersAMail = 15

/** Characters of a title in a list of many. */
const listedTitleLength = 60

/** Characters of an author's long texts; the whole of them is in the request itself. */
const excerptLength = 1000

type Written = (Letter & { unsubscribeUrl?: string }) | undefined
type Writer<K extends MailKind> = (
  data: MailData[K],
  context: ComposeWith & { recipient: string },
) => Written | Promise<Written>

const letters: { [K in MailKind]: Writer<K> } = {
  welcome: ({ firstName }, { brand, publicUrl }) => ({
    subject: `Welcome to ${brand.name}`,
    paragraphs: [
      greeting(firstName),
      `Your account at ${brand.name} is ready. You can now like stories, save books for later and send in a story of your own.`,
    ],
    link: { label: 'Start reading', url: `${publicUrl}/` },
    because: `an account was made with this e-mail address. If that was not you, write to ${brand.email} and we will remove it.`,
  }),

  async reset(_, { brand, publicUrl, recipient }) {
    const reader = await findReaderByEmail(recipient)
    if (!reader) return
    // Stored whatever becomes of the sending: a mail that arrives holds a link that works.
    const token = await outsideTransaction(() => insertReset(reader.id))
    return {
      subject: `Choose a new password for ${brand.name}`,
      paragraphs: [
        greeting(reader.firstName),
        `Somebody, most likely you, asked for a new password. This link lets you choose one. It works once, within ${linkMinutes.reset} minutes.`,
        'If it was not you, do nothing: your password stays as it is.',
      ],
      link: {
        label: 'Choose a new password',
        url: `${publicUrl}/sign-in?${new URLSearchParams({ mode: 'reset', token })}`,
      },
      because: 'somebody asked for a new password for the account with this e-mail address.',
    }
  },

  submission: ({ firstName, title }, { brand, publicUrl }) => ({
    subject: `We have your story: ${title}`,
    paragraphs: [
      greeting(firstName),
      `Thank you for sending us “${oneLine(title)}”. It has been submitted for review. We'll notify you once it's published.`,
    ],
    link: { label: 'See your submissions', url: `${publicUrl}/account` },
    because: `you sent a story to ${brand.name}.`,
  }),

  storyPublished: ({ firstName, title, storyId }, { brand, publicUrl }) => ({
    subject: `Your story is published: ${title}`,
    paragraphs: [
      greeting(firstName),
      `Good news: “${oneLine(title)}” is published. Everybody can read it now, and you can share it.`,
    ],
    link: { label: 'Read it', url: `${publicUrl}/story/${storyId}` },
    because: `you sent a story to ${brand.name}.`,
  }),

  storyReturned: ({ firstName, title, storyId, note }, { brand, publicUrl }) => ({
    subject: `Please look at your story again: ${title}`,
    paragraphs: [
      greeting(firstName),
      `We have read “${oneLine(title)}” and would like you to change something before it is published.`,
      `The publisher writes:\n${note}`,
      'Once you have changed it, send it in again.',
    ],
    link: {
      label: 'Change your story',
      url: `${publicUrl}/submit?${new URLSearchParams({ story: storyId })}`,
    },
    because: `you sent a story to ${brand.name}.`,
  }),

  storyDeclined: ({ firstName, title, note }, { brand, publicUrl }) => ({
    subject: `Your story was not accepted: ${title}`,
    paragraphs: [
      greeting(firstName),
      `Thank you for sending us “${oneLine(title)}”. We have read it, and we will not publish it.`,
      ...(note ? [`The publisher writes:\n${note}`] : []),
      'Please do not let that stop you: another story of yours is welcome.',
    ],
    link: { label: 'See your submissions', url: `${publicUrl}/account` },
    because: `you sent a story to ${brand.name}.`,
  }),

  submissionNotice: ({ title, authorName, category, storyId }, { publicUrl }) => ({
    subject: `A story to review: ${title}`,
    paragraphs: [
      'A story has been sent in and waits for your review.',
      facts({ Title: title, Author: authorName, Category: category }),
    ],
    link: {
      label: 'Review it',
      url: `${publicUrl}/admin/stories?${new URLSearchParams({ story: storyId })}`,
    },
    because: publisherGetsIt,
  }),

  request: ({ author, title, reference }, { brand }) => ({
    subject: `Your publishing request ${reference}: ${title}`,
    paragraphs: [
      greeting(author),
      `Your book publishing request for “${oneLine(title)}” has been submitted. Our team will review it and contact you within ${reviewDays} business days.`,
      `Its reference is ${reference}. Please name it when you write to us at ${brand.email}.`,
    ],
    because: `${becauseAsked(brand)} If that was not you, do nothing.`,
  }),

  requestNotice: (request, { publicUrl }) => ({
    subject: `Publishing request ${request.reference}: ${request.title}`,
    paragraphs: [
      `An author asks to be published and was promised an answer within ${reviewDays} business days.`,
      facts({
        Reference: request.reference,
        Title: request.title,
        Author: request.author,
        Category: request.category,
        'Suggested price': formatNaira(request.price),
        'E-mail': request.authorEmail,
        Phone: request.authorPhone,
      }),
      `Description:\n${shorten(request.description, excerptLength)}`,
      `Reason for publishing:\n${shorten(request.publishingReason, excerptLength)}`,
    ],
    link: { label: 'See all requests', url: `${publicUrl}/admin/requests` },
    because: publisherGetsIt,
  }),

  requestAccepted: ({ author, title, reference, message }, { brand }) => ({
    subject: `Accepted: your publishing request ${reference}, ${title}`,
    paragraphs: [
      greeting(author),
      `Good news: we have accepted your publishing request ${reference} and would like to publish “${oneLine(title)}”.`,
      ...(message ? [`The publisher writes:\n${message}`] : []),
      `We are preparing your book now and will contact you about what comes next. If you have a question, write to us at ${brand.email} and name ${reference}.`,
    ],
    because: becauseAsked(brand),
  }),

  requestDeclined: ({ author, title, reference, message }, { brand }) => ({
    subject: `About your publishing request ${reference}: ${title}`,
    paragraphs: [
      greeting(author),
      `Thank you for offering us “${oneLine(title)}”. We have looked at your publishing request ${reference}, and we will not publish the book.`,
      ...(message ? [`The publisher writes:\n${message}`] : []),
      `If you have a question, write to us at ${brand.email} and name ${reference}.`,
    ],
    because: becauseAsked(brand),
  }),

  requestQuestion: ({ author, title, reference, message }, { brand }) => ({
    subject: `A question about your publishing request ${reference}: ${title}`,
    paragraphs: [
      greeting(author),
      `We are looking at your publishing request ${reference}, “${oneLine(title)}”, and have a question before we can decide.`,
      `The publisher writes:\n${message}`,
      `Please answer to ${brand.email} and name ${reference}.`,
    ],
    because: becauseAsked(brand),
  }),

  async newsletter(_, { brand, publicUrl, recipient }) {
    const confirmation = await outsideTransaction(() => insertConfirmation(recipient))
    if (!confirmation) return
    const { token, unsubscribeToken } = confirmation
    const api = `${publicUrl}/api/newsletter`
    return {
      subject: `Please confirm: the ${brand.name} newsletter`,
      paragraphs: [
        'Hello,',
        `Somebody, most likely you, asked for the ${brand.name} newsletter at this e-mail address. Confirm it, and you will get it. The link works for ${linkMinutes.newsletter / 24 / 60} days.`,
        'If it was not you, do nothing: you will get no newsletter.',
      ],
      link: {
        label: 'Confirm my subscription',
        url: `${api}/confirm?${new URLSearchParams({ token })}`,
      },
      because: 'this e-mail address was typed into our newsletter form.',
      unsubscribeUrl: `${api}/unsubscribe?${new URLSearchParams({ token: unsubscribeToken })}`,
    }
  },

  gift: ({ orderId, reference, name, title }, { brand, publicUrl, orderSecret }) => ({
    subject: `Your book: ${title}`,
    paragraphs: [
      greeting(name),
      `Your code has been redeemed: “${oneLine(title)}” is yours. Download it from the page of your order, ${reference}.`,
      `The download works for ${downloadLink.days} days and ${downloadLink.downloads} times. Keep this mail: it is your way back to the book. When the download is over, ask for a new one at ${publicUrl}/orders/find.`,
    ],
    link: {
      label: 'Download your book',
      url: `${publicUrl}${orderPage({ id: orderId, reference }, orderSecret)}`,
    },
    because: becauseRedeemed(brand),
  }),

  giftEnded: ({ orderId, reference, bookTitle, buyerName }, { brand, publicUrl, orderSecret }) => ({
    subject: `Your copy has ended: ${bookTitle}`,
    paragraphs: [
      greeting(buyerName),
      `Your copy of “${oneLine(bookTitle)}”, ${reference}, came from somebody else’s order. That order was given back, and your copy has ended with it: it cannot be downloaded any more.`,
      `You paid nothing and need to do nothing. If you have a question, write to us at ${brand.email} and name ${reference}.`,
    ],
    link: {
      label: 'See your order',
      url: `${publicUrl}${orderPage({ id: orderId, reference }, orderSecret)}`,
    },
    because: becauseRedeemed(brand),
  }),

  receipt: writeReceipt,
  freeReceipt: writeReceipt,

  async orderLinks({ orderId }, { brand, publicUrl, recipient, orderSecret }) {
    const orders = await findMailedOrders(orderId, recipient)
    if (orders.length === 0) return
    // Whatever becomes of the sending: a page that is opened meanwhile shows the same link.
    for (const { id } of orders) await outsideTransaction(() => renewDownload(id, orderSecret))
    return {
      subject: orders.length === 1 ? `Your order: ${orders[0]?.bookTitle}` : 'Your orders',
      paragraphs: [
        greeting(orders[0]?.buyerName ?? null),
        `Somebody, most likely you, looked for ${orderId ? 'an order' : 'the orders'} of this e-mail address at ${brand.name}. Each link below opens the page of an order, with its download once it is paid.`,
        'If it was not you, do nothing: only this mail holds the links.',
      ],
      moreLinks: orders.map((order) => ({
        label: `${shorten(oneLine(order.bookTitle), listedTitleLength)}, ${order.reference}, ${formatDate(order.createdAt)}, ${stateLabels[order.state]}`,
        url: `${publicUrl}${orderPage(order, orderSecret)}`,
      })),
      because: 'somebody looked for orders with this e-mail address.',
    }
  },

  orderReview: (
    { orderId, reference, bookTitle, buyerName },
    { brand, publicUrl, orderSecret },
  ) => ({
    subject: `We are looking at your payment: ${bookTitle}`,
    paragraphs: [
      greeting(buyerName),
      `A payment came in for your order ${reference}, “${oneLine(bookTitle)}”, but it is not what was ordered. So the book has not been delivered yet.`,
      `You need to do nothing, and please do not pay again. We are looking at it, will write to you, and give your money back the way it came; then you can order the book again. If you have a question, write to us at ${brand.email} and name ${reference}.`,
    ],
    link: {
      label: 'See your order',
      url: `${publicUrl}${orderPage({ id: orderId, reference }, orderSecret)}`,
    },
    because: becauseOrdered(brand),
  }),

  refunded: (
    { orderId, reference, bookTitle, buyerName, amountKobo },
    { brand, publicUrl, orderSecret },
  ) => ({
    subject: `Your money goes back: ${bookTitle}`,
    paragraphs: [
      greeting(buyerName),
      'We have given back what you paid for this order. You need to do nothing; until your bank shows it, a few days may pass.',
      facts({
        Order: reference,
        Book: bookTitle,
        ...(amountKobo !== null && { Amount: formatNaira(toNaira(amountKobo)) }),
      }),
      `The download and the codes of the order, if it had any, have ended with it. If you have a question, write to us at ${brand.email} and name ${reference}.`,
    ],
    link: {
      label: 'See your order',
      url: `${publicUrl}${orderPage({ id: orderId, reference }, orderSecret)}`,
    },
    because: becauseOrdered(brand),
  }),

  orderReviewNotice: ({ reference, bookTitle, buyerName, buyerEmail, problem }, { publicUrl }) => ({
    subject: `A payment to look at: ${reference}`,
    paragraphs: [
      'What was paid is not what was ordered. Nothing was delivered, and the buyer knows that you are looking at it.',
      facts({
        Reference: reference,
        Book: bookTitle,
        Buyer: buyerName,
        'E-mail': buyerEmail,
        Problem: problem,
      }),
    ],
    link: { label: 'See the orders', url: `${publicUrl}/admin/orders` },
    because: publisherGetsIt,
  }),

  orderConcern: ({ concern, reference, bookTitle, buyerName, buyerEmail }, { publicUrl }) => ({
    subject: `${concerns[concern].subject}: ${reference}`,
    paragraphs: [
      concerns[concern].text,
      facts({ Reference: reference, Book: bookTitle, Buyer: buyerName, 'E-mail': buyerEmail }),
    ],
    link: {
      label: 'See the order',
      url: `${publicUrl}/admin/orders?${new URLSearchParams({ search: reference })}`,
    },
    because: publisherGetsIt,
  }),
}

const concerns: Record<PaymentIssue, { subject: string; text: string }> = {
  'refund failed': {
    subject: 'A refund did not go through',
    text: 'The provider could not give the money back. Ask for the refund again at your desk, or send the money yourself.',
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

/**
 * The mail as it leaves, or nothing if nobody is to get it: an address without an account, somebody who has
 * confirmed already, one mail too many. To be called in the transaction that holds the row.
 */
export async function composeMail<K extends MailKind>(
  queued: QueuedMail<K>,
  composeWith: ComposeWith,
): Promise<Mail | undefined> {
  const { id, kind, recipient, data, createdAt } = queued
  const most = mostAnHour[kind]
  if (most !== undefined && (await countAlike(id)) >= most) return
  const written = await letters[kind](data, { ...composeWith, recipient })
  if (!written) return
  const { unsubscribeUrl, ...letter } = written
  return {
    // Also the name of the outbox's file: sorted by time, and telling what it is.
    id: `${createdAt.slice(0, 19).replace(/[T:]/g, '-')}-${kind}-${id}`,
    to: recipient === toPublisher ? composeWith.publisherEmail : recipient,
    ...renderLetter(letter, composeWith),
    ...(unsubscribeUrl && { unsubscribeUrl }),
  }
}

async function writeReceipt(
  receipt: MailData['receipt'],
  { brand, publicUrl, orderSecret }: ComposeWith,
): Promise<Letter> {
  const { orderId: id, reference, bookTitle, quantity, amountKobo, lastDigits } = receipt
  const [download, codes] = await Promise.all([
    findDownload(id, orderSecret),
    listCodes(id, orderSecret),
  ])
  // Where nothing is paid, nothing speaks of paying.
  const isFree = amountKobo === 0
  return {
    subject: `${isFree ? 'Your book' : 'Your receipt'}: ${bookTitle}`,
    paragraphs: [
      greeting(receipt.buyerName),
      `Thank you. ${isFree ? 'The book is yours. Keep this mail:' : 'This is your receipt; keep it,'} its links are your way back to the book.`,
      facts({
        Order: reference,
        Date: formatDate(receipt.paidAt),
        'Sold by': brand.publisher,
        Book: bookTitle,
        Copies: String(quantity),
        ...(!isFree && { Total: formatNaira(toNaira(amountKobo)) }),
        ...(lastDigits && { 'Paid with': `card ending in ${lastDigits}` }),
        ...(receipt.isTest && { Note: 'This was a test. No money was taken.' }),
      }),
      `The download works for ${downloadLink.days} days and ${downloadLink.downloads} times. When it is over, ask for a new one at ${publicUrl}/orders/find.`,
      ...(codes.length > 0
        ? [
            `The first copy is yours. ${codes.length === 1 ? 'This code is one more' : `Each of these ${codes.length} codes is one more`}, for one person, once, at ${publicUrl}/redeem. Whoever has a code can use it, so keep them as you keep money.`,
            codes.map(({ code }) => code).join('\n'),
          ]
        : []),
    ],
    link: {
      label: 'See your order',
      url: `${publicUrl}${orderPage({ id, reference }, orderSecret)}`,
    },
    moreLinks: [
      ...(download ? [{ label: 'Download your book', url: `${publicUrl}${download.url}` }] : []),
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
  }
}

/** Those of this address alone, whatever is asked for. */
async function findMailedOrders(orderId: string | null, recipient: string): Promise<OrderRow[]> {
  if (!orderId) return (await listOrdersOf(recipient)).slice(0, ordersAMail)
  const order = await findOrder(orderId)
  return order?.buyerEmail === recipient ? [order] : []
}

const stateLabels: Record<OrderState, string> = {
  pending: 'not paid yet',
  // Also of a gift or a free book, which nobody paid.
  paid: 'ready to download',
  failed: 'the payment failed',
  abandoned: 'the payment was not finished',
  expired: 'the payment was not finished',
  refunded: 'refunded',
  needs_review: 'we are looking at its payment',
}

const becauseOrdered = (brand: Brand) =>
  `a book was ordered at ${brand.name} with this e-mail address.`

const becauseRedeemed = (brand: Brand) =>
  `a gift code was redeemed at ${brand.name} with this e-mail address.`

const publisherGetsIt = 'your address is where the mails for the publisher go.'

const becauseAsked = (brand: Brand) =>
  `this e-mail address was given in a publishing request to ${brand.name}.`

/** A name that is an address would make our mail carry somebody's advertisement. */
function greeting(name: string | null): string {
  const known = name && !/[/:@]|\w\.\w/.test(name) ? oneLine(name) : ''
  return known ? `Hello ${known},` : 'Hello,'
}

function facts(named: Record<string, string>): string {
  return Object.entries(named)
    .map(([name, value]) => `${name}: ${oneLine(value)}`)
    .join('\n')
}
