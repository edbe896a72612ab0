import type { RequestState } from '#contract/states.ts'
import { columns, type Row, type RowOf, sql, values } from '#db/sql.ts'
import { isOver, replyDueOn } from './business-days.ts'
import { sentColumns } from './requests.queries.ts'

const requestColumns = columns('publishing_requests', [
  ...sentColumns,
  'id',
  'status',
  'note',
  'message',
  'messageAt',
  'revision',
  'createdAt',
  'updatedAt',
])

export type RequestRow = RowOf<typeof requestColumns> & Row<'publishing_requests', 'bookId'>

const withBook = () => sql`
  ${sql(requestColumns)},
  (select id from books where books.id = book_id and deleted_at is null) as book_id`

const isOpen = () => sql`status in ('received', 'in_review')`

export interface InboxFilter {
  status?: 'open' | RequestState | undefined
  /** In title, author, e-mail address and reference, in any case. */
  search?: string | undefined
}

/** Open ones first, the longest waiting on top; then the newest. */
export function listRequests(filter: InboxFilter & { limit: number; offset: number }) {
  return sql<RequestRow[]>`
    select ${withBook()} from publishing_requests ${narrow(filter)}
    order by ${isOpen()} desc, case when ${isOpen()} then created_at end, created_at desc, id
    limit ${filter.limit} offset ${filter.offset}`
}

export async function countRequests(filter: InboxFilter): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from publishing_requests ${narrow(filter)}`
  return row?.count ?? 0
}

// References are matched in lower case.
function narrow({ status, search = '' }: InboxFilter) {
  const state = status === 'open' ? isOpen() : status ? sql`status = ${status}` : sql`true`
  return sql`
    where ${state} ${
      search.trim()
        ? sql`and strpos(
            lower(normalize(concat_ws(E'\n', title, author, author_email, 'PR-' || left(id::text, 8)))),
            lower(normalize(${search.trim()}))) > 0`
        : sql``
    }`
}

export async function findRequest(id: string) {
  const [request] = await sql<RequestRow[]>`
    select ${withBook()} from publishing_requests where id = ${id}`
  return request
}

/** As `findRequest`, locked until the transaction ends. */
export async function lockRequest(id: string) {
  await sql`select 1 from publishing_requests where id = ${id} for update`
  // A separate query sees a draft that was made during the wait for the lock.
  return findRequest(id)
}

/** Resolves to false when the request is not the one that was seen. */
export async function setRequest(
  { id, revision }: RequestRow,
  change: {
    status: RequestState
    note: string | null
    message: string | null
    bookId?: string | undefined
  },
): Promise<boolean> {
  const { status, note, message, bookId } = change
  const { count } = await sql`
    update publishing_requests set ${values('publishing_requests', {
      status,
      note,
      ...(message && { message, messageAt: new Date() }),
      ...(bookId && { bookId }),
    })}
    where id = ${id} and revision = ${revision}`
  return count > 0
}

export function countOpenRequests(): Promise<number> {
  return countRequests({ status: 'open' })
}

export async function countOverdueRequests(now = new Date()): Promise<number> {
  const open = await sql<Row<'publishing_requests', 'createdAt'>[]>`
    select created_at from publishing_requests where ${isOpen()}`
  return open.filter(({ createdAt }) => isOver(replyDueOn(createdAt), now)).length
}
