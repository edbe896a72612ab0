import { undoOfRow } from '#api/staff/activity/undo.queries.ts'
import type { RequestState, requestFilters } from '#contract/states.ts'
import {
  columns,
  countRows,
  first,
  hasRows,
  type Row,
  type RowOf,
  type Slice,
  sql,
  values,
} from '#db/sql.ts'
import { isOver, replyDueOn } from './business-days.ts'

/** The price is in naira. */
export type SentRequest = RowOf<typeof sentColumns>

const sentColumns = columns('publishing_requests', [
  'title',
  'author',
  'description',
  'category',
  'price',
  'coverImageUrl',
  'authorEmail',
  'authorPhone',
  'publishingReason',
])

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
  /** It is looked for in title, author, e-mail address and reference, in any case. */
  search?: string | undefined
}

export async function insertRequest(request: SentRequest): Promise<string> {
  const [added] = await sql<Row<'publishing_requests', 'id'>[]>`
    insert into publishing_requests ${values('publishing_requests', request)} returning id`
  return (added as { id: string }).id
}

export function listRequestsFrom(authorEmail: string) {
  return sql<(SentRequest & Row<'publishing_requests', 'id' | 'status' | 'createdAt'>)[]>`
    select ${sql(sentColumns)}, id, status, created_at
    from publishing_requests
    where author_email = ${authorEmail} order by created_at desc`
}

/** Open ones first, by waiting time; then the others, newest first. */
export function listRequests(filter: InboxFilter & Slice) {
  return sql<RequestRow[]>`
    select ${withBook()} from publishing_requests ${narrow(filter)}
    order by ${isOpen()} desc, case when ${isOpen()} then created_at end, created_at desc, id
    limit ${filter.limit} offset ${filter.offset}`
}

export function countRequests(filter: InboxFilter): Promise<number> {
  return countRows(sql`publishing_requests ${narrow(filter)}`)
}

export function countRequestsByState() {
  return sql<{ name: (typeof requestFilters)[number]; count: number }[]>`
    select case when ${isOpen()} then 'open' else status end as name, count(*)
    from publishing_requests group by 1`
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

export function findRequest(id: string) {
  return first(sql<RequestRow[]>`
    select ${withBook()} from publishing_requests where id = ${id}`)
}

export async function lockRequest(id: string) {
  await sql`select 1 from publishing_requests where id = ${id} for update`
  // A separate query sees a draft that was made during the wait for the lock.
  return findRequest(id)
}

/** The request, with the draft that it became. */
export const requestUndo = undoOfRow({
  table: 'publishing_requests',
  name: 'request',
  title: 'title',
  undone: columns('publishing_requests', ['status', 'note', 'message', 'messageAt', 'bookId']),
  shows: () => sql`title`,
  beside: (id) => ({
    book: sql`
      select id, revision, is_published, deleted_at, pdf_id from books
      where id = (select book_id from publishing_requests where id = ${id}) for update`,
  }),
})

/** Resolves to false when the request has another revision. */
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
  return hasRows(sql`
    update publishing_requests set ${values('publishing_requests', {
      status,
      note,
      ...(message && { message, messageAt: new Date() }),
      ...(bookId && { bookId }),
    })}
    where id = ${id} and revision = ${revision}`)
}

/** The open request that came first, and how many are open. */
export const oldestOpenRequest = () => sql`
  select 'PR-' || upper(left(id::text, 8)) as id, created_at, count(*) over () from publishing_requests
  where ${isOpen()} order by created_at, id limit 1`

export async function countOverdueRequests(now = new Date()): Promise<number> {
  const open = await sql<Row<'publishing_requests', 'createdAt'>[]>`
    select created_at from publishing_requests where ${isOpen()}`
  return open.filter(({ createdAt }) => isOver(replyDueOn(createdAt), now)).length
}
