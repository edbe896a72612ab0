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
    | ('problemCode' | 'problemKobo' | 'problemCurrency' | 'problemReference')
    | 'refundAskedAt'
  > &
  Row<'invoices', 'remindedAt'> & { orderState: Row<'orders', 'state'>['state'] }

/** Every invoice that was made, with its order and its state: the source of the statements below. There are few enough to read all. */
const allInvoices = () => sql`(
  select invoices.*, ${invoiceState()} as state, orders.state as order_state, orders.reference,
    orders.order_number, orders.book_id,
    orders.book_title, orders.quantity, orders.unit_kobo, orders.discount_kobo, orders.discount_code,
    orders.amount_kobo, orders.buyer_name, orders.buyer_email, orders.paid_at,
    orders.problem_code, orders.problem_kobo, orders.problem_currency, orders.problem_reference,
    orders.refund_asked_at, ${moneySoFar()}
  from ${invoicesWithOrders()} where number is not null
) as invoices`

const adminColumns = () => sql`
  order_id, number, school, school_address, purchase_number, due_on::text, open_until::text, bank_name,
  account_name, account_number, reminded_at, withdrawn_at, created_at, state, order_state, reference,
  order_number, book_id, book_title, quantity, unit_kobo, discount_kobo, discount_code, amount_kobo, buyer_name, buyer_email, paid_at,
  problem_code, problem_kobo, problem_currency, problem_reference, refund_asked_at,
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

/** Lists invoices with all these words, newest first. */
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
  /** The names of staff. */
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

/** The one in this state whose day is the earliest, and how many there are. */
export const firstInvoiceDue = (state: InvoiceState) => sql`
  select reference as id, school as name, missing_kobo as due_kobo, due_on::text, count(*) over ()
  from ${allInvoices()} where state = ${state} order by due_on, created_at limit 1`
