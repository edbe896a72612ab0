import { hashToken } from '#api/http/secrets/secrets.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { listChapterCounts } from '#api/shop/chapters/chapter-counts.queries.ts'
import { statementToken } from '#api/shop/orders/order-secrets.ts'
import { inLagos } from '#db/lagos.ts'
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
import { linesOf } from './ledger.queries.ts'

const accountColumns = columns('author_accounts', ['id', 'name', 'email', 'revision', 'createdAt'])
export type AccountRow = RowOf<typeof accountColumns> & { balanceKobo: number }

/** Whose accounts are seen: all, or that of one of the staff, who is invited under its address. */
export type AccountHolder = { staffId: string } | 'all'

const seenBy = (holder: AccountHolder) =>
  holder === 'all'
    ? sql`true`
    : sql`author_accounts.email = (
        select lower(email) from staff where id = ${holder.staffId} and state = 'active')`

const balance = () => sql`(
  select coalesce(sum(kobo), 0)::bigint from ledger_lines where author_account_id = author_accounts.id
) as balance_kobo`

/** The share of each book that holds now; the few of an account are found by the index on it. */
const sharesOfNow = () => sql`(
  select book_id, account_id, basis_points, since from book_shares as present
  where not exists (
    select from book_shares as later where later.book_id = present.book_id and later.id > present.id)
)`

const monthBegin = () => inLagos(sql`date_trunc('month', ${inLagos(sql`now()`)})`)

/**
 * What accounts are owed of months of Lagos that have ended, above zero: their balance without what was sold in this month,
 * and taken back of that. So a refund of an earlier sale lowers it, as a payout does, and a sale of this month does not.
 */
const sumsDue = () => sql`(
  select author_account_id as account_id, sum(kobo)::bigint as kobo from ledger_lines
  where author_account_id is not null and not exists (
    select from ledger_entries as sale join ledger_entries as entry using (order_id)
    where entry.id = entry_id and sale.kind = 'sale' and sale.at >= ${monthBegin()})
  group by author_account_id having sum(kobo) > 0
)`

/** What authors are due in all, to how many, and the name of one. */
export const dueToAuthors = () => sql`
  select '' as id, min(name) as name, sum(kobo)::bigint as due_kobo, count(*)
  from ${sumsDue()} as due join author_accounts on author_accounts.id = account_id
  having count(*) > 0`

interface Filter {
  holder: AccountHolder
  search?: string | undefined
}

function narrow({ holder, search }: Filter) {
  const text = search?.trim()
  const pattern = containing(text ?? '')
  return sql`${seenBy(holder)} ${
    text
      ? sql`and (name ilike ${pattern} or email ilike ${pattern} or exists (
          select from ${sharesOfNow()} as share join books on books.id = book_id
          where share.account_id = author_accounts.id and title ilike ${pattern}))`
      : sql``
  }`
}

/** Lists those with all these words in name, address and titles of their books; those with them in the name first. */
export function listFoundAccounts(words: string[], limit: number) {
  return sql<(Row<'author_accounts', 'id' | 'name'> & { balanceKobo: number })[]>`
    select id, name, ${balance()} from author_accounts left join (
        select account_id, string_agg(title, E'\\n') as titles
        from ${sharesOfNow()} as share join books on books.id = book_id group by account_id
      ) as shared on account_id = author_accounts.id
    where ${hasWords(sql`lower(normalize(concat_ws(E'\\n', name, email, titles)))`, words)}
    order by ${hasWords(sql`lower(normalize(name))`, words)} desc, lower(name), id limit ${limit}`
}

/** Lists those that are owed something of months that have ended, then the others; by name. */
export function listAccounts({ limit, offset, ...filter }: Filter & Slice) {
  return sql<
    (AccountRow & {
      books: number
      monthKobo: number
      dueKobo: number
      lastPayout: { paidOn: string; kobo: number } | null
    })[]
  >`
    select ${sql(accountColumns)}, ${balance()}, coalesce(due.kobo, 0) as due_kobo,
      (select count(*) from ${sharesOfNow()} as share where account_id = author_accounts.id) as books,
      (select coalesce(sum(kobo), 0)::bigint from ledger_lines
          join ledger_entries on ledger_entries.id = entry_id
        where author_account_id = author_accounts.id and kind in ('sale', 'refund')
          and at >= ${monthBegin()}
      ) as month_kobo,
      (select jsonb_build_object('paidOn', paid_on, 'kobo', kobo) from payouts
        where account_id = author_accounts.id and ${isNotTakenBack()}
        order by paid_on desc, created_at desc limit 1) as last_payout
    from author_accounts left join ${sumsDue()} as due on due.account_id = author_accounts.id
    where ${narrow(filter)}
    order by due.kobo is null, lower(name), id limit ${limit} offset ${offset}`
}

export function countAccounts(filter: Filter): Promise<number> {
  return countRows(sql`author_accounts where ${narrow(filter)}`)
}

export function findAccount(id: string, holder: AccountHolder) {
  return first(sql<AccountRow[]>`
    select ${sql(accountColumns)}, ${balance()} from author_accounts
    where id = ${id} and ${seenBy(holder)}`)
}

export function findAccountByToken(token: string) {
  return first(sql<AccountRow[]>`
    select ${sql(accountColumns)}, ${balance()} from author_accounts
    where token_hash = ${hashToken(token)}`)
}

/** Until the transaction ends, nobody else writes to it. */
export async function lockAccount(id: string) {
  await sql`select from author_accounts where id = ${id} for no key update`
}

/** Resolves to false when another account has the address. */
export function insertAccount(
  fields: Row<'author_accounts', 'id' | 'name' | 'email'>,
  orderSecret: Uint8Array,
): Promise<boolean> {
  const tokenHash = hashToken(statementToken(orderSecret, fields.id, 1))
  return hasRows(sql`
    insert into author_accounts ${values('author_accounts', { ...fields, tokenHash })}
    on conflict (email) do nothing`)
}

export function isAddressTaken(email: string, exceptId: string): Promise<boolean> {
  return hasRows(sql`select 1 from author_accounts where email = ${email} and id <> ${exceptId}`)
}

/** Resolves to false when it has another revision, or all these values already. */
export function setAccount(
  id: string,
  { name, email }: Row<'author_accounts', 'name' | 'email'>,
  revision: number | undefined,
): Promise<boolean> {
  return hasRows(sql`
    update author_accounts set name = ${name}, email = ${email}
    where id = ${id} and (name, email) is distinct from (${name}, ${email})
      ${revision === undefined ? sql`` : sql`and revision = ${revision}`}`)
}

/** The link before ends. Call it with the account locked. */
export async function renewStatementLink(id: string, orderSecret: Uint8Array) {
  const [account] = await sql<Row<'author_accounts', 'generation'>[]>`
    select generation from author_accounts where id = ${id}`
  const generation = (account?.generation ?? 0) + 1
  const tokenHash = hashToken(statementToken(orderSecret, id, generation))
  await sql`
    update author_accounts set generation = ${generation}, token_hash = ${tokenHash} where id = ${id}`
}

export function listShares(accountId: string) {
  return sql<{ bookId: string; title: string; basisPoints: number; since: string }[]>`
    select book_id, title, basis_points, since
    from ${sharesOfNow()} as share join books on books.id = book_id
    where account_id = ${accountId} order by title, book_id`
}

/** How far readers come in the books of an account. */
export async function listCountsOf(accountId: string) {
  const shares = await listShares(accountId)
  return listChapterCounts(shares.map(({ bookId }) => bookId))
}

/** The share that holds now, with the book locked; undefined where there is no such book. */
export function lockShare(bookId: string) {
  return first(sql<
    (Row<'books', 'title' | 'partsCount'> & {
      accountId: string | null
      basisPoints: number | null
    })[]
  >`
    with book as (
      select id, title, parts_count from books
      where id = ${bookId} and deleted_at is null for no key update
    )
    select title, parts_count, share.account_id, share.basis_points
    from book left join lateral (
      select account_id, basis_points from book_shares where book_id = book.id order by id desc limit 1
    ) as share on true`)
}

/** From now on. Null: nobody's. */
export async function insertShare(
  bookId: string,
  share: { accountId: string; basisPoints: number } | null,
) {
  const row = {
    bookId,
    accountId: share?.accountId ?? null,
    basisPoints: share?.basisPoints ?? null,
  }
  await sql`insert into book_shares ${values('book_shares', row)}`
}

const isNotTakenBack = () => sql`not exists (
  select from ledger_entries where payout_id = payouts.id and kind = 'payout_taken_back')`

export function listPayouts(accountId: string) {
  return sql<
    {
      id: string
      paidOn: string
      kobo: number
      reference: string
      isTakenBack: boolean
    }[]
  >`
    select id, paid_on::text, kobo, reference, not ${isNotTakenBack()} as is_taken_back
    from payouts where account_id = ${accountId} order by paid_on desc, created_at desc`
}

export function findPayout(id: string) {
  return first(sql<Row<'payouts', 'accountId' | 'kobo'>[]>`
    select account_id, kobo from payouts where id = ${id}`)
}

/** Call it with the account locked, and its balance looked at. */
export async function insertPayout(
  accountId: string,
  payout: { kobo: number; paidOn: string; reference: string },
) {
  const [row] = await sql<Row<'payouts', 'id'>[]>`
    insert into payouts ${values('payouts', { accountId, ...payout })} returning id`
  if (row) await postPayout(row.id, { accountId, kobo: payout.kobo }, 'payout')
  return row?.id
}

/** Resolves to false if it was before. */
export function takeBackPayout(id: string, payout: Row<'payouts', 'accountId' | 'kobo'>) {
  return postPayout(id, { ...payout, kobo: -payout.kobo }, 'payout_taken_back')
}

async function postPayout(
  payoutId: string,
  { accountId, kobo }: Row<'payouts', 'accountId' | 'kobo'>,
  kind: 'payout' | 'payout_taken_back',
): Promise<boolean> {
  const [entry] = await sql<Row<'ledger_entries', 'id'>[]>`
    insert into ledger_entries ${values('ledger_entries', { kind, payoutId })}
    on conflict do nothing returning id`
  if (!entry) return false
  const lines = linesOf(entry.id, [
    { account: 'author', authorAccountId: accountId, kobo: -kobo },
    { account: 'paid_out', kobo },
  ])
  await sql`insert into ledger_lines ${values('ledger_lines', lines)}`
  return true
}

/** Undefined when it has another address by now. */
export function findMailedAccount(id: string, email: string) {
  return first(sql<Row<'author_accounts', 'name' | 'generation'>[]>`
    select name, generation from author_accounts where id = ${id} and email = ${email}`)
}

/** A book that is sold, with the share of it that the account has now. */
export function findSharedBook(accountId: string, bookId: string) {
  return first(sql<(Row<'books', 'id' | 'slug' | 'title'> & { basisPoints: number })[]>`
    select books.id, slug, title, basis_points from books, lateral (
      select account_id, basis_points from book_shares where book_id = books.id order by id desc limit 1
    ) as share
    where id = ${bookId} and is_published and deleted_at is null
      and account_id = ${accountId} and basis_points > 0`)
}

/** Tells the author, once a month at most, that the book can be bought. With the id of an Undo the mail waits for its end. */
export async function tellOfLiveBook(bookId: string, undo?: string) {
  const [author] = await sql<(Row<'author_accounts', 'email'> & { accountId: string })[]>`
    select account_id, email from (
      select account_id, basis_points from book_shares where book_id = ${bookId} order by id desc limit 1
    ) as share join author_accounts on author_accounts.id = account_id
    where basis_points > 0 and exists (
        select from books where id = ${bookId} and is_published and deleted_at is null)
      and not exists (
        select from mails where kind = 'bookLive' and recipient = email and data ->> 'bookId' = ${bookId})`
  if (!author) return
  await queueMail('bookLive', author.email, { accountId: author.accountId, bookId }, undo)
}

/** Unless it was taken back; with the balance of now. */
export function findMailedPayout(accountId: string, payoutId: string) {
  return first(sql<(Row<'payouts', 'kobo' | 'reference'> & { paidOn: string })[]>`
    select kobo, reference, paid_on::text from payouts
    where id = ${payoutId} and account_id = ${accountId} and ${isNotTakenBack()}`)
}
