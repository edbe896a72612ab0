import type { RequestContext } from '#api/http/request-context.ts'
import type { Routes } from '#api/http/serve.ts'
import type { Payments } from '#api/integrations/integrations.ts'
import { findInvoice } from '#api/shop/invoices/invoices.queries.ts'
import { proveInvoice } from '#api/shop/invoices/prove-invoice.ts'
import { findDownload, listCodes, orderPage } from '#api/shop/orders/copies.queries.ts'
import { findBuyersOrder } from '#api/shop/orders/find-buyers-order.ts'
import { countOrderCheck, isWithin, mayVerify } from '#api/shop/orders/order-limits.ts'
import { recordPaymentIssue, resendOrderLinks } from '#api/shop/orders/order-notices.ts'
import { listOrderParts } from '#api/shop/orders/order-parts.queries.ts'
import { isMailedKey } from '#api/shop/orders/order-secrets.ts'
import {
  findPaidInstead,
  insertWebhook,
  listRefundEvents,
  markNoticeSettled,
  type OrderActor,
  type OrderRow,
} from '#api/shop/orders/orders.queries.ts'
import {
  mayPayAgain,
  type PlacedOrder,
  type PlaceWith,
  placeAgain,
  placeOrder,
} from '#api/shop/orders/place-order.ts'
import { requestRefund } from '#api/shop/orders/refund-requests.ts'
import {
  type CheckWith,
  providerOf,
  settleOrder,
  trySettling,
} from '#api/shop/orders/settle-order.ts'
import { findBoughtPresent } from '#api/shop/presents/presents.queries.ts'
import {
  findBookRating,
  findOrderOfReader,
  findReviewer,
  isRatedWithAnother,
} from '#api/shop/ratings/book-ratings.queries.ts'
import { hasReceipt } from '#api/shop/receipts/draw-receipt.ts'
import { findReceiptNumber } from '#api/shop/receipts/receipts.queries.ts'
import { email } from '#contract/endpoints/fields.ts'
import { orderName } from '#contract/endpoints/shop/order-fields.ts'
import { presentIn } from '#contract/endpoints/shop/presents.ts'
import { required } from '#contract/errors.ts'
import { toKobo, toNaira } from '#contract/money.ts'
import { orderPaths } from '#contract/shop/order-paths.ts'
import type { PaymentProvider } from '#contract/shop/payment-providers.ts'
import { refundRequestOf } from '#contract/shop/refund-requests.ts'
import { transaction } from '#db/sql.ts'

interface OrdersOptions extends Omit<PlaceWith, 'payments'> {
  /** What is set at present. None: nothing can be bought. */
  payments(): readonly Payments[]
  settling: CheckWith
}

export function ordersRoutes({ serve }: Routes, outside: OrdersOptions) {
  const { orderSecret, settling } = outside
  const placing = (): PlaceWith => ({ ...outside, payments: outside.payments() })

  /** A provider that is down or over its limit must not prevent the page. */
  const settleIfPossible = async (reference: string, by: OrderActor, address: string) => {
    if (await mayVerify(address)) await trySettling(reference, by, settling)
  }

  serve('POST /orders', async ({ shownTotal, ...purchase }, context) => {
    const shownKobo = shownTotal === undefined ? undefined : toKobo(Number(shownTotal || NaN))
    const present = presentIn(purchase)
    return placed(await placeOrder({ ...purchase, present }, context, { ...placing(), shownKobo }))
  })

  serve('GET /orders/:reference', async (link, context) =>
    forBuyer(await findBuyersOrder(link, context), link.key, context, outside),
  )

  serve('POST /orders/:reference/check', async (link, context) => {
    const { reference } = await findBuyersOrder(link, context)
    await countOrderCheck(reference)
    await settleIfPossible(reference, 'check', context.address)
    return forBuyer(await findBuyersOrder(link, context), link.key, context, outside)
  })

  serve('POST /orders/:reference/again', async ({ provider, ...link }, context) => {
    const order = await findBuyersOrder(link, context)
    return placed(await placeAgain(order, provider, context, placing()))
  })

  serve('POST /orders/:reference/refund-request', async (asked, context) => {
    const order = await findBuyersOrder(asked, context)
    await requestRefund(order, asked.refundReason)
    return forBuyer(order, asked.key, context, outside)
  })

  serve('POST /orders/find', async (search, { address: from }) => {
    const name = orderName.safeParse(search.reference ?? search.query).data
    const address = search.email ?? email.safeParse(search.query).data
    const lookup = name ? { name } : address ? { email: address } : undefined
    // Not awaited: see resendOrderLinks.
    if (lookup) {
      const settle = (reference: string) => settleIfPossible(reference, 'check', from)
      void resendOrderLinks(lookup, settle).catch((error: unknown) => {
        settling.log.error({ err: error }, 'order search failed')
      })
    }
  })

  serve('GET /payments/return', async ({ reference, key }, context) => {
    const order = key ? await findBuyersOrder({ reference, key }, context) : undefined
    if (await isWithin(() => countOrderCheck(reference)))
      await settleIfPossible(reference, 'return', context.address)
    return { to: order ? orderPage(order, orderSecret) : orderPaths.find }
  })

  serve('POST /webhooks/paystack', (webhook) => takeWebhook('paystack', webhook, outside))
  serve('POST /webhooks/flutterwave', (webhook) => takeWebhook('flutterwave', webhook, outside))
}

/** The order is settled after the response: a provider repeats a webhook that waits too long. */
async function takeWebhook(
  provider: PaymentProvider,
  { body, signature }: { body: Uint8Array; signature: string },
  { payments, settling }: OrdersOptions,
) {
  const read = required(
    providerOf({ provider }, payments())?.readWebhook(body, signature),
    'unauthorized',
  )
  const { notice, reference, concern } = read
  if (!reference) return
  const state = await transaction(async () => {
    const stored = await insertWebhook({ provider, notice, reference })
    if (stored === 'new' && concern) await recordPaymentIssue(reference, concern)
    return stored
  })
  if (state !== 'settled') {
    void settleOrder(reference, 'webhook', settling)
      .then(() => markNoticeSettled(provider, notice))
      .catch((error: unknown) => {
        settling.log.warn(
          { err: error, reference },
          'payment notification failed, will be settled later',
        )
      })
  }
}

/**
 * What was given with the order; to its reader what they gave with any of theirs. A free book is rated only by whoever
 * reads the mails of its address: by a mailed key, or as a reader who has shown that.
 */
async function findRating(
  order: OrderRow,
  key: string,
  context: RequestContext,
  orderSecret: Uint8Array,
) {
  const { id, bookId, amountKobo, readerId } = order
  const reader = await context.findReader()
  const own = reader && (await findOrderOfReader(bookId, reader.id))
  const ratedId = own && readerId === reader?.id ? own.id : id
  const [given, reviewer] =
    order.state === 'paid'
      ? await Promise.all([findBookRating(ratedId), findReviewer(ratedId, reader?.id)])
      : [{ rating: null, review: null }, 'askAdult' as const]
  const byKey = amountKobo > 0 || isMailedKey(orderSecret, id, key)
  const canRate = own !== undefined || (byKey && !(await isRatedWithAnother(order)))
  return { ...given, reviewer, canRate }
}

async function forBuyer(
  order: OrderRow,
  key: string,
  context: RequestContext,
  outside: OrdersOptions,
) {
  const { orderSecret, payments } = outside
  const isOver = mayPayAgain(order)
  if (order.provider === 'bank' && isMailedKey(orderSecret, order.id, key))
    await proveInvoice(order)
  const [parts, present, invoice, download, codes, given, paidInstead, receipt, refundEvents] =
    await Promise.all([
      listOrderParts(order.id),
      findBoughtPresent(order.id),
      findInvoice(order.id),
      findDownload(order.id, outside),
      listCodes(order.id, orderSecret),
      findRating(order, key, context, orderSecret),
      isOver ? findPaidInstead(order) : undefined,
      findReceiptNumber(order.id),
      listRefundEvents(order.id),
    ])
  return {
    ...order,
    status: order.state,
    isGift: order.provider === 'gift',
    unitPrice: toNaira(order.unitKobo),
    discount: toNaira(order.discountKobo),
    amount: toNaira(order.amountKobo),
    vatPercent: order.vatBasisPoints / 100,
    vat: toNaira(order.vatKobo),
    receiptNumber: receipt ?? null,
    refundRequest: refundRequestOf(refundEvents),
    hasReceipt: hasReceipt(order),
    checkoutUrl: order.state === 'pending' ? order.checkoutUrl : null,
    parts,
    present,
    invoice: invoice
      ? { ...invoice, paid: toNaira(invoice.paidKobo), missing: toNaira(invoice.missingKobo) }
      : null,
    download,
    codes,
    ...given,
    canRate: given.canRate && !present,
    again:
      isOver && !paidInstead
        ? payments()
            .map(({ provider }) => provider)
            .filter((one) => one !== order.provider)
        : [],
    isPaidTwice: order.problemCode === 'paidTwice',
  }
}

function placed({ reference, amountKobo, discountKobo, checkoutUrl }: PlacedOrder) {
  return {
    reference,
    checkoutUrl,
    amount: toNaira(amountKobo),
    discount: toNaira(discountKobo),
  }
}
