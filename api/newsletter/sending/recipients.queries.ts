import type { Fragment } from 'postgres'
import { dueMails } from '#api/mails/mails.queries.ts'
import { suppress } from '#api/newsletter/suppressions/suppressions.queries.ts'
import type { SuppressionReason } from '#contract/states.ts'
import { type Nullable, processName, type Row, type Slice, sql, transaction } from '#db/sql.ts'

/** One recipient, whose row changes only with this token. */
export type Claim = Row<'letter_recipients', 'letterId' | 'subscriberId'> & { token: string }

export interface Leases {
  /** The time from claiming a batch to its last mail. */
  claimedSeconds: number
  /** Longer than the delivery of one mail can take. */
  handingOverSeconds: number
}

/** Whether the process of this name has a LISTEN connection. */
const isConnected = (name: Fragment) => sql`exists (
  select from pg_stat_activity where datname = current_database() and application_name = ${name})`

/** Claims up to so many waiting recipients; other replicas skip them. */
export function claimRecipients(letterId: string, most: number, { claimedSeconds }: Leases) {
  return sql<Claim[]>`
    with due as (
      select subscriber_id from letter_recipients
      where letter_id = ${letterId} and state = 'waiting' and next_try_at <= now()
        and exists (select from letters where id = ${letterId} and state = 'sending')
      order by next_try_at limit ${most} for update skip locked
    )
    update letter_recipients r
    set state = 'claimed', token = gen_random_uuid(),
      sender = case when ${isConnected(sql`${processName}`)} then ${processName} end,
      lease_until = clock_timestamp() + make_interval(secs => ${claimedSeconds})
    from due where r.letter_id = ${letterId} and r.subscriber_id = due.subscriber_id
    returning r.letter_id, r.subscriber_id, r.token`
}

export async function releaseClaims(claims: Claim[]) {
  if (claims.length === 0) return
  await sql`
    update letter_recipients set state = 'waiting', ${ended()}
    where state = 'claimed' and token in ${sql(claims.map(({ token }) => token))}`
}

/**
 * Returns claimed recipients to the queue, at once if their process is gone; if it still runs without its connection, its
 * token is no longer valid. A mail that was being handed over may have arrived: after its lease it is uncertain and is not
 * sent again automatically.
 */
export async function expireLeases() {
  await sql`
    update letter_recipients
    set state = case state when 'claimed' then 'waiting' else 'uncertain' end,
      reason = case state when 'claimed' then reason else 'cut off' end,
      -- A process that was only slow may still record the delivery.
      token = case state when 'claimed' then null else token end,
      lease_until = null, sender = null
    where state in ('claimed', 'handing_over') and (
      lease_until < now()
      or (state = 'claimed' and sender is not null and not ${isConnected(sql`sender`)}))`
}

/** `wants`: categories of stories, none means all; of the daily mail what they follow. */
export type HandingOver = Row<'subscribers', 'email' | 'unsubscribeToken'> & {
  wants: string[]
  isDaily: boolean
}

/** Whoever does not follow any of it by now does not get the daily mail. */
const mayGet = () => sql`
  s.confirmed_at is not null and not exists (select from suppressions x where x.email = s.email)
  and (l.digest is distinct from 'daily' or s.follows && l.categories)`

/**
 * Commits the claim before a mail is handed over, provided that the issue is being sent, no other mail is due, and the
 * subscriber may get issues.
 */
export async function beginHandingOver(
  { letterId, subscriberId, token }: Claim,
  { handingOverSeconds }: Leases,
): Promise<HandingOver | 'suppressed' | 'notNow'> {
  const [to] = await sql<HandingOver[]>`
    update letter_recipients r
    set state = 'handing_over', lease_until = clock_timestamp() + make_interval(secs => ${handingOverSeconds})
    from subscribers s, letters l
    where r.letter_id = ${letterId} and r.subscriber_id = ${subscriberId} and r.token = ${token}
      and r.state = 'claimed' and s.id = r.subscriber_id and l.id = r.letter_id
      and l.state = 'sending' and ${mayGet()} and not exists (${dueMails()})
    returning s.email, s.unsubscribe_token, l.digest is not distinct from 'daily' as is_daily,
      case when l.digest = 'daily' then s.follows else s.categories end as wants`
  if (to) return to
  const { count } = await sql`
    update letter_recipients r
    set state = 'suppressed', ${ended()}, reason = coalesce(
      (select x.reason from subscribers s join suppressions x using (email) where s.id = r.subscriber_id), 'left')
    where r.letter_id = ${letterId} and r.subscriber_id = ${subscriberId} and r.token = ${token}
      and r.state = 'claimed' and not exists (
        select from subscribers s, letters l
        where s.id = r.subscriber_id and l.id = r.letter_id and ${mayGet()})`
  return count > 0 ? 'suppressed' : 'notNow'
}

/** The row of `claim`, also after its lease has expired. */
const held = ({ letterId, subscriberId, token }: Claim) => sql`
  letter_id = ${letterId} and subscriber_id = ${subscriberId} and token = ${token}
  and state in ('handing_over', 'uncertain')`

const ended = () => sql`token = null, lease_until = null, sender = null`

export async function markTaken(claim: Claim, providerId: string | undefined) {
  await sql`
    update letter_recipients
    set state = 'sent', sent_at = now(), provider_id = ${providerId ?? null}, reason = null, ${ended()}
    where ${held(claim)}`
}

export async function markUncertain(claim: Claim, reason: string) {
  await sql`
    update letter_recipients set state = 'uncertain', reason = ${reason}, ${ended()} where ${held(claim)}`
}

/** `because`: why the address is suppressed. */
export async function markRefused(
  claim: Claim,
  reason: string,
  suppressed?: { email: string; because: SuppressionReason },
) {
  await transaction(async () => {
    const { count } = await sql`
      update letter_recipients set state = 'refused', reason = ${reason}, ${ended()} where ${held(claim)}`
    if (count > 0 && suppressed) await suppress(suppressed.email, suppressed.because, reason)
  })
}

/** Seconds before each further attempt; after the last one the recipient counts as refused. */
const pausesInSeconds = [5 * 60, 30 * 60, 2 * 3600, 6 * 3600, 12 * 3600, 24 * 3600]

/** `counts`: counts as an attempt, since the recipient and not the server as a whole is the reason. */
export async function markWaiting(claim: Claim, reason: string, { counts }: { counts: boolean }) {
  if (!counts) {
    await sql`
      update letter_recipients set state = 'waiting', reason = ${reason}, ${ended()} where ${held(claim)}`
    return
  }
  await sql`
    update letter_recipients
    set state = case when attempts < ${pausesInSeconds.length} then 'waiting' else 'refused' end,
      attempts = attempts + 1, reason = ${reason}, ${ended()},
      next_try_at = now() + make_interval(
        secs => coalesce((${pausesInSeconds}::integer[])[attempts + 1], 0))
    where ${held(claim)}`
}

/** The server rejected the sender at this recipient; a second time, it counts as a problem of the recipient. */
export async function markSenderRejected(
  claim: Claim,
  reason: string,
): Promise<{ isRetried: boolean }> {
  const [row] = await sql<Row<'letter_recipients', 'state'>[]>`
    update letter_recipients
    set state = case when attempts = 0 then 'waiting' else 'refused' end,
      attempts = attempts + 1, reason = ${reason}, next_try_at = now(), ${ended()}
    where ${held(claim)} returning state`
  return { isRetried: row?.state === 'waiting' }
}

/**
 * Reserves so many slots of the rate shared by all replicas. Resolves to the milliseconds until the first one.
 * `everyMs`: between two slots.
 */
export async function takeTurns(many: number, everyMs: number): Promise<number> {
  const [row] = await sql<{ ms: number }[]>`
    insert into letter_rate as rate (next_at)
    values (clock_timestamp() + make_interval(secs => ${(many * everyMs) / 1000}))
    on conflict (is_only) do update
    set next_at = greatest(rate.next_at, clock_timestamp()) + make_interval(secs => ${(many * everyMs) / 1000})
    returning extract(epoch from rate.next_at - clock_timestamp()) * 1000 as ms`
  return Math.max(0, (row?.ms ?? 0) - many * everyMs)
}

/** Uncertain recipients without a decision. */
export function listUncertain(letterId: string, { limit, offset }: Slice) {
  return sql<(Row<'letter_recipients', 'reason'> & Nullable<Row<'subscribers', 'email'>>)[]>`
    select s.email, r.reason from letter_recipients r left join subscribers s on s.id = r.subscriber_id
    where r.letter_id = ${letterId} and r.state = 'uncertain' and r.reason is distinct from 'left'
    order by s.email, r.subscriber_id limit ${limit} offset ${offset}`
}

/** Recipients whose mail is retried later. */
export async function findDeferred(letterId: string) {
  const [deferred] = await sql<{ deferred: number; nextTryAt: string | null }[]>`
    select count(*) as deferred, min(next_try_at) as next_try_at from letter_recipients
    where letter_id = ${letterId} and state = 'waiting' and next_try_at > now()`
  return deferred ?? { deferred: 0, nextTryAt: null }
}

/** Reasons of refusals, most frequent first. */
export function listRefusals(letterId: string) {
  return sql<{ reason: string; count: number }[]>`
    select coalesce(reason, '') as reason, count(*) from letter_recipients
    where letter_id = ${letterId} and state = 'refused'
    group by 1 order by 2 desc, 1 limit 10`
}

/** The mail of a webhook's event: the one that the provider names, otherwise the last one to that address. */
export async function markReported(
  email: string,
  providerId: string | undefined,
  reported: 'bounced' | 'complained',
) {
  await sql`
    update letter_recipients set reported = ${reported}
    where reported is distinct from 'complained' and (letter_id, subscriber_id) = (
      select r.letter_id, r.subscriber_id
      from letter_recipients r join subscribers s on s.id = r.subscriber_id
      where s.email = ${email} and r.state in ('sent', 'uncertain')
      order by (r.provider_id is not distinct from ${providerId ?? ''}) desc, r.sent_at desc nulls last
      limit 1)`
}
