import { sumsDue } from '#api/shop/ledgers/author-accounts.queries.ts'
import { refundsWanted } from '#api/shop/orders/orders.queries.ts'
import { type InvoiceState, invoiceStates } from '#contract/shop/invoices.ts'
import { containing, countRows, first, hasWords, type Row, type Slice, sql } from '#db/sql.ts'
import {
  invoiceState,
  invoicesWithOrders,
  moneySoFar,
  type NumberedInvoice,
} from './invoices.queries.ts'

export interface InvoiceFilter {
  status?: InvoiceState | undefined
  search?: string | undefined
}

export type AdminInvoiceRow = NumberedInvoice &
  Row<
    'orders',
    | (
        | 'reference'
        | 'orderNumber'
        | 'bookId'
        | 'bookTitle'
        | 'quantity'
        | 'unitKobo'
        | 'discountKobo'
      )
    | ('discountCode' | 'amountKobo' | 'buyerName' | 'buyerEmail' | 'createdAt' | 'paidAt')
    | ('problem' | 'problemCode' | 'problemKobo' | 'problemCurrency' | 'problemReference')
    | 'refundAskedAt'
  > &
  Row<'invoices', 'remindedAt'> & { orderState: Row<'orders', 'state'>['state'] }

/** Every invoice that was made, with its order and its state: the source of the statements below. There are few enough to read all. */
const allInvoices = () => sql`(
  select invoices.*, ${invoiceState()} as state, orders.state as order_state, orders.reference,
    orders.order_number, orders.book_id,
    orders.book_title, orders.quantity, orders.unit_kobo, orders.discount_kobo, orders.discount_code,
    orders.amount_kobo, orders.buyer_name, orders.buyer_email, orders.paid_at, orders.problem,
    orders.problem_code, orders.problem_kobo, orders.problem_currency, orders.problem_reference,
    orders.refund_asked_at, ${moneySoFar()}
  from ${invoicesWithOrders()} where number is not null
) as invoices`

const adminColumns = () => sql`
  order_id, number, school, school_address, purchase_number, due_on::text, open_until::text, bank_name,
  account_name, account_number, reminded_at, withdrawn_at, created_at, state, order_state, reference,
  order_number, book_id, book_title, quantity, unit_kobo, discount_kobo, discount_code, amount_kobo, buyer_name, buyer_email, paid_at,
  problem, problem_code, problem_kobo, problem_currency, problem_reference, refund_asked_at,
  paid_kobo, missing_kobo`

const searchText = () => sql`
  lower(normalize(number || E'\\n' || school || E'\\n' || purchase_number || E'\\n' || buyer_name || E'\\n' ||
    buyer_email || E'\\n' || order_number || E'\\n' || reference))`

function narrow({ status, search }: InvoiceFilter) {
  const text = search?.trim()
  return sql`
    ${status ? sql`and state = ${status}` : sql``}
    ${text ? sql`and ${searchText()} like lower(normalize(${containing(text)}))` : sql``}`
}

export function listInvoices(filter: InvoiceFilter & Slice) {
  return sql<AdminInvoiceRow[]>`
    select ${adminColumns()} from ${allInvoices()}
    where true ${narrow(filter)}
    order by array_position(${[...invoiceStates]}::text[], state), created_at desc, order_id desc
    limit ${filter.limit} offset ${filter.offset}`
}

export function countInvoices(filter: InvoiceFilter): Promise<number> {
  return countRows(sql`${allInvoices()} where true ${narrow(filter)}`)
}

export function countInvoicesByState() {
  return sql<{ name: InvoiceState; count: number }[]>`
    select state as name, count(*) from ${allInvoices()} group by state`
}

/** With all these words; newest first. */
export function listFoundInvoices(words: string[], limit: number) {
  return sql<AdminInvoiceRow[]>`
    select ${adminColumns()} from ${allInvoices()} where ${hasWords(searchText(), words)}
    order by created_at desc, order_id desc limit ${limit}`
}

export function findAdminInvoice(reference: string) {
  return first(sql<AdminInvoiceRow[]>`
    select ${adminColumns()} from ${allInvoices()} where reference = ${reference}`)
}

type TransferRow = Row<
  'bank_transfers',
  | ('id' | 'bankReference' | 'amountKobo' | 'recordedAt' | 'needsSecond')
  | ('confirmedAt' | 'rejectedAt' | 'returnReference')
> & {
  paidOn: string
  returnedOn: string | null
  recordedById: string
  /** Names. */
  recordedBy: string
  confirmedBy: string | null
  rejectedBy: string | null
  returnedBy: string | null
}

export function listTransfers(orderId: string) {
  const nameOf = (id: ReturnType<typeof sql>) =>
    sql`(select name from staff where staff.id = ${id})`
  return sql<TransferRow[]>`
    select id, paid_on::text, bank_reference, amount_kobo, recorded_at, needs_second, confirmed_at, rejected_at,
      returned_on::text, return_reference, recorded_by as recorded_by_id,
      ${nameOf(sql`recorded_by`)} as recorded_by, ${nameOf(sql`confirmed_by`)} as confirmed_by,
      ${nameOf(sql`rejected_by`)} as rejected_by, ${nameOf(sql`returned_by`)} as returned_by
    from bank_transfers where order_id = ${orderId} order by recorded_at desc, id`
}

type PaymentTask = Row<
  'orders',
  | ('reference' | 'amountKobo' | 'problem' | 'problemCode')
  | ('problemKobo' | 'problemCurrency' | 'problemReference')
> & {
  count: number
  /** Of a buyer, a school or an author. */
  name: string
  dueOn: string
  /** An order, or an invoice, in this state; or all that authors are due. */
  state: 'needs_review' | 'refundWanted' | 'toConfirm' | 'overdue' | 'toPay'
}

/** What has waited longest for somebody to look at its money, each with how many there are; and what authors are due in all. */
export function listPaymentTasks() {
  return sql<PaymentTask[]>`
    with to_review as (
      select 'needs_review' as state, reference, amount_kobo, '' as name, '' as due_on,
        count(*) over ()::integer as count
      from orders where state = 'needs_review' order by created_at, id limit 1),
    to_refund as (
      select 'refundWanted' as state, reference, amount_kobo, buyer_name as name, '' as due_on,
        count(*) over ()::integer as count
      from ${refundsWanted()} as wanted order by asked_at, id limit 1),
    of_invoices as (
      select distinct on (state) state, reference, missing_kobo as amount_kobo, school as name, due_on::text,
        count(*) over (partition by state)::integer as count
      from ${allInvoices()} where state in ('toConfirm', 'overdue')
      order by state, due_on, created_at),
    of_authors as (
      select 'toPay' as state, '' as reference, sum(kobo)::bigint as amount_kobo,
        min(name) as name, '' as due_on, count(*)::integer as count
      from ${sumsDue()} as due join author_accounts on author_accounts.id = account_id
      having count(*) > 0)
    select tasks.*, problem, problem_code, problem_kobo, problem_currency, problem_reference from (
      select * from to_review union all select * from to_refund union all select * from of_invoices union all select * from of_authors
    ) as tasks left join orders on tasks.state = 'needs_review' and orders.reference = tasks.reference
    order by array_position(array['needs_review', 'refundWanted', 'toConfirm', 'overdue', 'toPay'], tasks.state)`
}
