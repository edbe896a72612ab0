import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { outboxBulkMailer } from '#api/integrations/outbox.ts'
import { smtpBulkMailer } from '#api/integrations/smtp/smtp.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { deleteSubscriber } from '#api/newsletter/subscribers/subscribers.queries.ts'
import { suppress } from '#api/newsletter/suppressions/suppressions.queries.ts'
import { sql } from '#db/sql.ts'
import { issuesOfTests, sender } from '#tests/fixtures/mail-sender.ts'
import { runs } from '#tests/long.ts'
import {
  aDraft,
  anIssueSender,
  anIssueUnderWay,
  endRecall,
  stateOf,
  stopSenders,
  subscribers,
} from '#tests/magazine/sent-issues.ts'
import { aMailServer, readMessage } from '#tests/servers/mail-server.ts'
import {
  dismissUncertain,
  pauseIssue,
  queueIssue,
  resumeIssue,
  sendUncertainAgain,
  stopIssue,
  unscheduleIssue,
} from '../issues/issues.queries.ts'
import {
  beginHandingOver,
  claimRecipients,
  findDeferred,
  releaseClaims,
  takeTurns,
} from './recipients.queries.ts'
import { startSending } from './send-issue.ts'

beforeEach(async () => {
  await sql`delete from letters`
  await sql`delete from subscribers`
  await sql`delete from suppressions`
  await sql`delete from mails`
})
afterEach(stopSenders)

type Server = Awaited<ReturnType<typeof aMailServer>>
const reached = (server: Server) => server.received.map(({ to }) => to[0] ?? '').sort()
const ends = (id: string, state = 'sent') =>
  expect.poll(async () => (await stateOf(id)).state, { timeout: 20_000 }).toBe(state)

describe('a newsletter issue', () => {
  test('reaches every confirmed subscriber once, with their own unsubscribe link', async () => {
    const server = await aMailServer()
    const everybody = await subscribers(60)
    await sql`insert into subscribers (email) values ('waiting@readers.example')`
    const id = await anIssueUnderWay()
    await Promise.all([anIssueSender(server), anIssueSender(server)])
    await ends(id)
    expect(reached(server)).toEqual(everybody.sort())
    expect(await stateOf(id)).toMatchObject({ recipients: 60, sent: 60, waiting: 0, uncertain: 0 })

    const { headers, text } = readMessage(server.received[0]?.raw ?? '')
    const [subscriber] = await sql<{ token: string }[]>`
      select unsubscribe_token as token from subscribers where email = ${headers['to']?.[0] ?? ''}`
    const leave = `https://ascend.example/api/newsletter/unsubscribe?token=${subscriber?.token}`
    expect(headers).toMatchObject({
      subject: ['Five stories of November'],
      'list-unsubscribe': [`<${leave}>`],
      'list-unsubscribe-post': ['List-Unsubscribe=One-Click'],
    })
    expect(text).toContain(leave)
    expect(text).not.toContain('{{')
  })

  test('is started once by simultaneous senders', async () => {
    await subscribers(3)
    const id = await aDraft({ state: 'scheduled', sendAt: new Date() })
    const started = await Promise.all([1, 2, 3].map(() => startSending(id, issuesOfTests.render)))
    expect(started.filter(Boolean)).toHaveLength(1)
    expect(await stateOf(id)).toMatchObject({ state: 'sending', recipients: 3 })
  })

  test('is sent at its scheduled time, unless that was missed by more than an hour', async () => {
    const server = await aMailServer()
    await subscribers(1)
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const missed = await aDraft({ state: 'scheduled', sendAt: minutesAgo(61) })
    const toCome = await aDraft({ state: 'scheduled', sendAt: minutesAgo(-60) })
    const due = await aDraft({ state: 'scheduled', sendAt: minutesAgo(1) })
    await anIssueSender(server)
    await ends(due)
    expect((await stateOf(missed)).state).toBe('scheduled')
    expect((await stateOf(toCome)).state).toBe('scheduled')
    expect(server.received).toHaveLength(1)
  })

  test('that cannot be sent at its time shows why, and is sent once that is fixed', async () => {
    const server = await aMailServer()
    await subscribers(1)
    const sendAt = new Date(Date.now() - 60_000).toISOString()
    const id = await aDraft({ state: 'scheduled', sendAt, content: '' })
    const { sendNow } = await anIssueSender(server)
    await expect
      .poll(async () => (await stateOf(id)).trouble, { timeout: 20_000 })
      .toMatch(/cannot be sent yet.+ The newsletter has no text yet\.$/)
    await sql`update letters set content = 'A word.' where id = ${id}`
    await sendNow()
    await ends(id)
    expect((await stateOf(id)).trouble).toBeNull()
  })

  test('is not sent to subscribers who left or were suppressed after its start', async () => {
    const server = await aMailServer()
    const [stays = '', leaves = '', gone = '', before = ''] = await subscribers(4)
    await suppress(before, 'complained', 'abuse')
    const id = await anIssueUnderWay()
    const [row] = await sql<{ token: string }[]>`
      select unsubscribe_token as token from subscribers where email = ${leaves}`
    await deleteSubscriber(row?.token ?? '', (email) => email)
    await suppress(gone, 'bounced', 'Permanent General')
    await anIssueSender(server)
    await ends(id)
    expect(reached(server)).toEqual([stays])
    expect(await stateOf(id)).toMatchObject({ sent: 1, suppressed: 3, leftNewsletter: 0 })
  })

  test('without a mail server says that its mails are kept here', async () => {
    await subscribers(2)
    const id = await anIssueUnderWay()
    const kept = outboxBulkMailer({ send: async () => {} })
    await anIssueSender({ url: 'smtp://127.0.0.1:9' }, { mailer: kept })
    await ends(id)
    expect(await stateOf(id)).toMatchObject({ state: 'sent', sent: 2, wasKept: true })
  })

  test('can be paused, resumed and stopped', async () => {
    const server = await aMailServer({ answerMs: 5 })
    await subscribers(120)
    const id = await anIssueUnderWay()
    const { sendNow } = await anIssueSender(server)
    await expect.poll(() => server.received.length, { timeout: 20_000 }).toBeGreaterThan(5)
    await pauseIssue(id, 'Paused by Ada.')
    await sendNow()
    const paused = await stateOf(id)
    expect(paused).toMatchObject({ state: 'paused', handingOver: 0 })
    expect(paused.waiting).toBeGreaterThan(0)
    const { length } = server.received
    await sendNow()
    expect(server.received).toHaveLength(length)

    await resumeIssue(id)
    await expect.poll(() => server.received.length, { timeout: 20_000 }).toBeGreaterThan(length)
    await stopIssue(id)
    await sendNow()
    const stopped = await stateOf(id)
    expect(stopped).toMatchObject({ state: 'stopped', handingOver: 0 })
    expect(stopped.sent).toBe(server.received.length)
    expect(stopped.waiting).toBe(120 - stopped.sent)
  })

  test('waits while a receipt or a sign-in is due', async () => {
    const server = await aMailServer()
    await subscribers(5)
    await queueMail('welcome', 'simi@readers.example', { firstName: null })
    const id = await anIssueUnderWay()
    const leases = { claimedSeconds: 60, handingOverSeconds: 60 }
    const [claim] = await claimRecipients(id, 1, leases)
    if (!claim) throw new Error('Nobody waits')
    expect(await beginHandingOver(claim, leases)).toBe('notNow')
    await releaseClaims([claim])
    await anIssueSender(server)
    expect((await stateOf(id)).sent).toBe(0)
    await sql`update mails set sent_at = now(), next_try_at = null`
    await ends(id)
    expect(server.received).toHaveLength(5)
  })

  test('shares one rate with all replicas', async () => {
    const waits = await Promise.all([1, 2, 3].map(() => takeTurns(10, 100)))
    const sorted = waits.map((ms) => Math.round(ms / 1000)).sort()
    expect(sorted).toEqual([0, 1, 2])
  })

  test('counts those who unsubscribed after it', async () => {
    const server = await aMailServer()
    const [email = ''] = await subscribers(2)
    const id = await anIssueUnderWay()
    await anIssueSender(server)
    await ends(id)
    await sql`delete from subscribers where email = ${email}`
    expect(await stateOf(id)).toMatchObject({ sent: 2, leftNewsletter: 1 })
  })
})

describe('a reply of the mail server', () => {
  const suppressed = () => sql`select reason, detail from suppressions`

  test.each([
    '550 5.1.1 No such user',
    '550 5.2.1 Mailbox disabled',
    '550 User unknown',
    '553 sorry, no mailbox here by that name',
  ])('%s suppresses the address and no other', async (reply) => {
    const [gone = ''] = await subscribers(6)
    const server = await aMailServer({
      refuseRecipient: (address) => (address === gone ? reply : undefined),
    })
    const id = await anIssueUnderWay()
    await anIssueSender(server)
    await ends(id)
    expect(await stateOf(id)).toMatchObject({ sent: 5, refused: 1 })
    expect(await suppressed()).toMatchObject([
      { reason: 'refused', detail: expect.stringMatching(/^RCPT TO 55/) },
    ])
  })

  test('about a full mailbox counts as refused, and the next issue is sent again', async () => {
    const server = await aMailServer({ refuseRecipient: () => '552 5.2.2 Mailbox full' })
    await subscribers(1)
    const id = await anIssueUnderWay()
    await anIssueSender(server)
    await ends(id)
    expect(await stateOf(id)).toMatchObject({ sent: 0, refused: 1 })
    expect(await suppressed()).toEqual([])
  })

  test.each([
    ['at MAIL FROM', { refuseSender: () => '550 5.1.8 Bad sender <post@ascend.example>' }],
    ['by policy at RCPT', { refuseRecipient: () => '550 5.7.1 Relaying denied' }],
    ['by policy after the content', { refuseContent: () => '554 5.7.1 Looks like spam' }],
    ['at login', { password: 'another one' }],
  ])('with a 5xx %s pauses the issue, shows why and suppresses nobody', async (_, options) => {
    const server = await aMailServer(options)
    await subscribers(4)
    const id = await anIssueUnderWay()
    const url = server.url.replace('//', '//ascend:wrong@')
    await anIssueSender(
      { url: 'password' in options ? url : server.url },
      { rate: { perMinute: 60_000, connections: 1 } },
    )
    await ends(id, 'paused')
    const { whyPaused, waiting, sent } = await stateOf(id)
    expect(whyPaused).toMatch(/^The mail server refuses our mails: 5\d\d /)
    expect(whyPaused).not.toContain('@')
    expect([waiting, sent]).toEqual([4, 0])
    expect(await suppressed()).toEqual([])
  })

  test('with a 4xx is retried later', async () => {
    let isBusy = true
    const [busy = ''] = await subscribers(3)
    const server = await aMailServer({
      refuseRecipient: (address) =>
        isBusy && address === busy ? '450 4.2.1 Try later' : undefined,
    })
    const id = await anIssueUnderWay()
    const { sendNow } = await anIssueSender(server)
    await expect.poll(async () => (await stateOf(id)).sent, { timeout: 20_000 }).toBe(2)
    await sendNow()
    expect(await stateOf(id)).toMatchObject({ state: 'sending', waiting: 1 })
    const { deferred, nextTryAt } = await findDeferred(id)
    expect(deferred).toBe(1)
    expect(Date.parse(nextTryAt ?? '')).toBeGreaterThan(Date.now() + 4 * 60_000)
    isBusy = false
    await sql`update letter_recipients set next_try_at = now()`
    await sendNow()
    await ends(id)
    expect(reached(server)).toHaveLength(3)
  })

  test('that never arrives makes the issue wait for the server, which the page shows', async () => {
    await subscribers(2)
    const id = await anIssueUnderWay()
    await anIssueSender({ url: 'smtp://127.0.0.1:1' })
    // One fails before the other: each waits again on its own.
    await expect
      .poll(() => stateOf(id), { timeout: 20_000 })
      .toMatchObject({
        state: 'sending',
        waiting: 2,
        uncertain: 0,
        trouble: expect.stringContaining('does not take mails at present'),
      })
    const server = await aMailServer()
    await anIssueSender(server)
    await ends(id)
    expect(reached(server)).toHaveLength(2)
    expect((await stateOf(id)).trouble).toBeNull()
  })
})

describe('an issue that is to be sent in a minute', () => {
  test('is sent when the minute is over, and to nobody before', async () => {
    const server = await aMailServer()
    await subscribers(3)
    const id = await aDraft()
    expect(await queueIssue(id, 0)).toBe(true)
    const { sendNow } = await anIssueSender(server)
    await sendNow()
    expect(await stateOf(id)).toMatchObject({ state: 'scheduled', recipients: 0 })
    expect(server.received).toEqual([])
    await endRecall(id)
    await sendNow()
    await ends(id)
    expect(reached(server)).toHaveLength(3)
  })

  test('reaches nobody once it was recalled', async () => {
    const server = await aMailServer()
    await subscribers(3)
    const id = await aDraft()
    await queueIssue(id, 0)
    expect(await unscheduleIssue(id)).toBe(true)
    const { sendNow } = await anIssueSender(server)
    await sendNow()
    expect(await stateOf(id)).toMatchObject({ state: 'draft', recipients: 0 })
    expect(server.received).toEqual([])
  })

  test('is queued once by simultaneous requests, and a second one does not delay it', async () => {
    const id = await aDraft()
    const queued = await Promise.all([1, 2, 3].map(() => queueIssue(id, 0)))
    expect(queued.filter(Boolean)).toHaveLength(1)
    const { sendAt } = await stateOf(id)
    expect(await queueIssue(id, 0)).toBe(false)
    expect((await stateOf(id)).sendAt).toBe(sendAt)
  })

  test('is either recalled or sent, at whichever moment both are tried', async () => {
    await subscribers(5)
    const outcomes = new Set<string>()
    for (let round = 0; round < runs({ sample: 12, long: 500 }); round++) {
      const id = await aDraft({ state: 'scheduled', sendAt: new Date(Date.now() - 1000) })
      const pauseMs = round % 6
      // One that is recalled while its mail is rendered, too.
      const render = async (issue: Parameters<typeof issuesOfTests.render>[0]) => {
        const mail = await issuesOfTests.render(issue)
        await pause(pauseMs)
        return mail
      }
      const [isRecalled, ...started] = await Promise.all([
        // The pauses go from none to one in which even a busy machine has begun to send.
        pause(2 ** (round % 10) - 1).then(() => unscheduleIssue(id)),
        startSending(id, render),
        startSending(id, render),
      ])
      const { state, recipients } = await stateOf(id)
      outcomes.add(state)
      expect(started.filter(Boolean)).toHaveLength(isRecalled ? 0 : 1)
      expect([state, recipients]).toEqual(isRecalled ? ['draft', 0] : ['sending', 5])
    }
    expect([...outcomes].sort()).toEqual(['draft', 'sending'])
  })

  test('that was recalled and sent anew has its minute again', async () => {
    const id = await aDraft({ state: 'scheduled', sendAt: new Date(Date.now() - 1000) })
    const started = startSending(id, async (issue) => {
      const mail = await issuesOfTests.render(issue)
      await unscheduleIssue(id)
      await queueIssue(id, 0)
      return mail
    })
    expect(await started).toBe(false)
    expect((await stateOf(id)).state).toBe('scheduled')
  })
})

describe('a recipient who may have received an issue', () => {
  async function aCutIssue() {
    const server = await aMailServer()
    await subscribers(10)
    server.next('take', 'takeAndHangUp')
    const id = await anIssueUnderWay()
    await anIssueSender(server)
    await ends(id)
    return { server, id }
  }

  test('before the connection was lost is uncertain, and gets no automatic repeat', async () => {
    const { server, id } = await aCutIssue()
    expect(new Set(reached(server)).size).toBe(10)
    expect(server.received).toHaveLength(10)
    expect(await stateOf(id)).toMatchObject({ sent: 9, uncertain: 1, undecided: 1 })
  })

  test('gets it again if staff decide so', async () => {
    const { server, id } = await aCutIssue()
    expect(await sendUncertainAgain(id)).toBe(1)
    await ends(id)
    expect(server.received).toHaveLength(11)
    expect(await stateOf(id)).toMatchObject({ sent: 10, uncertain: 0 })
  })

  test('stays uncertain if staff decide so', async () => {
    const { server, id } = await aCutIssue()
    expect(await dismissUncertain(id)).toBe(1)
    expect(await sendUncertainAgain(id)).toBe(0)
    expect(await stateOf(id)).toMatchObject({ uncertain: 1, undecided: 0 })
    expect(server.received).toHaveLength(10)
  })

  test('is none for whom the server had not requested the content', async () => {
    const server = await aMailServer()
    const connection = smtpBulkMailer(server, sender).connect()
    const mail = { id: 'a', to: 'simi@readers.example', subject: 'A', text: 'A', html: '<p>A</p>' }
    server.next('hangUp')
    expect(await connection.deliver(mail)).toMatchObject({ result: 'uncertain' })
    expect(await connection.deliver(mail)).toMatchObject({ result: 'taken' })
    // The idle connection is gone by the next mail.
    server.cut()
    const after = await connection.deliver(mail)
    expect(['taken', 'later']).toContain(after.result)
    connection.close()
  })
})
