import type { Fragment } from 'postgres'
import { dueMails } from '#api/mails/mails.queries.ts'
import { suppress } from '#api/newsletter/suppressions/suppressions.queries.ts'
import type { SuppressionReason } from '#contract/states.ts'
import { type Nullable, processName, type Row, sql, transaction } from '#db/sql.ts'

/** Of one recipient; nothing is changed without the token. */
export type Claim = Row<'letter_recipients', 'letterId' | 'subscriberId'> & { token: string }

export interface Leases {
  /** From taking a batch to the turn of its last mail. */
  claimedSeconds: number
  /** Longer than handing over one mail can take. */
  handingOverSeconds: number
}

/** Whether the process of this name has a connection for notifications. */
const isThere = (name: Fragment) => sql`exists (
  select from pg_stat_activity where datname = current_database() and application_name = ${name})`

/** Takes up to so many waiting recipients; other replicas pass them over. */
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
      sender = case when ${isThere(sql`${processName}`)} then ${processName} end,
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
 * What was claimed waits again, at once where its process is gone: should it be there after all, with its connection cut,
 * it holds the token no more and hands nothing over. What was being handed over may have arrived, and may be under way for
 * as long as its lease: then it is uncertain, and is not sent again by itself.
 */
export async function expireLeases() {
  await sql`
    update letter_recipients
    set state = case state when 'claimed' then 'waiting' else 'uncertain' end,
      reason = case state when 'claimed' then reason else 'cut off' end,
      -- Whoever was only slow may still say that it was sent.
      token = case state when 'claimed' then null else token end,
      lease_until = null, sender = null
    where state in ('claimed', 'handing_over') and (
      lease_until < now()
      or (state = 'claimed' and sender is not null and not ${isThere(sql`sender`)}))`
}

/** The categories are of stories; none means all. */
export type HandingOver = Row<'subscribers', 'email' | 'unsubscribeToken' | 'categories'>

/**
 * The commit before a mail is handed over: only while the letter is being sent, no other mail is due, and the subscriber
 * may get letters.
 */
export async function beginHandingOver(
  { letterId, subscriberId, token }: Claim,
  { handingOverSeconds }: Leases,
): Promise<HandingOver | 'suppressed' | 'notNow'> {
  const [to] = await sql<HandingOver[]>`
    update letter_recipients r
    set state = 'handing_over', lease_until = clock_timestamp() + make_interval(secs => ${handingOverSeconds})
    from subscribers s
    where r.letter_id = ${letterId} and r.subscriber_id = ${subscriberId} and r.token = ${token}
      and r.state = 'claimed' and s.id = r.subscriber_id and s.confirmed_at is not null
      and exists (select from letters where id = r.letter_id and state = 'sending')
      and not exists (select from suppressions x where x.email = s.email)
      and not exists (${dueMails()})
    returning s.email, s.unsubscribe_token, s.categories`
  if (to) return to
  const { count } = await sql`
    update letter_recipients r
    set state = 'suppressed', ${ended()}, reason = coalesce(
      (select x.reason from subscribers s join suppressions x using (email) where s.id = r.subscriber_id), 'left')
    where r.letter_id = ${letterId} and r.subscriber_id = ${subscriberId} and r.token = ${token}
      and r.state = 'claimed' and not exists (
        select from subscribers s
        where s.id = r.subscriber_id and s.confirmed_at is not null
          and not exists (select from suppressions x where x.email = s.email))`
  return count > 0 ? 'suppressed' : 'notNow'
}

/** Of the hand-over that `claim` holds, also where its lease has expired meanwhile. */
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

/** `because`: the address gets no more letters. */
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

/** `counts`: the recipient, and no fault of the server's as a whole, is why. */
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

/** The server refused our mail at this recipient: at the second time it is about the recipient after all. */
export async function markOurs(claim: Claim, reason: string): Promise<{ isOurs: boolean }> {
  const [row] = await sql<Row<'letter_recipients', 'state'>[]>`
    update letter_recipients
    set state = case when attempts = 0 then 'waiting' else 'refused' end,
      attempts = attempts + 1, reason = ${reason}, next_try_at = now(), ${ended()}
    where ${held(claim)} returning state`
  return { isOurs: row?.state === 'waiting' }
}

/**
 * Takes so many turns of the rate that all replicas share. Resolves to the milliseconds until the first one.
 * `everyMs`: between two turns.
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

/** Of the uncertain, those about whom nobody has decided. */
export function listUncertain(
  letterId: string,
  { limit, offset }: { limit: number; offset: number },
) {
  return sql<(Row<'letter_recipients', 'reason'> & Nullable<Row<'subscribers', 'email'>>)[]>`
    select s.email, r.reason from letter_recipients r left join subscribers s on s.id = r.subscriber_id
    where r.letter_id = ${letterId} and r.state = 'uncertain' and r.reason is distinct from 'left'
    order by s.email, r.subscriber_id limit ${limit} offset ${offset}`
}

/** Who waits until their server may take the mail. */
export async function findDeferred(letterId: string) {
  const [deferred] = await sql<{ deferred: number; nextTryAt: string | null }[]>`
    select count(*) as deferred, min(next_try_at) as next_try_at from letter_recipients
    where letter_id = ${letterId} and state = 'waiting' and next_try_at > now()`
  return deferred ?? { deferred: 0, nextTryAt: null }
}

/** Why recipients were refused, the most frequent first. */
export function listRefusals(letterId: string) {
  return sql<{ reason: string; count: number }[]>`
    select coalesce(reason, '') as reason, count(*) from letter_recipients
    where letter_id = ${letterId} and state = 'refused'
    group by 1 order by 2 desc, 1 limit 10`
}

/** What a webhook told about a mail: of the one that the provider names, or else the last one to that address. */
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
