import { hashToken } from '#api/http/secrets.ts'
import { linkMinutes } from '#contract/form-limits.ts'
import { presentNewsletterWording } from '#contract/newsletter-choices.ts'
import { keptDays } from '#contract/retention.ts'
import { type Nullable, type Row, sql, transaction, values } from '#db/sql.ts'

/** What is none is nobody's: the database would reject it. */
const isUuid = (token: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(token)

/** A known subscriber stays unchanged. */
export async function insertSubscriber(email: string, source: string) {
  await sql`
    insert into subscribers (email, wording, source)
    values (${email}, ${presentNewsletterWording}, ${source}) on conflict do nothing`
}

/** Resolves to whether the link was valid; a second click works too. */
export async function confirmSubscriber(token: string): Promise<boolean> {
  return transaction(async () => {
    // Whoever answers the mail can be reached, and asks for letters again.
    await sql`
      delete from suppressions where email in (
        select email from subscribers
        where confirm_hash = ${hashToken(token)} and confirmed_at is null and confirm_until > now())`
    const { count } = await sql`
      update subscribers set confirmed_at = coalesce(confirmed_at, now())
      where confirm_hash = ${hashToken(token)}
        and (confirmed_at is not null or confirm_until > now())`
    return count > 0
  })
}

/** Call it in a transaction. What stays is that somebody had agreed, without the address. */
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
  await sql`
    insert into newsletter_withdrawals ${values('newsletter_withdrawals', { ...agreed, askedAt, addressHash: hashOf(email) })}`
}

/** The newest first. `addressHash`: finds those who left, whose address is not kept. */
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

export async function findSubscriber(email: string) {
  const [subscriber] = await sql<
    (Choices & Row<'subscribers', 'confirmedAt' | 'createdAt' | 'wording' | 'source'>)[]
  >`
    select confirmed_at, created_at, wording, source, takes_letters, digest, categories
    from subscribers where email = ${email}`
  return subscriber
}

/** Of a confirmed subscriber: whoever did not confirm gets no letter that leads here. */
export async function findChoices(unsubscribeToken: string) {
  const [subscriber] = await sql<(Choices & Row<'subscribers', 'email'>)[]>`
    select email, takes_letters, digest, categories from subscribers
    where unsubscribe_token = ${unsubscribeToken}::uuid and confirmed_at is not null`
  return subscriber
}

/** Resolves to whether there is such a subscriber. */
export async function setChoices(unsubscribeToken: string, choices: Choices): Promise<boolean> {
  const { count } = await sql`
    update subscribers set ${values('subscribers', choices)}
    where unsubscribe_token = ${unsubscribeToken}::uuid and confirmed_at is not null`
  return count > 0
}

export async function deleteUnconfirmed() {
  await sql`
    delete from subscribers
    where confirmed_at is null
      and coalesce(confirm_until, created_at + make_interval(mins => ${linkMinutes.newsletter})) < now()`
}

export type SubscriberState = 'confirmed' | 'waiting'

export function listSubscribers(
  filter: { status?: SubscriberState | undefined } & { limit: number; offset: number },
) {
  return sql<Row<'subscribers', 'email' | 'confirmedAt' | 'createdAt'>[]>`
    select email, confirmed_at, created_at from subscribers ${narrow(filter)}
    order by created_at desc, email limit ${filter.limit} offset ${filter.offset}`
}

export async function countSubscribers(filter: {
  status?: SubscriberState | undefined
}): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from subscribers ${narrow(filter)}`
  return row?.count ?? 0
}

function narrow({ status }: { status?: SubscriberState | undefined }) {
  if (!status) return sql``
  return status === 'confirmed'
    ? sql`where confirmed_at is not null`
    : sql`where confirmed_at is null`
}

/** By address, beginning after `email`: a long list is read in pieces. */
export function listConfirmedAfter(email: string, limit: number) {
  return sql<
    (Row<
      'subscribers',
      'email' | 'confirmedAt' | 'unsubscribeToken' | 'createdAt' | 'wording' | 'source'
    > & { confirmedAt: string })[]
  >`
    select email, confirmed_at, unsubscribe_token, created_at, wording, source from subscribers
    where confirmed_at is not null and email > ${email} order by email limit ${limit}`
}
