import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { smtpBulkMailer } from '#api/integrations/smtp/smtp.ts'
import { writeDailyMail } from '#api/newsletter/digests/write-daily-mail.ts'
import { issueLinks } from '#api/newsletter/issue-mails/personal-mail.ts'
import { findCounts, findIssue } from '#api/newsletter/issues/issues.queries.ts'
import {
  type IssueSending,
  type IssueSendingOptions,
  startIssueSending,
  startSending,
} from '#api/newsletter/sending/send-issue.ts'
import { hourMs } from '#contract/days.ts'
import { originalDigestTimes } from '#contract/newsletter/digest-times.ts'
import { sql } from '#db/sql.ts'
import { anAuthor } from '#tests/people.ts'
import { composeWith, issuesOfTests, sender } from '../fixtures/mail-sender.ts'

/** Makes so many confirmed subscribers; resolves to their addresses. */
export async function subscribers(many: number): Promise<string[]> {
  const emails = Array.from(
    { length: many },
    (_, at) => `reader-${at}-${randomUUID()}@readers.example`,
  )
  await sql`
    insert into subscribers (email, confirmed_at) select unnest(${emails}::text[]), now()`
  return emails
}

/** An issue that is written and not sent. */
export async function aDraft(fields: Record<string, unknown> = {}): Promise<string> {
  const [issue] = await sql<{ id: string }[]>`
    insert into letters ${sql({
      subject: 'Five stories of November',
      content: 'Dear reader,\n\nfive stories.',
      createdBy: 'Ada',
      ...fields,
    })} returning id`
  return issue?.id as string
}

/** An issue that waits to be handed over to everybody on the list. */
export async function anIssueUnderWay(): Promise<string> {
  const id = await aDraft({ state: 'scheduled', sendAt: new Date() })
  if (!(await startSending(id, issuesOfTests.render))) throw new Error('It could not be started')
  return id
}

/** What followers of one author get of a new story, waiting to be handed over to all of these. */
export async function aDailyMailUnderWay(emails: string[]): Promise<string> {
  const { key, story } = await anAuthor()
  const due = new Date('2026-11-28T07:10:00Z')
  await sql`
    update stories set published_at = ${new Date(due.getTime() - hourMs)} where id = ${story.id}`
  await sql`
    update subscribers set follows = array[${key}], takes_letters = false
    where email = any(${emails})`
  await writeDailyMail(originalDigestTimes, due)
  const [issue] = await sql<{ id: string }[]>`
    select id from letters where digest = 'daily' and state = 'scheduled'`
  if (!issue) throw new Error('It was not written')
  if (!(await startSending(issue.id, issuesOfTests.render)))
    throw new Error('It could not be started')
  return issue.id
}

/** Makes it as if the minute in which an issue can be recalled were over. */
export async function endRecall(id: string) {
  await sql`update letters set send_at = now() where id = ${id} and state = 'scheduled'`
}

export async function stateOf(id: string) {
  const [issue, counts] = await Promise.all([findIssue(id), findCounts(id)])
  if (!issue || !counts) throw new Error('There is no such issue')
  return { ...issue, ...counts }
}

const sendings: IssueSending[] = []

/** Sends until `stopSenders`, unhurried by any rate. */
export async function anIssueSender(
  server: { url: string },
  options: Partial<IssueSendingOptions> = {},
): Promise<IssueSending> {
  const sending = await startIssueSending({
    mailer: smtpBulkMailer(server, sender, { silenceMs: 2_000 }),
    rate: { perMinute: 60_000, connections: 3 },
    render: issuesOfTests.render,
    addressesOf: (recipient) => issueLinks(recipient, composeWith),
    log: pino({ level: 'silent' }),
    ...options,
  })
  sendings.push(sending)
  return sending
}

export async function stopSenders() {
  await Promise.all(sendings.splice(0).map((sending) => sending.stop()))
}
