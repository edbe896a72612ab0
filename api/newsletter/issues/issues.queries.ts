import { isRecipient } from '#api/newsletter/subscribers/audience.queries.ts'
import { keptDays } from '#contract/retention.ts'
import { columns, type Row, type RowOf, sql, transaction } from '#db/sql.ts'

/** As it is written. The text is Markdown of the closed schema; of no category means everybody who takes letters. */
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
])

export type Issue = RowOf<typeof issueColumns>

/**
 * Waiting includes recipients of a stopped issue; sent includes later bounces; undecided are uncertain recipients without
 * a decision; left are those who unsubscribed after this issue and before the next one.
 */
type IssueCounts = Row<'letter_counts'>

/** As it is sent: the same for everybody, with the placeholders of `personal-mail.ts`. */
export interface FrozenMail {
  subject: string
  html: string
  text: string
}

/** After a longer delay (server down, old backup restored) an issue is not sent automatically. */
export const overdueMinutes = 60

export async function findIssue(id: string) {
  const [letter] = await sql<Issue[]>`select ${sql(issueColumns)} from letters where id = ${id}`
  return letter
}

export async function findFrozenMail(id: string) {
  const [mail] = await sql<FrozenMail[]>`
    select mail_subject as subject, mail_html as html, mail_text as text from letters
    where id = ${id} and mail_html is not null`
  return mail
}

/** What is being written first, then the newest. */
export function listIssues({ limit, offset }: { limit: number; offset: number }) {
  return sql<(Omit<Issue, 'content'> & IssueCounts)[]>`
    with listed as (
      select ${sql(issueColumns)} from letters
      order by (state in ('sent', 'stopped')), coalesce(started_at, created_at) desc, id
      limit ${limit} offset ${offset}
    )
    select listed.*, counts.* from listed
      join lateral (select * from letter_counts where letter_id = listed.id) counts on true
    order by (state in ('sent', 'stopped')), coalesce(started_at, created_at) desc, id`
}

export async function countIssues(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) from letters`
  return row?.count ?? 0
}

export async function findCounts(id: string) {
  const [counts] = await sql<IssueCounts[]>`select * from letter_counts where letter_id = ${id}`
  return counts
}

// Transitions. Each resolves to false when the issue is in another state or has changed meanwhile.

export async function scheduleIssue(id: string, revision: number, sendAt: string) {
  const { count } = await sql`
    update letters set state = 'scheduled', send_at = ${sendAt}, trouble = null
    where id = ${id} and revision = ${revision} and state in ('draft', 'scheduled')`
  return count > 0
}

export async function unscheduleIssue(id: string) {
  const { count } = await sql`
    update letters set state = 'draft', trouble = null where id = ${id} and state = 'scheduled'`
  return count > 0
}

/** Freezes the mail and inserts all recipients in one transaction, so that a partial list is never sent. */
export async function beginSending(
  { id, revision, kind, digest, categories }: Issue,
  { subject, html, text }: FrozenMail,
): Promise<boolean> {
  return transaction(async () => {
    const { count } = await sql`
      update letters
      set state = 'sending', started_at = now(), trouble = null,
        mail_subject = ${subject}, mail_html = ${html}, mail_text = ${text}
      where id = ${id} and revision = ${revision} and state in ('draft', 'scheduled')`
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
export async function pauseIssue(id: string, why: string) {
  const { count } = await sql`
    update letters set state = 'paused', why_paused = ${why}, trouble = null
    where id = ${id} and state = 'sending'`
  return count > 0
}

export async function resumeIssue(id: string) {
  const { count } = await sql`
    update letters set state = 'sending', why_paused = null where id = ${id} and state = 'paused'`
  return count > 0
}

/** For good. Mails under way arrive. */
export async function stopIssue(id: string) {
  const { count } = await sql`
    update letters set state = 'stopped', why_paused = null, trouble = null, finished_at = now()
    where id = ${id} and state in ('sending', 'paused')`
  return count > 0
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

/** Whose time has come, unless it was missed by too much. */
export async function listDueIssues(): Promise<string[]> {
  const due = await sql<Row<'letters', 'id'>[]>`
    select id from letters
    where state = 'scheduled' and send_at <= now()
      and send_at > now() - make_interval(mins => ${overdueMinutes})
    order by send_at`
  return due.map(({ id }) => id)
}

/** The longest under way first. */
export async function listSending(): Promise<string[]> {
  const sending = await sql<Row<'letters', 'id'>[]>`
    select id from letters where state = 'sending' order by started_at, id`
  return sending.map(({ id }) => id)
}

/** Null: it goes on. */
export async function setTrouble(id: string, trouble: string | null) {
  await sql`
    update letters set trouble = ${trouble}
    where id = ${id} and state in ('scheduled', 'sending') and trouble is distinct from ${trouble}`
}

/** Marks issues without remaining recipients as finished. */
export async function finishIssues() {
  await sql`
    update letters set state = 'sent', finished_at = now(), trouble = null
    where state = 'sending' and not exists (
      select from letter_recipients
      where letter_id = letters.id and state in ('waiting', 'claimed', 'handing_over')
    )`
}

/** Deletes recipients and keeps the stats; an issue that never finished is stopped. */
export async function deleteOldRecipients() {
  await transaction(async () => {
    const old = await sql<Row<'letters', 'id'>[]>`
      select id from letters
      where started_at < now() - make_interval(days => ${keptDays.letterRecipient})
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

/** The part of a reader's data export. */
export function listIssuesTo(email: string) {
  return sql<(Row<'letter_recipients', 'sentAt'> & { subject: string; sentAt: string })[]>`
    select l.mail_subject as subject, r.sent_at
    from letter_recipients r
      join letters l on l.id = r.letter_id
      join subscribers s on s.id = r.subscriber_id
    where s.email = ${email} and r.state = 'sent' order by r.sent_at`
}
