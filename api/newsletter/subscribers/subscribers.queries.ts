import { hashToken } from '#api/http/secrets/secrets.ts'
import { linkMinutes } from '#contract/form-limits.ts'
import { type Digest, presentNewsletterWording } from '#contract/newsletter/newsletter-choices.ts'
import { keptDays } from '#contract/retention.ts'
import { lagosDay, startOfDay } from '#db/lagos.ts'
import {
  countRows,
  first,
  hasRows,
  isUuid,
  type Nullable,
  type Row,
  type Slice,
  sql,
  transaction,
  values,
} from '#db/sql.ts'

/** A known subscriber stays unchanged. */
export async function insertSubscriber(email: string, source: string) {
  await sql`
    insert into subscribers (email, wording, source)
    values (${email}, ${presentNewsletterWording}, ${source}) on conflict do nothing`
}

/** Resolves to whether the link was valid; a second click works too. */
export async function confirmSubscriber(token: string): Promise<boolean> {
  return transaction(async () => {
    // A confirmed address receives mails, and subscribes to issues again.
    await sql`
      delete from suppressions where email in (
        select email from subscribers
        where confirm_hash = ${hashToken(token)} and confirmed_at is null and confirm_until > now())`
    return hasRows(sql`
      update subscribers set confirmed_at = coalesce(confirmed_at, now()), import_id = null,
        -- One who only followed; a second click, later, changes nothing.
        takes_letters = takes_letters or digest is null and coalesce(confirm_until > now(), false),
        confirm_until = case when confirmed_at is null then confirm_until end
      where confirm_hash = ${hashToken(token)}
        and (confirmed_at is not null or confirm_until > now())`)
  })
}

/** Call it in a transaction. Stores the withdrawn consent without the address. */
export async function deleteSubscriber(
  unsubscribeToken: string,
  hashOf: (email: string) => string,
) {
  if (!isUuid(unsubscribeToken)) return
  const [left] = await sql<
    Row<'subscribers', 'email' | 'wording' | 'source' | 'createdAt' | 'confirmedAt'>[]
  >`
    delete from subscribers where unsubscribe_token = ${unsubscribeToken}::uuid
    returning email, wording, source, created_at, confirmed_at`
  if (!left) return
  const { email, createdAt: askedAt, ...agreed } = left
  const addressHash = hashOf(email)
  await sql`
    insert into newsletter_withdrawals ${values('newsletter_withdrawals', { ...agreed, askedAt, addressHash })}`
  await sql`insert into newsletter_leavers values (${addressHash}) on conflict do nothing`
}

/** Without a record: nobody left, everything of theirs is deleted. */
export async function deleteSubscriberWith(email: string) {
  await sql`delete from subscribers where email = ${email}`
}

/** Newest first. `addressHash`: finds withdrawn consent, which is stored without the address. */
export function listConsent(email: string, addressHash: string) {
  return sql<
    (Row<'newsletter_withdrawals', 'askedAt' | 'confirmedAt' | 'wording' | 'source'> &
      Nullable<Row<'newsletter_withdrawals', 'withdrawnAt'>>)[]
  >`
    select created_at as asked_at, confirmed_at, wording, source, null::timestamptz as withdrawn_at
    from subscribers where email = ${email}
    union all
    select asked_at, confirmed_at, wording, source, withdrawn_at
    from newsletter_withdrawals where address_hash = ${addressHash}
    order by asked_at desc`
}

export async function deleteOldWithdrawals() {
  await sql`
    delete from newsletter_withdrawals
    where withdrawn_at < now() - make_interval(days => ${keptDays.newsletterWithdrawal})`
}

/** The categories are of stories; none means all. */
type Choices = Row<'subscribers', 'takesLetters' | 'digest' | 'categories'>

/** Those of the newsletter: there are others who only follow. */
const hearsLetters = () => sql`(takes_letters or digest is not null)`

export function findSubscriber(email: string) {
  return first(sql<
    (Choices & Row<'subscribers', 'confirmedAt' | 'createdAt' | 'wording' | 'source' | 'follows'>)[]
  >`
    select confirmed_at, created_at, wording, source, takes_letters, digest, categories, follows
    from subscribers where email = ${email}`)
}

/** Finds what a confirmed subscriber has chosen. */
export function findChoices(unsubscribeToken: string) {
  return first(sql<(Choices & Row<'subscribers', 'email' | 'follows'>)[]>`
    select email, takes_letters, digest, categories, follows from subscribers
    where unsubscribe_token = ${unsubscribeToken}::uuid and confirmed_at is not null`)
}

/** Resolves to whether there is such a subscriber. */
export function setChoices(unsubscribeToken: string, choices: Choices): Promise<boolean> {
  return hasRows(sql`
    update subscribers set ${values('subscribers', { ...choices, importId: null })}
    where unsubscribe_token = ${unsubscribeToken}::uuid and confirmed_at is not null`)
}

export async function deleteUnconfirmed() {
  await sql`
    delete from subscribers
    where confirmed_at is null
      and coalesce(confirm_until, created_at + make_interval(mins => ${linkMinutes.newsletter})) < now()`
}

/**
 * Who came and who left on each day, those of before `from` on the day before it. Of those who left, consent is kept for
 * half a year: who came and left before that is in neither. yyyy-mm-dd in Lagos
 */
export function listSubscriberDays({ from, to }: { from: string; to: string }) {
  const day = (column: 'confirmed_at' | 'withdrawn_at') =>
    sql`greatest(${lagosDay(sql`${sql(column)}`)}, ${from}::date - 1)`
  const end = startOfDay(to, 1)
  return sql<{ day: string; joined: number; gone: number }[]>`
    select day::text, sum(joined) as joined, sum(gone) as gone
    from (
      select ${day('confirmed_at')} as day, 1 as joined, 0 as gone from subscribers
      where confirmed_at < ${end} and ${hearsLetters()}
      union all
      select ${day('confirmed_at')}, 1, 0 from newsletter_withdrawals
      where confirmed_at < ${end} and source is distinct from 'follow'
      union all
      select ${day('withdrawn_at')}, 0, 1 from newsletter_withdrawals
      where confirmed_at is not null and withdrawn_at < ${end} and source is distinct from 'follow'
    ) as moves group by day order by day`
}

export type SubscriberState = 'confirmed' | 'waiting'

export function listSubscribers(filter: { status?: SubscriberState | undefined } & Slice) {
  return sql<Row<'subscribers', 'email' | 'confirmedAt' | 'createdAt'>[]>`
    select email, confirmed_at, created_at from subscribers ${narrow(filter)}
    order by created_at desc, email limit ${filter.limit} offset ${filter.offset}`
}

export async function countSubscribers(filter: {
  status?: SubscriberState | undefined
}): Promise<number> {
  return countRows(sql`subscribers ${narrow(filter)}`)
}

function narrow({ status }: { status?: SubscriberState | undefined }) {
  const state =
    status && sql`and confirmed_at is ${status === 'confirmed' ? sql`not null` : sql`null`}`
  return sql`where ${hearsLetters()} ${state ?? sql``}`
}

/** Lists them by address, after `email`, so that a long list is read in batches. */
export function listConfirmedAfter(email: string, limit: number) {
  return sql<
    (Row<
      'subscribers',
      'email' | 'confirmedAt' | 'unsubscribeToken' | 'createdAt' | 'wording' | 'source'
    > & { confirmedAt: string })[]
  >`
    select email, confirmed_at, unsubscribe_token, created_at, wording, source from subscribers
    where confirmed_at is not null and ${hearsLetters()} and email > ${email} order by email limit ${limit}`
}

export interface Audience {
  kind: 'letter' | 'digest'
  /** Which digest it is, if it is one. */
  digest?: Digest | 'daily' | null
  /**
   * A letter has its subscribers' categories, none means all; a digest those of its stories, the daily one what these are
   * followed by.
   */
  categories: readonly string[]
}

/**
 * The SQL condition for the subscribers that an issue is for. No chosen categories means all; a digest must have at least
 * one story of the chosen categories.
 */
export function isRecipient({ kind, digest = null, categories }: Audience) {
  const chosen = sql`(subscribers.categories = '{}' or subscribers.categories && ${[...categories]}::text[])`
  if (digest === 'daily') {
    return sql`subscribers.confirmed_at is not null and subscribers.follows && ${[...categories]}::text[]`
  }
  if (kind === 'digest') {
    return sql`subscribers.confirmed_at is not null and subscribers.digest = ${digest} and ${chosen}`
  }
  return sql`subscribers.confirmed_at is not null and subscribers.takes_letters
    ${categories.length > 0 ? sql`and ${chosen}` : sql``}`
}

/** Confirmed subscribers of each digest, whatever categories they chose, and when it was due last. One without any is missing. */
export function countDigestReaders() {
  return sql<{ digest: Digest; readers: number; lastDue: string | null }[]>`
    select digest, count(*) as readers, (
      select max(coalesce(digest_to, send_at)) from letters where letters.digest = subscribers.digest
    ) as last_due
    from subscribers where confirmed_at is not null and digest is not null group by digest`
}

export function countRecipients(audience: Audience): Promise<number> {
  return countRows(sql`subscribers where ${isRecipient(audience)}`)
}
