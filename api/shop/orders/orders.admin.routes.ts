import { Readable } from 'node:stream'
import type { Router } from '@koa/router'
import { csvLine } from '#api/http/escape.ts'
import { serve, serveFile } from '#api/http/serve.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { dayOf } from '#contract/days.ts'
import { apiError } from '#contract/errors.ts'
import { toNaira } from '#contract/money.ts'
import {
  type AdminOrderRow,
  countAdminOrders,
  findAdminOrder,
  listAdminOrders,
  listMonthlySales,
  listSoldAfter,
} from './orders.admin.queries.ts'
import type { OrderRow } from './orders.queries.ts'
import { type RefundWith, refundOrder } from './refund-order.ts'

const batchRows = 2000

const columns: Record<string, (order: OrderRow) => string> = {
  reference: ({ reference }) => reference,
  status: ({ state }) => state,
  orderedAt: ({ createdAt }) => createdAt,
  paidAt: ({ paidAt }) => paidAt ?? '',
  refundedAt: ({ refundedAt }) => refundedAt ?? '',
  book: ({ bookTitle }) => bookTitle,
  author: ({ authorName }) => authorName,
  copies: ({ quantity }) => String(quantity),
  unitPrice: ({ unitKobo }) => toNaira(unitKobo).toFixed(2),
  amount: ({ amountKobo }) => toNaira(amountKobo).toFixed(2),
  currency: ({ currency }) => currency,
  paymentMethod: ({ paymentMethod }) => paymentMethod,
  provider: ({ provider }) => provider,
  isTest: ({ isTest }) => String(isTest),
  buyerName: ({ buyerName }) => buyerName,
  buyerEmail: ({ buyerEmail }) => buyerEmail,
  problem: ({ problem }) => problem ?? '',
}

/** Read in pieces, so that a slow download holds no connection. */
async function* ordersAsCsv(): AsyncGenerator<string> {
  // Excel reads UTF-8 only with this mark.
  yield `\uFEFF${csvLine(Object.keys(columns))}`
  let last: string | null = null
  while (true) {
    const piece: OrderRow[] = await listSoldAfter(last, batchRows)
    if (piece.length > 0) {
      yield piece
        .map((order) => csvLine(Object.values(columns).map((write) => write(order))))
        .join('')
    }
    last = piece.at(-1)?.id ?? null
    if (piece.length < batchRows) return
  }
}

interface AdminOrdersOptions extends RefundWith {
  /** Mails the buyer links to the order. */
  mailLinks(reference: string): Promise<void>
}

export function adminOrdersRoutes(router: Router, outside: AdminOrdersOptions) {
  serve(router, 'GET /admin/orders', async ({ status, search, page, pageSize }) => {
    const filter = { state: status, search }
    const [orders, total] = await Promise.all([
      listAdminOrders({ ...filter, limit: pageSize, offset: (page - 1) * pageSize }),
      countAdminOrders(filter),
    ])
    return { items: orders.map(asThePublisherSees), total }
  })

  serveFile(router, 'GET /admin/orders.csv', async (_, ctx, { staff }) => {
    ctx.attachment(`ascend-orders-${dayOf(new Date())}.csv`)
    ctx.type = 'text/csv; charset=utf-8'
    ctx.status = 200
    if (ctx.method === 'HEAD') return
    await recordActivity(staff.name, 'ordersExported')
    ctx.body = Readable.from(ordersAsCsv())
  })

  serve(router, 'POST /admin/orders/:reference/refund', async ({ reference }, { staff }) => {
    await refundOrder(reference, staff.name, outside)
    return asThePublisherSees(await orderAt(reference))
  })

  serve(router, 'POST /admin/orders/:reference/resend', async ({ reference }, { staff }) => {
    const { id, bookTitle } = await orderAt(reference)
    await outside.mailLinks(reference)
    await recordActivity(staff.name, 'orderLinksSent', {
      ...{ id, title: bookTitle, note: reference },
    })
    return { status: 'ok' as const }
  })

  serve(router, 'GET /admin/sales', async () => {
    const months = await listMonthlySales(outside.payments?.isTest === true)
    return months.map(({ month, amountKobo, copies }) => ({
      ...{ month, copies },
      revenue: toNaira(amountKobo),
    }))
  })
}

async function orderAt(reference: string) {
  const order = await findAdminOrder(reference)
  if (!order) throw apiError('orderNotFound')
  return order
}

function asThePublisherSees(order: AdminOrderRow) {
  return {
    ...order,
    status: order.state,
    unitPrice: toNaira(order.unitKobo),
    amount: toNaira(order.amountKobo),
  }
}
