import { randomUUID } from 'node:crypto'
import { mailedOrderKey, orderKey } from '#api/shop/orders/order-secrets.ts'
import { settleOrder } from '#api/shop/orders/settle-order.ts'
import { shopWith } from '#api/shop/shop.ts'
import { dayOf } from '#contract/dates.ts'
import { addDays } from '#contract/days.ts'
import type { InputOf } from '#contract/endpoints/contract.ts'
import { sql } from '#db/sql.ts'
import { aVisitor, startApp, theStaff } from '../people.ts'
import { aBookOnSale } from '../servers/pretend-provider.ts'
import { log, orderSecret } from './settling.ts'

export const invoicing = {
  account: {
    bankName: 'Example Bank',
    accountName: 'Ascend Publishing Ltd',
    accountNumber: '0123456789',
  },
  days: 14,
}

export const settling = { ...shopWith(() => [], orderSecret), log }

/** A shop at which schools pay by invoice, and nothing else. */
export async function aShopWithInvoices() {
  const base = await startApp({ invoicing: () => invoicing, orderSecret })
  return aVisitor(base)
}

type Asked = InputOf<'POST /invoices'>

export const whatASchoolTypes = (bookId: string, fields: Partial<Asked> = {}): Asked => ({
  bookId,
  quantity: 3,
  school: 'Harmony Secondary School, Jos',
  buyerName: 'Ngozi Bassey-Udo',
  buyerEmail: `bursar-${randomUUID()}@schools.example`,
  ...fields,
})

/** The school opens the link of the first mail, and has dealt with that. */
export async function proves(
  { call }: Pick<Awaited<ReturnType<typeof aVisitor>>, 'call'>,
  reference: string,
) {
  const [order] = await sql<{ id: string }[]>`select id from orders where reference = ${reference}`
  const id = order?.id ?? ''
  await sql`delete from mails where kind = 'invoiceProof' and data ->> 'orderId' = ${id}`
  return call('GET /orders/:reference', { reference, key: mailedOrderKey(orderSecret, id) })
}

/** An invoice that waits for its transfer. */
export async function anInvoice(
  { call }: Pick<Awaited<ReturnType<typeof aVisitor>>, 'call'>,
  { price = 1250.75, ...fields }: Partial<Asked> & { price?: number } = {},
) {
  const { id: bookId } = await aBookOnSale({ price })
  const { reference, amount } = await call('POST /invoices', whatASchoolTypes(bookId, fields))
  await proves({ call }, reference)
  const [row] = await sql<{ id: string; buyerEmail: string; number: string }[]>`
    select id, buyer_email, number from orders join invoices on order_id = id
    where reference = ${reference}`
  const { id, buyerEmail, number } = row as { id: string; buyerEmail: string; number: string }
  return { id, bookId, reference, amount, number, buyerEmail, key: orderKey(orderSecret, id) }
}

/** A shop keeper of the shop's own address. */
export const aShopkeeper = (base: string) => theStaff('shopkeeper', base)

/** A transfer as a bank statement has it. */
export const aTransfer = (amount: number, fields: object = {}) => ({
  amount,
  paidOn: dayOf(new Date()),
  bankReference: `FT-${randomUUID().slice(0, 8)}`,
  ...fields,
})

/** Settles the order so much later that no transfer of it can be undone. */
export async function untilItCounts({ id, reference }: { id: string; reference: string }) {
  await sql`
    update bank_transfers set confirmed_at = confirmed_at - interval '1 minute' where order_id = ${id}`
  await sql`
    update mails set next_try_at = now() where data ->> 'orderId' = ${id} and next_try_at is not null`
  await settleOrder(reference, 'sweep', settling)
}

/** Lets so many days pass for an invoice. */
export async function daysPass(orderId: string, days: number) {
  await sql`
    update invoices set due_on = due_on - ${days}::integer, open_until = open_until - ${days}::integer,
      created_at = created_at - make_interval(days => ${days})
    where order_id = ${orderId}`
  await sql`
    update orders set created_at = created_at - make_interval(days => ${days}),
      next_check_at = next_check_at - make_interval(days => ${days})
    where id = ${orderId}`
}

export const inDays = (days: number) => addDays(dayOf(new Date()), days)
