import { undoOfRow } from '#api/staff/activity/undo.queries.ts'
import { type DiscountState, discountStates } from '#contract/states.ts'
import {
  columns,
  containing,
  countRows,
  first,
  hasRows,
  hasWords,
  type Row,
  type RowOf,
  type Slice,
  sql,
  values,
} from '#db/sql.ts'
import { discountColumns, holdsUse } from './discounts.queries.ts'

const adminColumns = columns('discounts', [...discountColumns, 'note', 'revision', 'createdAt'])
export type DiscountFields = Omit<RowOf<typeof adminColumns>, 'id' | 'revision' | 'createdAt'>

export type AdminDiscountRow = RowOf<typeof adminColumns> & {
  state: DiscountState
  uses: number
  wasUsed: boolean
  paidKobo: number
  givenKobo: number
  /** Null for all books; otherwise those of them that exist. */
  books: Row<'books', 'id' | 'title'>[] | null
}

export interface DiscountFilter {
  status?: DiscountState | undefined
  search?: string | undefined
}

/** Every discount with what its orders came to: the source of the statements below. */
const discountsWithUses = () => sql`(
  select discounts.*, uses, was_used, paid_kobo, given_kobo,
    case
      when ends_at <= now() then 'ended'
      when uses >= max_uses then 'usedUp'
      when starts_at > now() then 'later'
      else 'running'
    end as state
  from discounts cross join lateral (
    select count(*) filter (where ${holdsUse()}) as uses, count(*) > 0 as was_used,
      coalesce(sum(amount_kobo) filter (where state = 'paid' and not is_test), 0)::bigint as paid_kobo,
      coalesce(sum(discount_kobo) filter (where state = 'paid' and not is_test), 0)::bigint as given_kobo
    from orders where discount_id = discounts.id
  ) as used
) as discounts`

const withBooks = () => sql`
  ${sql(adminColumns)}, state, uses, was_used, paid_kobo, given_kobo,
  (select coalesce(jsonb_agg(jsonb_build_object('id', books.id, 'title', books.title) order by title), '[]')
    from books where books.id::text = any (book_ids) and deleted_at is null) as books`

/** `jsonb_agg` cannot tell all books from those that are gone. */
const asRow = (row: AdminDiscountRow): AdminDiscountRow => ({
  ...row,
  books: row.bookIds && row.books,
})

function narrow({ status, search }: DiscountFilter) {
  const text = search?.trim()
  return sql`
    ${status ? sql`and state = ${status}` : sql``}
    ${text ? sql`and (code ilike ${containing(text)} or note ilike ${containing(text)})` : sql``}`
}

/** Lists those with all these words in code and note, newest first. There are few enough to read all. */
export function listFoundDiscounts(words: string[], limit: number) {
  const text = sql`lower(normalize(code || E'\\n' || coalesce(note, '')))`
  return sql<
    (Row<'discounts', 'id' | 'code' | 'percent' | 'offKobo' | 'maxUses'> &
      Pick<AdminDiscountRow, 'uses' | 'state'>)[]
  >`
    select id, code, percent, off_kobo, max_uses, uses, state from ${discountsWithUses()}
    where ${hasWords(text, words)}
    order by ${hasWords(sql`lower(code)`, words)} desc, created_at desc, id desc limit ${limit}`
}

/** Lists codes by their state, the newest first. */
export async function listDiscounts(filter: DiscountFilter & Slice): Promise<AdminDiscountRow[]> {
  const rows = await sql<AdminDiscountRow[]>`
    select ${withBooks()} from ${discountsWithUses()}
    where true ${narrow(filter)}
    order by array_position(${[...discountStates]}::text[], state), created_at desc, id desc
    limit ${filter.limit} offset ${filter.offset}`
  return rows.map(asRow)
}

export function countDiscounts(filter: DiscountFilter): Promise<number> {
  return countRows(sql`${discountsWithUses()} where true ${narrow(filter)}`)
}

export function countDiscountsByState() {
  return sql<{ name: DiscountState; count: number }[]>`
    select state as name, count(*) from ${discountsWithUses()} group by state`
}

export async function findAdminDiscount(id: string): Promise<AdminDiscountRow | undefined> {
  const [row] = await sql<AdminDiscountRow[]>`
    select ${withBooks()} from ${discountsWithUses()} where id = ${id}`
  return row && asRow(row)
}

/** Resolves to nothing when the code is taken. */
export function insertDiscount(fields: DiscountFields) {
  return first(sql<Row<'discounts', 'id'>[]>`
    insert into discounts ${values('discounts', fields)}
    on conflict (code) do nothing returning id`)
}

export function isCodeTaken(code: string, exceptId: string): Promise<boolean> {
  return hasRows(sql`select 1 from discounts where code = ${code} and id <> ${exceptId}`)
}

/** Resolves to false when it has another revision, or all these values already. */
export function setDiscount(
  id: string,
  fields: DiscountFields,
  revision: number | undefined,
): Promise<boolean> {
  const { code, percent, offKobo, bookIds, startsAt, endsAt, maxUses, maxUsesOfBuyer, note } =
    fields
  return hasRows(sql`
    update discounts set ${values('discounts', fields)}
    where id = ${id} ${revision === undefined ? sql`` : sql`and revision = ${revision}`}
      and (code, percent, off_kobo, book_ids, starts_at, ends_at, max_uses, max_uses_of_buyer, note)
        is distinct from (${code}::text, ${percent}::integer, ${offKobo}::bigint, ${bookIds}::text[],
          ${startsAt}::timestamptz, ${endsAt}::timestamptz, ${maxUses}::integer, ${maxUsesOfBuyer}::integer,
          ${note}::text)`)
}

/** Resolves to false when it has ended before. */
export function endDiscount(id: string): Promise<boolean> {
  return hasRows(sql`
    update discounts set ends_at = now() where id = ${id} and (ends_at is null or ends_at > now())`)
}

/** Lists those of these books that exist. */
export function listBooksNamed(ids: readonly string[]) {
  return sql<Row<'books', 'id'>[]>`
    select id from books where id in ${sql(ids)} and deleted_at is null`
}

export const discountUndo = undoOfRow({
  table: 'discounts',
  name: 'discount',
  title: 'code',
  undone: columns('discounts', ['endsAt']),
  shows: () => sql`code, revision`,
})
