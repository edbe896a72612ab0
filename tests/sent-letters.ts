import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { smtpBulkMailer } from '#api/integrations/smtp-connections.ts'
import { letterLinks } from '#api/newsletter/issue-mails/issue-links.ts'
import { findCounts, findLetter } from '#api/newsletter/issues/issues.queries.ts'
import {
  type LetterSending,
  type LetterSendingOptions,
  startLetterSending,
} from '#api/newsletter/sending/send-issue.ts'
import { startSending } from '#api/newsletter/sending/start-sending.ts'
import { sql } from '#db/sql.ts'
import { composeWith, lettersOfTests, sender } from './fixtures/mail-sender.ts'

/** So many confirmed subscribers; their addresses. */
export async function subscribers(many: number): Promise<string[]> {
  const emails = Array.from(
    { length: many },
    (_, at) => `reader-${at}-${randomUUID()}@readers.example`,
  )
  await sql`
    insert into subscribers (email, confirmed_at) select unnest(${emails}::text[]), now()`
  return emails
}

/** A letter that is written and not sent. */
export async function aDraft(fields: Record<string, unknown> = {}): Promise<string> {
  const [letter] = await sql<{ id: string }[]>`
    insert into letters ${sql({
      subject: 'Five stories of November',
      content: 'Dear reader,\n\nfive stories.',
      createdBy: 'Ada',
      ...fields,
    })} returning id`
  return letter?.id as string
}

/** A letter that waits to be handed over to everybody on the list. */
export async function aLetterUnderWay(): Promise<string> {
  const id = await aDraft()
  if (!(await startSending(id, lettersOfTests.render))) throw new Error('It could not be started')
  return id
}

export async function stateOf(id: string) {
  const [letter, counts] = await Promise.all([findLetter(id), findCounts(id)])
  if (!letter || !counts) throw new Error('There is no such letter')
  return { ...letter, ...counts }
}

const sendings: LetterSending[] = []

/** Sends until `stopSenders`, unhurried by any rate. */
export async function aLetterSender(
  server: { url: string },
  options: Partial<LetterSendingOptions> = {},
): Promise<LetterSending> {
  const sending = await startLetterSending({
    mailer: smtpBulkMailer(server.url, sender, { silenceMs: 2_000 }),
    rate: { perMinute: 60_000, connections: 3 },
    render: lettersOfTests.render,
    addressesOf: ({ unsubscribeToken }) => letterLinks(unsubscribeToken, composeWith),
    log: pino({ level: 'silent' }),
    ...options,
  })
  sendings.push(sending)
  return sending
}

export async function stopSenders() {
  await Promise.all(sendings.splice(0).map((sending) => sending.stop()))
}
