import * as z from 'zod/mini'
import { endpoint, forAnyone } from '#contract/endpoints/endpoint.ts'
import {
  between,
  count,
  email,
  id,
  numeric,
  ok,
  optionalEmail,
  redirection,
  signedWebhook,
  time,
} from '#contract/endpoints/fields.ts'
import {
  emailLength,
  formMessages,
  quantity as limits,
  refundReasonLength,
} from '#contract/form-limits.ts'
import { paymentProviders } from '#contract/shop/payment-providers.ts'
import { orderStates, paymentMethods } from '#contract/states.ts'
import { discountCode } from './discounts.ts'
import { buyersInvoice } from './invoices.ts'
import { orderKey, orderReference, placed, shownTotal } from './order-fields.ts'
import { boughtPresent, presentFields, presentIsWhole } from './presents.ts'
import { givenReview, reviewerStates } from './review-fields.ts'

const { informationRequired, quantity: copies } = formMessages

/** It has no prices, which the server decides (specification 5.5). */
const purchase = z
  .object({
    bookId: id,
    quantity: z._default(
      z.pipe(
        numeric(copies),
        z.int(copies).check(z.minimum(limits.min, copies), z.maximum(limits.max, copies)),
      ),
      limits.min,
    ),
    paymentMethod: z._default(z.enum(paymentMethods, 'Please choose card or transfer'), 'card'),
    buyerName: between(1, 100, informationRequired, 'Names have at most 100 characters'),
    buyerEmail: email,
    discountCode,
    ...presentFields,
    shownTotal,
  })
  .check(presentIsWhole)

const linkedFile = {
  /** The address of the PDF; with `format=epub` of the EPUB. */
  url: z.string(),
  bytes: count,
  /** Null where there is no EPUB. */
  epubBytes: z.nullable(count),
  left: count,
  /** Whether it is read on the site, too. */
  isRead: z.boolean(),
}

/** The link of a bundle opens its parts alone, each of which has downloads of its own. */
export const download = z.object({
  ...linkedFile,
  expiresAt: time,
  isOver: z.boolean(),
  parts: z.array(z.object({ bookId: id, title: z.string(), ...linkedFile })),
})

/** The order as the buyer sees it. */
export const order = z.object({
  reference: z.string(),
  /** What people say and write of it: `7K2M-P4`. */
  orderNumber: z.string(),
  status: z.enum(orderStates),
  bookId: id,
  bookTitle: z.string(),
  authorName: z.string(),
  /** What a bundle contained when it was ordered. */
  parts: z.array(z.object({ bookId: id, title: z.string(), authorName: z.string() })),
  quantity: z.int(),
  /** The amount is in naira. */
  unitPrice: z.number(),
  discount: z.number(),
  discountCode: z.nullable(z.string()),
  /** The total: all copies less the discount. */
  amount: z.number(),
  /** Value added tax that the total contains; 0: none is named. */
  vatPercent: z.number(),
  vat: z.number(),
  /** Null while it has none. */
  receiptNumber: z.nullable(z.string()),
  hasReceipt: z.boolean(),
  paymentMethod: z.enum(paymentMethods),
  /** Paid in the test checkout, or with the provider's test key. */
  isTest: z.boolean(),
  /** A copy that somebody else's order paid for. */
  isGift: z.boolean(),
  buyerName: z.string(),
  buyerEmail: z.string(),
  lastDigits: z.nullable(z.string()),
  /** The address while it can still be paid. */
  checkoutUrl: z.nullable(z.string()),
  createdAt: time,
  paidAt: z.nullable(time),
  refundedAt: z.nullable(time),
  /** The last time that the buyer asked for the money back; open while it has no refusal and the order is paid. */
  refundRequest: z.nullable(
    z.object({
      at: time,
      reason: z.string(),
      refusal: z.nullable(z.object({ at: time, text: z.string() })),
    }),
  ),
  /** Null unless it is paid. */
  download: z.nullable(download),
  /** Null for an order that is none. */
  present: z.nullable(boughtPresent),
  /** Null for an order that is paid in another way. */
  invoice: z.nullable(buyersInvoice),
  /** One for each further copy. */
  codes: z.array(z.object({ code: z.string(), isRedeemed: z.boolean() })),
  /** The codes open the book on the site without an address. */
  codesOpenHere: z.boolean(),
  rating: z.nullable(z.int()),
  /** What the buyer wrote beside the rating. */
  review: z.nullable(givenReview),
  reviewer: z.enum(reviewerStates),
  /** A free book can be rated only with the mailed key, or by a reader's proven address; a present never. */
  canRate: z.boolean(),
  /** The other providers at which an order that came to nothing may be tried again. */
  again: z.array(z.enum(paymentProviders)),
  /** It needs a review because another order of the same purchase was paid; its money goes back. */
  isPaidTwice: z.boolean(),
})

const withKey = {
  who: 'anyone',
  input: z.object({ reference: orderReference, key: orderKey }),
  output: order,
  missing: 'orderNotFound',
  isPrivate: true,
} as const

const codeMissing = 'Please choose a code'
const chosenCode = between(1, 100, codeMissing, codeMissing)

const oneCode = {
  ...withKey,
  /** The code as it is now, and which one of the order's it is, counted from 1. */
  output: z.object({ number: count, code: z.string() }),
  limited: 'form',
} as const

const searchedFor = 'Please type your e-mail address or your order number'
const searched = z.optional(between(1, emailLength, searchedFor, searchedFor))

export const orders = {
  /** Handles `Idempotency-Key` itself: links are never stored, so a repeat gets newly made ones. */
  'POST /orders': forAnyone({
    input: purchase,
    output: placed,
    status: 201,
    // Free orders are limited by address, and payments limit themselves.
    limited: 'elsewhere',
    form: {
      page: '/book/{bookId}',
      done: '{checkoutUrl}',
      // The page itself is the same for everybody, whatever its query.
      fromPage: { discountCode: 'code' },
    },
  }),
  'GET /orders/:reference': endpoint(withKey),
  /** The receipt of an order that was paid, also of one that was refunded since. */
  'GET /orders/:reference/receipt': endpoint({
    ...withKey,
    file: 'application/pdf',
    missing: 'receiptNotFound',
  }),
  /** The codes of a class set, with an empty column for the names of pupils. */
  'GET /orders/:reference/codes.csv': endpoint({
    ...withKey,
    file: 'text/csv',
    missing: 'codesNotFound',
  }),
  'GET /orders/:reference/codes.pdf': endpoint({
    ...withKey,
    file: 'application/pdf',
    missing: 'codesNotFound',
  }),
  /** Mails one that is not used yet, to the buyer unless another address is given. */
  'POST /orders/:reference/codes/mail': endpoint({
    ...oneCode,
    input: z.extend(withKey.input, { mailedCode: chosenCode, codeEmail: optionalEmail }),
    form: {
      page: '/order/{reference}?key={key}',
      done: '/order/{reference}?key={key}&mailed={number}#codes',
    },
  }),
  /** Ends one that is not used yet; another takes its number. */
  'POST /orders/:reference/codes/replace': endpoint({
    ...oneCode,
    input: z.extend(withKey.input, { replacedCode: chosenCode }),
    form: {
      page: '/order/{reference}?key={key}',
      done: '/order/{reference}?key={key}&replaced={number}#codes',
    },
  }),
  /** Whether those that are not used yet open the book on the site without an address. */
  'POST /orders/:reference/codes/open': endpoint({
    ...withKey,
    input: z.extend(withKey.input, {
      opensHere: z.enum(['yes', 'no'], 'Please choose yes or no'),
    }),
    output: ok,
    limited: 'form',
    missing: 'codesNotFound',
    form: {
      page: '/order/{reference}?key={key}',
      done: '/order/{reference}?key={key}#codes',
    },
  }),
  /** Verifies the payment at the provider now. */
  'POST /orders/:reference/check': endpoint({
    ...withKey,
    // Limited by order.
    limited: 'elsewhere',
    form: {
      page: '/order/{reference}?key={key}',
      done: '/order/{reference}?key={key}',
    },
  }),
  /** A new order of the same contents at another provider. A repeat is the same order while that waits for its payment. */
  'POST /orders/:reference/again': endpoint({
    ...withKey,
    input: z.extend(withKey.input, { provider: z.enum(paymentProviders) }),
    output: placed,
    status: 201,
    // As every order.
    limited: 'elsewhere',
    form: {
      page: '/order/{reference}?key={key}',
      done: '{checkoutUrl}',
    },
  }),
  /** Writes to the publisher that the buyer wants the money back; once, until that is declined. */
  'POST /orders/:reference/refund-request': endpoint({
    ...withKey,
    input: z.extend(withKey.input, {
      refundReason: between(
        10,
        refundReasonLength,
        'Please say in a sentence what is wrong',
        `At most ${refundReasonLength} characters`,
      ),
    }),
    limited: 'form',
    form: {
      page: '/order/{reference}?key={key}',
      done: '/order/{reference}?key={key}#refund',
    },
  }),
  /** The response is always the same: results go by mail. */
  'POST /orders/find': forAnyone({
    input: z
      .object({
        email: z.optional(email),
        /** It may be a number too. */
        reference: searched,
        /** A number, a reference or an e-mail address, typed into one field. */
        query: searched,
      })
      .check(
        z.refine(({ email, reference, query }) => Boolean(email ?? reference ?? query), {
          message: searchedFor,
          path: ['query'],
        }),
      ),
    status: 202,
    limited: 'form',
    form: { page: '/orders/find', done: '/orders/find?sent=1' },
  }),
  /** Returning does not prove a payment. Without the order key nothing is verified, and no order is shown. */
  'GET /payments/return': forAnyone({
    input: z.object({ reference: orderReference, key: z.optional(orderKey) }),
    ...redirection,
    missing: 'orderNotFound',
  }),
  /** The raw bytes are signed; unsigned ones get 401. */
  'POST /webhooks/paystack': endpoint({
    ...signedWebhook,
    signed: 'x-paystack-signature',
  }),
  /** Its header has a secret; without it the answer is 401. */
  'POST /webhooks/flutterwave': endpoint({
    ...signedWebhook,
    signed: 'verif-hash',
  }),
}
