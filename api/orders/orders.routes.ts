import type { Router } from '@koa/router'
import type { Logger } from 'pino'
import { findBookRating } from '#api/book-ratings/book-ratings.queries.ts'
import { limiter, limitForm } from '#api/http/limit-rate.ts'
import type { Caller } from '#api/http/read-caller.ts'
import { serve } from '#api/http/serve.ts'
import type { Payments } from '#api/outside/outside.ts'
import { email } from '#contract/endpoints/fields.ts'
import { orderReference } from '#contract/endpoints/orders.ts'
import { toNaira } from '#contract/money.ts'
import { refuse } from '#contract/refusals.ts'
import { transaction } from '#db/sql.ts'
import { findDownload, listCodes, orderPage } from './copies.queries.ts'
import { findAgain } from './find-again.ts'
import { noteConcern } from './note-concern.ts'
import {
  findOrderByKey,
  insertNotice,
  markNoticeSettled,
  type OrderActor,
  type OrderRow,
} from './orders.queries.ts'
import { placeOrder } from './place-order.ts'
import { settleOrder } from './settle-order.ts'

/** What orders are made with. */
export interface OrdersOutside {
  publicUrl: string
  /** Undefined: nothing can be bought for now. */
  payments?: Payments | undefined
  /** What the keys of orders, links and codes are derived from. */
  orderSecret: Uint8Array
  log: Logger
}

/** Each asks the provider something: an order's page asks a few times a minute at most. */
const checks = limiter('order checks', { points: 30, minutes: 10 })

export function ordersRoutes(router: Router, outside: OrdersOutside) {
  const { orderSecret, payments, log } = outside

  /** A provider that is down must not keep a buyer from their page. */
  const settleIfPossible = (reference: string, by: OrderActor) =>
    settleOrder(reference, by, outside).catch((error: unknown) => {
      log.warn({ err: error, reference }, 'the provider could not say what became of an order')
    })
  const findWithKey = async (
    { reference, key }: { reference: string; key: string },
    { address }: Caller,
  ) => {
    const order = await findOrderByKey(reference, key)
    if (order) return order
    // Wrong ones alone are counted: a buyer is not hindered by a neighbour who tries keys.
    await limitForm('wrong order keys', address)
    throw refuse('orderNotFound')
  }

  serve(router, 'POST /orders', async (purchase, caller) => {
    const { reference, amountKobo, checkoutUrl } = await placeOrder(purchase, caller, outside)
    return { reference, amount: toNaira(amountKobo), checkoutUrl }
  })

  serve(router, 'GET /orders/:reference', async (link, caller) =>
    asBuyersSee(await findWithKey(link, caller), orderSecret),
  )

  serve(router, 'POST /orders/:reference/check', async (link, caller) => {
    const { reference } = await findWithKey(link, caller)
    await checks.count(reference)
    await settleIfPossible(reference, 'check')
    return asBuyersSee(await findWithKey(link, caller), orderSecret)
  })

  serve(router, 'POST /orders/find', async ({ query }) => {
    const reference = orderReference.safeParse(query).data
    const address = email.safeParse(query).data
    const asked = reference ? { reference } : address ? { email: address } : undefined
    // Not waited for: see findAgain.
    if (asked) {
      void findAgain(asked, outside).catch((error: unknown) => {
        log.error({ err: error }, 'an order could not be looked for')
      })
    }
    return { status: 'ok' as const }
  })

  serve(router, 'GET /payments/return', async (link, caller) => {
    const order = await findWithKey(link, caller)
    await settleIfPossible(order.reference, 'return')
    return { to: orderPage(order, orderSecret) }
  })

  serve(router, 'POST /webhooks/paystack', async ({ body, signature }) => {
    const read = payments?.readNotice(body, signature)
    if (!payments || !read) throw refuse('unauthorized')
    const { notice, reference, concern } = read
    if (!reference) return { status: 'ok' as const }
    const { provider } = payments
    // The provider is answered at once, and asked afterwards: it comes again if it waits too long.
    const known = await transaction(async () => {
      const known = await insertNotice({ provider, notice, reference })
      if (known === 'new' && concern) await noteConcern(reference, concern)
      return known
    })
    if (known !== 'settled') {
      void settleOrder(reference, 'webhook', outside)
        .then(() => markNoticeSettled(provider, notice))
        .catch((error: unknown) => {
          log.warn({ err: error, reference }, 'a notice is settled later')
        })
    }
    return { status: 'ok' as const }
  })
}

async function asBuyersSee(order: OrderRow, orderSecret: Uint8Array) {
  const [download, codes, rating] = await Promise.all([
    findDownload(order.id, orderSecret),
    listCodes(order.id, orderSecret),
    findBookRating(order),
  ])
  return {
    ...order,
    status: order.state,
    unitPrice: toNaira(order.unitKobo),
    amount: toNaira(order.amountKobo),
    checkoutUrl: order.state === 'pending' ? order.checkoutUrl : null,
    download,
    codes,
    rating,
  }
}
