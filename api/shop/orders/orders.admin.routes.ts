import { Readable } from 'node:stream'
import type { Router } from '@koa/router'
import { csvFile, excelMark, startCsv } from '#api/http/csv.ts'
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

async function* ordersAsCsv(): AsyncGenerator<string> {
  yield excelMark
  yield* csvFile(columns, (last, limit) => listSoldAfter(last?.id ?? null, limit))
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
    if (!startCsv(ctx, `ascend-orders-${dayOf(new Date())}.csv`)) return
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
