import { addDays, startOf } from '#contract/days.ts'
import { type BankAccount, type InvoiceState, openDays } from '#contract/invoices.ts'
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
  state: InvoiceState
}

/** Of `invoices` joined with `orders`, and with their transfer that counts as `t`. */
export const invoiceState = () => sql`
  case
    when orders.state = 'refunded' then 'returned'
    when orders.state = 'paid' then 'paid'
    when orders.state = 'needs_review' then 'mismatch'
    when t.id is not null and t.confirmed_at is null then 'toConfirm'
    when withdrawn_at is not null then 'withdrawn'
    when orders.state <> 'pending' or open_until < ${today()} then 'lapsed'
    when due_on < ${today()} then 'overdue'
    else 'waiting'
  end`

const today = () => sql`(now() at time zone 'Africa/Lagos')::date`

export const invoicesWithOrders = () => sql`
  invoices join orders on orders.id = invoices.order_id
    left join bank_transfers t on t.order_id = invoices.order_id and t.rejected_at is null`

const invoiceFields = () => sql`
  ${sql(invoiceColumns.map((name) => `invoices.${name}`))}, due_on::text, open_until::text,
  ${invoiceState()} as state`

export interface TypedInvoice {
  school: string
  schoolAddress: string
  purchaseNumber: string
}

export async function insertInvoice(
  invoice: TypedInvoice &
    BankAccount & { orderId: string; number: string } & {
      dueOn: string
      openUntil: string
    },
) {
  await sql`insert into invoices ${values('invoices', invoice)}`
}

/** Of an order that is paid in another way: nothing. */
export function findInvoice(orderId: string) {
  return first(sql<InvoiceRow[]>`
    select ${invoiceFields()} from ${invoicesWithOrders()} where invoices.order_id = ${orderId}`)
}

type Locked = InvoiceRow &
  Row<'orders', 'reference' | 'createdAt' | 'amountKobo' | 'buyerEmail'> & { hasTransfer: boolean }

/** Locked until the transaction ends: whatever staff do to an invoice happens one after the other. */
export async function lockInvoice(reference: string): Promise<Locked | undefined> {
  const [order] = await sql<Row<'orders', 'id'>[]>`
    select id from orders where reference = ${reference}`
  if (!order) return undefined
  const [locked] = await sql`
    select 1 from invoices where order_id = ${order.id} for update`
  if (!locked) return undefined
  return first(sql<Locked[]>`
    select ${invoiceFields()}, orders.reference, orders.created_at, orders.amount_kobo, orders.buyer_email,
      t.id is not null as has_transfer
    from ${invoicesWithOrders()} where invoices.order_id = ${order.id}`)
}

/** Resolves to the orders of schools to remind, once for each due day: one of several calls gets them. */
export function takeInvoiceToRemind(withinDays: number) {
  return first(sql<{ orderId: string; buyerEmail: string }[]>`
    with due as (
      select i.order_id from invoices i join orders o on o.id = i.order_id
      where i.reminded_at is null and i.withdrawn_at is null and o.state = 'pending'
        and ${today()} between i.due_on - ${withinDays}::integer and i.due_on
        -- One that is due so soon was announced just now.
        and (i.created_at at time zone 'Africa/Lagos')::date < i.due_on - ${withinDays}::integer
        and not exists (
          select from bank_transfers t where t.order_id = i.order_id and rejected_at is null)
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

/** Looked at in a minute, in case the process dies before it has settled the order itself. */
export async function checkSoon(orderId: string) {
  await sql`
    update orders set next_check_at = now() + interval '1 minute' where id = ${orderId}`
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
  const confirmed = transfer.needsSecond
    ? {}
    : { confirmedBy: transfer.recordedBy, confirmedAt: new Date() }
  // The index does not know those of the release before.
  if (await findInvoiceOfTransfer(transfer.bankReference)) return false
  const row = { ...transfer, ...confirmed, plainReference: plainOf(transfer.bankReference) }
  return hasRows(sql`
    insert into bank_transfers ${values('bank_transfers', row)}
    on conflict do nothing`)
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

/** As `confirmTransfer`. */
export function rejectTransfer(id: string, orderId: string, staffId: string): Promise<boolean> {
  return hasRows(sql`
    update bank_transfers set rejected_by = ${staffId}, rejected_at = now()
    where id = ${id} and order_id = ${orderId} and confirmed_at is null and rejected_at is null`)
}

/** Resolves to false unless there is confirmed money that has not gone back. */
export function setReturned(
  orderId: string,
  returned: { returnedOn: string; returnReference: string; staffId: string },
): Promise<boolean> {
  return hasRows(sql`
    update bank_transfers set returned_on = ${returned.returnedOn}::date,
      return_reference = ${returned.returnReference}, returned_by = ${returned.staffId}
    where order_id = ${orderId} and confirmed_at is not null and returned_on is null`)
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

/** When the order is looked at next: when the invoice's time is over. */
export async function setNextCheck(orderId: string, at: Date) {
  await sql`
    update orders set next_check_at = ${at}
    where id = ${orderId} and state = 'pending'`
}

/** Whether there is more than one who may look at money. */
export async function hasSecondPerson(): Promise<boolean> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from staff where state = 'active' and role in ('owner', 'shopkeeper')`
  return (row?.count ?? 0) > 1
}
