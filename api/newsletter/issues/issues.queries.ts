import type { IssueMail } from '#api/newsletter/issue-mails/personal-mail.ts'
import { isRecipient } from '#api/newsletter/subscribers/subscribers.queries.ts'
import { undoOfRow } from '#api/staff/activity/undo.queries.ts'
import { recallSeconds } from '#contract/limits.ts'
import { keptDays } from '#contract/retention.ts'
import { type IssueGroup, issueGroups } from '#contract/states.ts'
import {
  columns,
  containing,
  countRows,
  first,
  hasRows,
  type Row,
  type RowOf,
  type Slice,
  sql,
  transaction,
} from '#db/sql.ts'

/** The text is Markdown of the closed schema; no categories means all subscribers to issues. */
const issueColumns = columns('letters', [
  'id',
  'kind',
  'digest',
  'state',
  'subject',
  'preheader',
  'content',
  'categories',
  'sendAt',
  'revision',
  'whyPaused',
  'trouble',
  'createdBy',
  'createdAt',
  'startedAt',
  'finishedAt',
  'wasKept',
])

export type Issue = RowOf<typeof issueColumns>

/**
 * Waiting includes recipients of a stopped issue; sent includes later bounces; undecided are uncertain recipients without
 * a decision; left are those who unsubscribed after this issue and before the next one.
 */
type IssueCounts = Row<'letter_counts'>

/** After a longer delay (server down, old backup restored) an issue is not sent automatically. */
export const overdueMinutes = 60

export function findIssue(id: string) {
  return first(
    sql<Issue[]>`select ${sql(issueColumns)} from letters where id = ${id} and deleted_at is null`,
  )
}

export function findFrozenMail(id: string) {
  return first(sql<IssueMail[]>`
    select mail_subject as subject, mail_html as html, mail_text as text from letters
    where id = ${id} and mail_html is not null`)
}

export interface IssueFilter {
  status?: IssueGroup | undefined
  /** It is looked for in the subject, in any case. */
  search?: string | undefined
}

/** It groups as `secondsLeft` and `isOverdue` tell of one issue. */
const groupOf = () => sql`
  case
    when state in ('sending', 'paused')
      or (state = 'scheduled' and send_at <= now() + make_interval(secs => ${recallSeconds})) then 'sending'
    when state in ('scheduled', 'draft') then state
    else 'sent'
  end`

/** Of what followers get each day only what asks for somebody's attention. */
const isListed = () => sql`
  deleted_at is null and not (digest is not distinct from 'daily'
    and (state = 'sent' or state = 'sending' and trouble is null))`

function narrow({ status, search }: IssueFilter) {
  const text = search?.trim()
  return sql`
    ${isListed()}
    ${text ? sql`and lower(normalize(subject)) like lower(normalize(${containing(text)}))` : sql``}
    ${status ? sql`and ${groupOf()} = ${status}` : sql``}`
}

/** Lists issues by group; the next scheduled first, others newest first. */
export function listIssues({ limit, offset, ...filter }: IssueFilter & Slice) {
  const ordered = sql`
    array_position(${[...issueGroups]}::text[], "group"), case when "group" = 'scheduled' then send_at end,
    coalesce(started_at, created_at) desc, id`
  return sql<(Omit<Issue, 'content'> & IssueCounts & { group: IssueGroup })[]>`
    with listed as (
      select * from (select ${sql(issueColumns)}, ${groupOf()} as "group" from letters where ${narrow(filter)}) as found
      order by ${ordered} limit ${limit} offset ${offset}
    )
    select listed.*, counts.* from listed
      join lateral (select * from letter_counts where letter_id = listed.id) counts on true
    order by ${ordered}`
}

export function countIssues(filter: IssueFilter): Promise<number> {
  return countRows(sql`letters where ${narrow(filter)}`)
}

export function countIssuesByGroup() {
  return sql<{ name: IssueGroup; count: number }[]>`
    select ${groupOf()} as name, count(*) from letters where ${isListed()} group by 1`
}

export function findCounts(id: string) {
  return first(sql<IssueCounts[]>`select * from letter_counts where letter_id = ${id}`)
}

// Transitions. Each resolves to false when the issue is in another state or has changed meanwhile.

export function scheduleIssue(id: string, revision: number, sendAt: string) {
  return hasRows(sql`
    update letters set state = 'scheduled', send_at = ${sendAt}, trouble = null
    where id = ${id} and revision = ${revision} and state in ('draft', 'scheduled')
      and deleted_at is null`)
}

/** It is sent in a minute, unless `unscheduleIssue` comes first. False also where it would be sent by then anyway. */
export function queueIssue(id: string, revision: number) {
  // It is not `now()`: of two requests at once, the second one has begun before the first one's time.
  const soon = sql`clock_timestamp() + make_interval(secs => ${recallSeconds})`
  return hasRows(sql`
    update letters set state = 'scheduled', send_at = ${soon}, trouble = null
    where id = ${id} and revision = ${revision} and deleted_at is null and (state = 'draft'
      or (state = 'scheduled' and not coalesce(send_at between clock_timestamp() and ${soon}, false)))`)
}

/** Whoever updates the row first wins: this, or `beginSending`. */
export function unscheduleIssue(id: string) {
  return hasRows(sql`
    update letters set state = 'draft', trouble = null where id = ${id} and state = 'scheduled'`)
}

export const issueUndo = undoOfRow({
  table: 'letters',
  name: 'issue',
  title: 'subject',
  undone: columns('letters', ['state', 'sendAt', 'trouble', 'deletedAt', 'deletedBy']),
  shows: () => sql`subject, revision`,
})

/**
 * Freezes the mail of a due issue and inserts all recipients in one transaction, so that a partial list is never sent. False
 * when it was unscheduled, scheduled anew or changed meanwhile, or another replica was quicker.
 */
export async function beginSending(
  { id, revision, kind, digest, categories }: Issue,
  { subject, html, text }: IssueMail,
): Promise<boolean> {
  return transaction(async () => {
    const { count } = await sql`
      update letters
      set state = 'sending', started_at = now(), trouble = null,
        mail_subject = ${subject}, mail_html = ${html}, mail_text = ${text}
      where id = ${id} and revision = ${revision} and state = 'scheduled' and send_at <= now()
        and deleted_at is null`
    if (count === 0) return false
    await sql`
      insert into letter_recipients (letter_id, subscriber_id, state, reason)
      select ${id}, subscribers.id,
        case when suppressions.email is null then 'waiting' else 'suppressed' end, suppressions.reason
      from subscribers left join suppressions using (email)
      where ${isRecipient({ kind, digest, categories })}`
    return true
  })
}

/** `why`: in words, without any address. */
export function pauseIssue(id: string, why: string) {
  return hasRows(sql`
    update letters set state = 'paused', why_paused = ${why}, trouble = null
    where id = ${id} and state = 'sending'`)
}

export function resumeIssue(id: string) {
  return hasRows(sql`
    update letters set state = 'sending', why_paused = null where id = ${id} and state = 'paused'`)
}

/** Its mails are files here, and reach nobody. */
export async function markKept(id: string) {
  await sql`update letters set was_kept = true where id = ${id} and not was_kept`
}

/** For good. Mails under way arrive. */
export function stopIssue(id: string) {
  return hasRows(sql`
    update letters set state = 'stopped', why_paused = null, trouble = null, finished_at = now()
    where id = ${id} and state in ('sending', 'paused')`)
}

/** Queues uncertain recipients again, as staff decided; resolves to how many. */
export async function sendUncertainAgain(id: string): Promise<number> {
  return transaction(async () => {
    const [issue] = await sql`
      select 1 from letters where id = ${id} and state in ('sending', 'paused', 'sent') for update`
    if (!issue) return 0
    const { count } = await sql`
      update letter_recipients set state = 'waiting', reason = null, token = null, next_try_at = now()
      where letter_id = ${id} and state = 'uncertain' and reason is distinct from 'left'`
    if (count > 0) {
      await sql`
        update letters set state = 'sending', finished_at = null where id = ${id} and state = 'sent'`
    }
    return count
  })
}

/** Leaves recipients uncertain for good, as staff decided; resolves to how many. */
export async function dismissUncertain(id: string): Promise<number> {
  const { count } = await sql`
    update letter_recipients set reason = 'left', token = null
    where letter_id = ${id} and state = 'uncertain' and reason is distinct from 'left'`
  return count
}

// For the queue.

export async function listDueIssues(): Promise<string[]> {
  const due = await sql<Row<'letters', 'id'>[]>`
    select id from letters
    where state = 'scheduled' and send_at <= now()
      and send_at > now() - make_interval(mins => ${overdueMinutes})
    order by send_at`
  return due.map(({ id }) => id)
}

const isOverdue = () => sql`
  (state = 'scheduled' and send_at <= now() - make_interval(mins => ${overdueMinutes}))`

/** The one that should have been sent first, and how many should have been. */
export const oldestOverdue = () => sql`
  select id, subject as name, send_at as since, count(*) over ()
  from letters where ${isOverdue()} order by send_at, id limit 1`

/** The one that is paused longest, and how many are. */
export const oldestPaused = () => sql`
  select id, subject as name, send_at as since, why_paused as note, count(*) over ()
  from letters where state = 'paused' order by coalesce(send_at, created_at), id limit 1`

/** What is scheduled and not overdue, earliest first. */
export function listScheduledIssues(limit: number) {
  return sql<(Row<'letters', 'id' | 'subject'> & { sendAt: string })[]>`
    select id, subject, send_at from letters
    where state = 'scheduled' and not ${isOverdue()} order by send_at, id limit ${limit}`
}

export async function listSending(): Promise<string[]> {
  const sending = await sql<Row<'letters', 'id'>[]>`
    select id from letters where state = 'sending' order by started_at, id`
  return sending.map(({ id }) => id)
}

/** Null takes the trouble away. */
export async function setTrouble(id: string, trouble: string | null) {
  await sql`
    update letters set trouble = ${trouble}
    where id = ${id} and state in ('scheduled', 'sending') and trouble is distinct from ${trouble}`
}

export async function finishIssues() {
  await sql`
    update letters set state = 'sent', finished_at = now(), trouble = null
    where state = 'sending' and not exists (
      select from letter_recipients
      where letter_id = letters.id and state in ('waiting', 'claimed', 'handing_over')
    )`
}

/** Deletes recipients and keeps the stats; an issue that never finished is stopped. Nobody asks for those of each day. */
export async function deleteOldRecipients() {
  await transaction(async () => {
    await sql`
      delete from letters where digest = 'daily'
        and created_at < now() - make_interval(days => ${keptDays.issueRecipient})`
    const old = await sql<Row<'letters', 'id'>[]>`
      select id from letters
      where started_at < now() - make_interval(days => ${keptDays.issueRecipient})
        and exists (select from letter_recipients where letter_id = letters.id)
      for update`
    for (const { id } of old) {
      await stopIssue(id)
      await sql`
        insert into letter_totals (letter_id, recipients, sent, refused, suppressed, uncertain, bounced, complained)
        select letter_id, recipients, sent, refused, suppressed, uncertain, bounced, complained
        from letter_counts where letter_id = ${id}
        on conflict do nothing`
      await sql`delete from letter_recipients where letter_id = ${id}`
    }
  })
}

export function listIssuesTo(email: string) {
  return sql<(Row<'letter_recipients', 'sentAt'> & { subject: string; sentAt: string })[]>`
    select l.mail_subject as subject, r.sent_at
    from letter_recipients r
      join letters l on l.id = r.letter_id
      join subscribers s on s.id = r.subscriber_id
    where s.email = ${email} and r.state = 'sent' and not l.was_kept order by r.sent_at`
}
