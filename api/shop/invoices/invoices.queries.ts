import { readSnapshot } from '#api/staff/activity/undo.queries.ts'
import { addDays, startOf } from '#contract/days.ts'
import {
  type BankAccount,
  type InvoiceState,
  openDays,
  type TypedInvoice,
  unproven,
} from '#contract/shop/invoices.ts'
import { undoSeconds } from '#contract/undo.ts'
import { lagosDay } from '#db/lagos.ts'
import { columns, first, hasRows, type Row, type RowOf, sql, values } from '#db/sql.ts'

/** The last day on which an invoice is open, and the moment after it, when its order is looked at. */
export function termOf(dueOn: string): { openUntil: string; endsAt: Date } {
  const openUntil = addDays(dueOn, openDays)
  return { openUntil, endsAt: startOf(addDays(openUntil, 1)) }
}

const invoiceColumns = columns('invoices', [
  'orderId',
  'number',
  'school',
  'schoolAddress',
  'purchaseNumber',
  'bankName',
  'accountName',
  'accountNumber',
  'withdrawnAt',
])

/** Days are YYYY-MM-DD. */
export type InvoiceRow = RowOf<typeof invoiceColumns> & {
  dueOn: string
  openUntil: string
  state: InvoiceState | typeof unproven
  paidKobo: number
  missingKobo: number
}

/** The state, out of `invoices` joined with `orders`, and with the sums of their transfers as `t`. */
export const invoiceState = () => sql`
  case
    when number is null then ${unproven}
    when orders.state = 'refunded' then 'returned'
    when orders.state = 'paid' then 'paid'
    when orders.state = 'needs_review' and t.paid_kobo >= orders.amount_kobo then 'mismatch'
    when t.recorded_kobo > t.paid_kobo or t.paid_kobo >= orders.amount_kobo then 'toConfirm'
    when withdrawn_at is not null then 'withdrawn'
    -- What has been paid in part waits for the rest, or for somebody who sends it back.
    when t.paid_kobo = 0 and (orders.state <> 'pending' or open_until < ${lagosDay()}) then 'lapsed'
    when due_on < ${lagosDay()} then 'overdue'
    else 'waiting'
  end`

/** Sums the transfers of an order that were not rejected: what is written down, and what of it counts. */
export const transferSums = (orderId: ReturnType<typeof sql>) => sql`
  select coalesce(sum(amount_kobo), 0)::bigint as recorded_kobo,
    coalesce(sum(amount_kobo) filter (where confirmed_at is not null), 0)::bigint as confirmed_kobo,
    -- As long as Undo holds, what was confirmed does nothing.
    coalesce(sum(amount_kobo) filter (
      where confirmed_at <= now() - make_interval(secs => ${undoSeconds})), 0)::bigint as paid_kobo,
    coalesce(bool_or(returned_on is not null), false) as is_returned,
    max(paid_on) as paid_on, max(recorded_at) as recorded_at
  from bank_transfers where order_id = ${orderId} and rejected_at is null`

export const invoicesWithOrders = () => sql`
  invoices join orders on orders.id = invoices.order_id
    cross join lateral (${transferSums(sql`invoices.order_id`)}) as t`

const invoiceFields = () => sql`
  ${sql(invoiceColumns.map((name) => `invoices.${name}`))}, due_on::text, open_until::text,
  ${invoiceState()} as state, ${moneySoFar()}`

/** What has come, and what is still missing. */
export const moneySoFar = () => sql`
  t.paid_kobo, greatest(orders.amount_kobo - t.paid_kobo, 0) as missing_kobo`

/** One that was made: its number is taken. */
export type NumberedInvoice = InvoiceRow & { number: string; state: InvoiceState }

export async function insertInvoice(
  invoice: TypedInvoice &
    BankAccount & { orderId: string; number: string | null } & {
      dueOn: string
      openUntil: string
    },
) {
  await sql`insert into invoices ${values('invoices', invoice)}`
}

/** It finds none for an order that is paid in another way. */
export function findInvoice(orderId: string) {
  return first(sql<InvoiceRow[]>`
    select ${invoiceFields()} from ${invoicesWithOrders()} where invoices.order_id = ${orderId}`)
}

export type LockedInvoice = NumberedInvoice &
  Row<'orders', 'reference' | 'createdAt' | 'amountKobo' | 'buyerEmail' | 'discountId'> & {
    orderState: Row<'orders', 'state'>['state']
    /** The sum of its transfers that were not rejected. */
    recordedKobo: number
    confirmedKobo: number
  }

/** Locked until the transaction ends: whatever staff do to an invoice, and its settling, happens one after the other. */
export async function lockInvoice(orderId: string): Promise<LockedInvoice | undefined> {
  const [locked] = await sql`select 1 from invoices where order_id = ${orderId} for update`
  if (!locked) return undefined
  return first(sql<LockedInvoice[]>`
    select ${invoiceFields()}, orders.reference, orders.created_at, orders.amount_kobo, orders.buyer_email,
      orders.discount_id, orders.state as order_state, t.recorded_kobo, t.confirmed_kobo
    from ${invoicesWithOrders()} where invoices.order_id = ${orderId}`)
}

/** Nothing for one whose e-mail address is not proven. */
export async function findMadeInvoice(orderId: string): Promise<NumberedInvoice | undefined> {
  const invoice = await findInvoice(orderId)
  return invoice?.number ? (invoice as NumberedInvoice) : undefined
}

export function listMadeInvoices(orderIds: string[]) {
  return sql<(Row<'invoices', 'school'> & Row<'orders', 'amountKobo'> & { number: string })[]>`
    select number, school, amount_kobo from invoices join orders on orders.id = order_id
    where order_id = any (${orderIds}::uuid[]) and number is not null order by number`
}

export async function setNumber(orderId: string, number: string) {
  await sql`update invoices set number = ${number} where order_id = ${orderId}`
}

/** Resolves to the orders of schools to remind, once for each due day: one of several calls gets them. */
export function takeInvoiceToRemind(withinDays: number) {
  return first(sql<{ orderId: string; buyerEmail: string }[]>`
    with due as (
      select i.order_id from invoices i join orders o on o.id = i.order_id
      where i.reminded_at is null and i.withdrawn_at is null and i.number is not null and o.state = 'pending'
        and ${lagosDay()} between i.due_on - ${withinDays}::integer and i.due_on
        -- One that is due so soon was announced just now.
        and ${lagosDay(sql`i.created_at`)} < i.due_on - ${withinDays}::integer
        and not exists (
          select from bank_transfers t
          where t.order_id = i.order_id and confirmed_at is null and rejected_at is null)
      order by i.due_on limit 1 for update of i skip locked)
    update invoices set reminded_at = now() from due, orders o
    where invoices.order_id = due.order_id and o.id = due.order_id
    returning invoices.order_id, o.buyer_email`)
}

/** Deletes what names the school of an order whose buyer was deleted; number and dates stay. */
export async function forgetSchools() {
  await sql`
    update invoices set school = '', school_address = '', purchase_number = ''
    from orders o where o.id = order_id and o.buyer_email = '' and school <> ''`
}

/** Banks and people set blanks, slashes and dashes as they like. */
const plainOf = (bankReference: string) =>
  bankReference.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Resolves to false when its reference stands with another invoice. Lock the invoice first. */
export async function insertTransfer(
  transfer: Row<'bank_transfers', 'orderId' | 'bankReference' | 'amountKobo' | 'recordedBy'> & {
    paidOn: string
    needsSecond: boolean
  },
): Promise<boolean> {
  // The index does not know those of the release before.
  if (await findInvoiceOfTransfer(transfer.bankReference)) return false
  const row = { ...transfer, plainReference: plainOf(transfer.bankReference) }
  const [inserted] = await sql<Row<'bank_transfers', 'id'>[]>`
    insert into bank_transfers ${values('bank_transfers', row)}
    on conflict do nothing returning id`
  if (inserted && !transfer.needsSecond)
    await confirmTransfer(inserted.id, transfer.orderId, transfer.recordedBy)
  return inserted !== undefined
}

/** The invoice with which a transfer of this reference stands. */
export function findInvoiceOfTransfer(bankReference: string) {
  return first(sql<Row<'invoices', 'number'>[]>`
    select number from bank_transfers join invoices using (order_id)
    where coalesce(plain_reference, lower(regexp_replace(bank_reference, '[^[:alnum:]]', '', 'g')))
      = ${plainOf(bankReference)} and rejected_at is null`)
}

/** Resolves to false when it was confirmed or rejected meanwhile. */
export function confirmTransfer(id: string, orderId: string, staffId: string): Promise<boolean> {
  return hasRows(sql`
    update bank_transfers set confirmed_by = ${staffId}, confirmed_at = now()
    where id = ${id} and order_id = ${orderId} and confirmed_at is null and rejected_at is null`)
}

/** Like `confirmTransfer`, but for one that was confirmed too, while nothing was delivered. */
export function rejectTransfer(id: string, orderId: string, staffId: string): Promise<boolean> {
  return hasRows(sql`
    update bank_transfers set rejected_by = ${staffId}, rejected_at = now()
    where id = ${id} and order_id = ${orderId} and returned_on is null and rejected_at is null`)
}

/** The transfers of an invoice by their ids, as JSON. Locks the invoice. */
export async function snapshotTransfers(orderId: string) {
  await lockInvoice(orderId)
  return readSnapshot({
    transfers: sql`
      select jsonb_object_agg(id, to_jsonb(bank_transfers)) as by_id
      from bank_transfers where order_id = ${orderId}`,
  })
}

/** The transfer is not confirmed any more. */
export async function takeBackConfirmation(id: string) {
  await sql`update bank_transfers set confirmed_by = null, confirmed_at = null where id = ${id}`
}

/** Resolves to false unless there is confirmed money that has not gone back. */
export function setReturned(
  orderId: string,
  returned: { returnedOn: string; returnReference: string; staffId: string },
): Promise<boolean> {
  return hasRows(sql`
    update bank_transfers set returned_on = ${returned.returnedOn}::date,
      return_reference = ${returned.returnReference}, returned_by = ${returned.staffId}
    where order_id = ${orderId} and confirmed_at is not null and rejected_at is null
      and returned_on is null`)
}

/** The school is reminded of the new day too. */
export async function setDue(orderId: string, days: { dueOn: string; openUntil: string }) {
  await sql`
    update invoices set due_on = ${days.dueOn}::date, open_until = ${days.openUntil}::date, reminded_at = null
    where order_id = ${orderId}`
}

export async function setWithdrawn(orderId: string) {
  await sql`update invoices set withdrawn_at = now() where order_id = ${orderId}`
}

/** Whether there is more than one who may look at money. */
export async function hasSecondPerson(): Promise<boolean> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from staff where state = 'active' and role in ('owner', 'shopkeeper')`
  return (row?.count ?? 0) > 1
}
