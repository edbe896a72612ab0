import { hashToken } from '#api/http/secrets.ts'
import { linkMinutes } from '#contract/form-limits.ts'
import { sql } from '#db/sql.ts'

/** A known subscriber stays unchanged. */
export async function insertSubscriber(email: string) {
  await sql`insert into subscribers (email) values (${email}) on conflict do nothing`
}

/** Resolves to whether the link was valid; a second click works too. */
export async function confirmSubscriber(token: string): Promise<boolean> {
  const { count } = await sql`
    update subscribers set confirmed_at = coalesce(confirmed_at, now())
    where confirm_hash = ${hashToken(token)}
      and (confirmed_at is not null or confirm_until > now())`
  return count > 0
}

export async function deleteSubscriber(unsubscribeToken: string) {
  await sql`delete from subscribers where unsubscribe_token::text = ${unsubscribeToken}`
}

export async function findSubscriber(email: string) {
  const [subscriber] = await sql<{ confirmedAt: string | null; createdAt: string }[]>`
    select confirmed_at, created_at from subscribers where email = ${email}`
  return subscriber
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
  return sql<{ email: string; confirmedAt: string | null; createdAt: string }[]>`
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
  return sql<{ email: string; confirmedAt: string; unsubscribeToken: string }[]>`
    select email, confirmed_at, unsubscribe_token from subscribers
    where confirmed_at is not null and email > ${email} order by email limit ${limit}`
}
