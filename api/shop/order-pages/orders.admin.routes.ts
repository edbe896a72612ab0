import { Readable } from 'node:stream'
import { type Cell, csvFile, excelMark, startCsv } from '#api/http/answers/csv.ts'
import type { StaffMember } from '#api/http/request-context.ts'
import type { Routes } from '#api/http/serve.ts'
import { countReminders } from '#api/shop/begun/begun-orders.queries.ts'
import { mailCode, replaceUnusedCode } from '#api/shop/orders/change-code.ts'
import { listCodes } from '#api/shop/orders/copies.queries.ts'
import { resendOrderLinks } from '#api/shop/orders/order-notices.ts'
import {
  type AdminOrderRow,
  countAdminOrders,
  countOrdersByState,
  findAdminOrder,
  listAdminOrders,
  listMonthlySales,
  listOrderFacts,
  listOrdersNamed,
  listSoldAfter,
  sumOrderDays,
} from '#api/shop/orders/orders.admin.queries.ts'
import { type OrderRow, problemOf } from '#api/shop/orders/orders.queries.ts'
import { refundOrder } from '#api/shop/orders/refund-order.ts'
import { declineRefund } from '#api/shop/orders/refund-requests.ts'
import { type CheckWith, settleOrder, trySettling } from '#api/shop/orders/settle-order.ts'
import { findBoughtPresent } from '#api/shop/presents/presents.queries.ts'
import { hasReceipt } from '#api/shop/receipts/draw-receipt.ts'
import { findReceiptNumber } from '#api/shop/receipts/receipts.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { dayOf } from '#contract/dates.ts'
import { apiErrorFrom, required } from '#contract/errors.ts'
import type { ActivityAction } from '#contract/kinds/kinds.ts'
import { toNaira } from '#contract/money.ts'
import { orderStates } from '#contract/states.ts'
import { countsOf, pageOf, transaction } from '#db/sql.ts'

/** A test leaves the columns of money empty, so that their sums are money; it has one of its own. */
const money = ({ isTest }: OrderRow, kobo: number) => (isTest ? null : toNaira(kobo))

const columns: Record<string, (order: OrderRow) => Cell> = {
  reference: ({ reference }) => reference,
  status: ({ state }) => state,
  orderedAt: ({ createdAt }) => createdAt,
  paidAt: ({ paidAt }) => paidAt,
  refundedAt: ({ refundedAt }) => refundedAt,
  book: ({ bookTitle }) => bookTitle,
  author: ({ authorName }) => authorName,
  copies: ({ quantity }) => quantity,
  unitPrice: ({ unitKobo }) => toNaira(unitKobo),
  discountCode: ({ discountCode }) => discountCode,
  discount: (order) => money(order, order.discountKobo),
  amount: (order) => money(order, order.amountKobo),
  refunded: (order) => money(order, order.state === 'refunded' ? -order.amountKobo : 0),
  testAmount: ({ isTest, amountKobo }) => (isTest ? toNaira(amountKobo) : null),
  currency: ({ currency }) => currency,
  paymentMethod: ({ paymentMethod }) => paymentMethod,
  provider: ({ provider }) => provider,
  isTest: ({ isTest }) => String(isTest),
  buyerName: ({ buyerName }) => buyerName,
  buyerEmail: ({ buyerEmail }) => buyerEmail,
  problem: problemOf,
  vatInAmount: (order) => money(order, order.vatKobo),
  orderNumber: ({ orderNumber }) => orderNumber,
}

/** What is sold, or the orders that are named. */
async function* ordersAsCsv(references: string[] | undefined): AsyncGenerator<string> {
  yield excelMark
  yield* csvFile(columns, (last, limit) => {
    if (!references) return listSoldAfter(last?.id ?? null, limit)
    return last ? Promise.resolve([]) : listOrdersNamed(references)
  })
}

export function adminOrdersRoutes({ serve, serveFile }: Routes, outside: CheckWith) {
  serve('GET /admin/orders', ({ status: state, ...asked }) =>
    pageOf({ ...asked, state }, listAdminOrders, countAdminOrders, forStaff),
  )

  serve('GET /admin/order-counts', async () => countsOf(orderStates, await countOrdersByState()))

  serve('GET /admin/order-days', async ({ status, ...filter }) => {
    const days = await sumOrderDays({ ...filter, state: status })
    return days.map(({ day, amountKobo, testKobo }) => ({
      day,
      amount: toNaira(amountKobo),
      testAmount: toNaira(testKobo),
    }))
  })

  serveFile('GET /admin/orders.csv', async ({ references }, ctx, { staff }) => {
    if (!startCsv(ctx, `ascend-orders-${dayOf(new Date())}.csv`)) return
    await recordActivity(staff.name, 'ordersExported')
    ctx.body = Readable.from(ordersAsCsv(references?.split(',')))
  })

  serve('GET /admin/orders/:reference', async ({ reference }) => {
    const order = await orderAt(reference)
    const facts = await listOrderFacts(order.id)
    const timeline = [...order.events, ...facts].sort((a, b) => a.at.localeCompare(b.at))
    return {
      ...forStaff(order),
      present: await findBoughtPresent(order.id),
      codes: (await listCodes(order.id, outside.orderSecret)).map(({ isRedeemed }, index) => ({
        number: index + 1,
        isRedeemed,
      })),
      receiptNumber: (await findReceiptNumber(order.id)) ?? null,
      timeline,
    }
  })

  serve('POST /admin/orders/:reference/refund', async ({ reference }, { staff }) => {
    await refundOrder(reference, staff.name, outside)
    return forStaff(await orderAt(reference))
  })

  serve(
    'POST /admin/orders/:reference/refund-request/decline',
    async ({ reference, refusal }, { staff }) => {
      await declineRefund(await orderAt(reference), refusal, staff)
      return forStaff(await orderAt(reference))
    },
  )

  serve('POST /admin/orders/:reference/settle', async ({ reference }) => {
    await settleOrder(reference, 'publisher', outside).catch((error: unknown) => {
      throw apiErrorFrom(error, 'paymentUnavailable')
    })
    return forStaff(await orderAt(reference))
  })

  serve('POST /admin/orders/:reference/resend', async ({ reference }, { staff }) => {
    const { id, bookTitle, orderNumber } = await orderAt(reference)
    await resendOrderLinks({ name: reference }, (open) => trySettling(open, 'check', outside))
    await recordActivity(staff.name, 'orderLinksSent', { id, title: bookTitle, note: orderNumber })
  })

  serve('POST /admin/orders/:reference/codes/:number/mail', (asked, { staff }) =>
    aboutCode(asked, staff, 'orderCodeMailed', async (order) => {
      await mailCode(order, asked.number, { to: order.buyerEmail, by: 'publisher' })
    }),
  )

  serve('POST /admin/orders/:reference/codes/:number/replace', (asked, { staff }) =>
    aboutCode(asked, staff, 'orderCodeReplaced', async (order) => {
      const { orderSecret } = outside
      await replaceUnusedCode(order.id, asked.number, { by: 'publisher', orderSecret })
      await mailCode(order, asked.number, { to: order.buyerEmail, by: 'publisher' })
    }),
  )

  serve('GET /admin/order-reminders', countReminders)

  serve('GET /admin/sales', async () => {
    const months = await listMonthlySales()
    return months.map(({ month, amountKobo, copies }) => ({
      month,
      copies,
      revenue: toNaira(amountKobo),
    }))
  })
}

async function aboutCode(
  { reference }: { reference: string },
  staff: StaffMember,
  action: ActivityAction,
  work: (order: AdminOrderRow) => Promise<void>,
) {
  const order = await orderAt(reference)
  const { id, bookTitle: title, orderNumber: note } = order
  await transaction(async () => {
    await work(order)
    await recordActivity(staff.name, action, { id, title, note })
  })
}

async function orderAt(name: string) {
  return required(await findAdminOrder(name), 'orderNotFound')
}

function forStaff(order: AdminOrderRow) {
  return {
    ...order,
    status: order.state,
    unitPrice: toNaira(order.unitKobo),
    discount: toNaira(order.discountKobo),
    amount: toNaira(order.amountKobo),
    vatPercent: order.vatBasisPoints / 100,
    vat: toNaira(order.vatKobo),
    hasReceipt: hasReceipt(order),
    problem: problemOf(order),
    paidInstead: order.problemCode === 'otherAmount' ? toNaira(order.problemKobo ?? 0) : null,
    isPaidTwice: order.problemCode === 'paidTwice',
  }
}
