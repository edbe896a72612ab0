import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { sendableMail } from '#api/newsletter/issue-mails/preview-issue.ts'
import { suppress } from '#api/newsletter/suppressions/suppressions.queries.ts'
import { sql } from '#db/sql.ts'
import { composeWith, issuesOfTests } from '#tests/fixtures/mail-sender.ts'
import {
  aDraft,
  anIssueSender,
  endRecall,
  stateOf,
  stopSenders,
  subscribers,
} from '#tests/magazine/sent-issues.ts'
import { startApp, thePublisher, theStaff } from '#tests/people.ts'
import { aMailServer } from '#tests/servers/mail-server.ts'
import { checkDomain } from './check-domain.ts'
import { type RenderIssue, startSending } from './send-issue.ts'

beforeEach(async () => {
  await sql`delete from letters`
  await sql`delete from subscribers`
  await sql`delete from suppressions`
})

const refused = (call: Promise<unknown>) => call.then(() => 200).catch(({ status }) => status)

describe('the owner', () => {
  test('has a minute to recall an issue, and an editor may do it', async () => {
    const { call } = await thePublisher()
    const server = await aMailServer()
    await subscribers(2)
    const id = await aDraft()
    const sent = await call('POST /admin/letters/:id/send', { id, revision: 0 })
    expect(sent).toMatchObject({ state: 'scheduled', recipients: 0, isOverdue: false })
    expect(sent.secondsLeft).toBeGreaterThan(55)
    expect(sent.secondsLeft).toBeLessThanOrEqual(60)
    const editor = await theStaff('editor')
    const recalled = await editor.call('POST /admin/letters/:id/unschedule', { id })
    expect(recalled).toMatchObject({ state: 'draft', secondsLeft: null })
    await (await anIssueSender(server)).sendNow()
    await stopSenders()
    expect(server.received).toEqual([])
    // Once it is under way, Undo comes too late.
    await call('POST /admin/letters/:id/send', { id, revision: 0 })
    await endRecall(id)
    await startSending(id, issuesOfTests.render)
    expect(await refused(call('POST /admin/letters/:id/unschedule', { id }))).toBe(409)
  })

  test('takes a sending back by its Undo, which its start ends', async () => {
    const { call, send } = await thePublisher()
    await subscribers(2)
    const id = await aDraft()
    const post = (path: string, data: object = {}) =>
      send(`/api/admin${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(data),
      })
    const sendIt = async () => {
      const response = await post(`/letters/${id}/send`, { revision: 0 })
      const [undo, seconds] = response.headers.get('Undo')?.split('; seconds=') ?? []
      expect(seconds).toBe('60')
      return undo
    }
    expect((await post(`/undo/${await sendIt()}`)).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({ state: 'draft', recipients: 0 })
    const again = await sendIt()
    await endRecall(id)
    await startSending(id, issuesOfTests.render)
    expect((await post(`/undo/${again}`)).status).toBe(409)
    expect(await call('GET /admin/letters/:id/progress', { id })).toMatchObject({
      state: 'sending',
      recipients: 2,
    })
  })

  test('sends an issue as previewed, pauses, resumes and stops it', async () => {
    const { call } = await thePublisher()
    await subscribers(3)
    const id = await aDraft({ revision: 4 })
    expect(await call('GET /admin/letters/:id/progress', { id })).toMatchObject({
      state: 'draft',
      audience: 3,
    })
    expect(await refused(call('POST /admin/letters/:id/send', { id, revision: 3 }))).toBe(409)
    await call('POST /admin/letters/:id/send', { id, revision: 4 })
    expect(await refused(call('POST /admin/letters/:id/send', { id, revision: 4 }))).toBe(409)
    await endRecall(id)
    await startSending(id, issuesOfTests.render)
    expect(await stateOf(id)).toMatchObject({ state: 'sending', recipients: 3, waiting: 3 })
    const paused = await call('POST /admin/letters/:id/pause', { id })
    expect(paused).toMatchObject({ state: 'paused', whyPaused: 'Paused by publisher.' })
    expect(await call('POST /admin/letters/:id/resume', { id })).toMatchObject({ state: 'sending' })
    expect(await call('POST /admin/letters/:id/stop', { id })).toMatchObject({ state: 'stopped' })
    expect(await refused(call('POST /admin/letters/:id/resume', { id }))).toBe(409)
    const actions = await sql<{ action: string }[]>`
      select action from activity where subject_id = ${id} order by id`
    expect(actions.map(({ action }) => action)).toEqual([
      'letterSent',
      'letterPaused',
      'letterResumed',
      'letterStopped',
    ])
  })

  test('schedules an issue and cancels the schedule', async () => {
    const { call } = await thePublisher()
    const id = await aDraft()
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    const schedule = (sendAt: string) =>
      call('POST /admin/letters/:id/schedule', { id, revision: 0, sendAt })
    expect(await refused(schedule(at(-1)))).toBe(400)
    expect(await schedule(at(60))).toMatchObject({ state: 'scheduled', isOverdue: false })
    await sql`update letters set send_at = ${at(-61)} where id = ${id}`
    expect(await call('GET /admin/letters/:id/progress', { id })).toMatchObject({ isOverdue: true })
    expect(await call('POST /admin/letters/:id/unschedule', { id })).toMatchObject({
      state: 'draft',
    })
  })

  test('is told what an issue lacks when sending or scheduling it', async () => {
    const { call } = await thePublisher()
    const sendAt = new Date(Date.now() + 60 * 60_000).toISOString()
    const lacks = {
      'and a mail has 25 KB at most': { content: 'Words of a long letter. '.repeat(900) },
      'The newsletter has no subject yet.': { subject: ' ' },
      'The newsletter has no text yet.': { content: '' },
    }
    for (const [sentence, fields] of Object.entries(lacks)) {
      const id = await aDraft(fields)
      for (const begin of [
        () => call('POST /admin/letters/:id/schedule', { id, revision: 0, sendAt }),
        () => call('POST /admin/letters/:id/send', { id, revision: 0 }),
      ]) {
        await expect(begin()).rejects.toMatchObject({
          status: 400,
          fields: { content: [expect.stringContaining(sentence)] },
        })
      }
      expect((await stateOf(id)).state).toBe('draft')
    }
  })

  test('cannot use up an issue while mail is off, and reads what to do first', async () => {
    const render: RenderIssue = (issue) => sendableMail(issue, { ...composeWith, isMailOff: true })
    const base = await startApp({ issues: { ...issuesOfTests, render } })
    const { call } = await thePublisher(base)
    await subscribers(2)
    const id = await aDraft()
    const sendAt = new Date(Date.now() + 60 * 60_000).toISOString()
    for (const begin of [
      () => call('POST /admin/letters/:id/send', { id, revision: 0 }),
      () => call('POST /admin/letters/:id/schedule', { id, revision: 0, sendAt }),
    ]) {
      await expect(begin()).rejects.toMatchObject({
        status: 409,
        sentence: expect.stringContaining('Mail is off, so nothing was sent.'),
      })
    }
    expect(await stateOf(id)).toMatchObject({ state: 'draft', recipients: 0, sent: 0 })
  })

  test('sees uncertain recipients and decides about them', async () => {
    const { call, callPage } = await thePublisher()
    const server = await aMailServer()
    server.next('takeAndHangUp')
    const [email] = await subscribers(1)
    const id = await aDraft()
    await call('POST /admin/letters/:id/send', { id, revision: 0 })
    await endRecall(id)
    await anIssueSender(server)
    await expect.poll(async () => (await stateOf(id)).state, { timeout: 20_000 }).toBe('sent')
    await stopSenders()
    const { items, total } = await callPage('GET /admin/letters/:id/uncertain', { id })
    expect([items.map((one) => one.email), total]).toEqual([[email], 1])
    const left = await call('POST /admin/letters/:id/uncertain', { id, decision: 'leave' })
    expect(left).toMatchObject({ uncertain: 1, undecided: 0 })
    const again = call('POST /admin/letters/:id/uncertain', { id, decision: 'sendAgain' })
    expect(await refused(again)).toBe(409)
  })

  test('sees suppressed addresses and lifts a suppression', async () => {
    const { call, callPage } = await thePublisher()
    await suppress('Gone@readers.example', 'refused', 'RCPT TO 550 5.1.1')
    const { items } = await callPage('GET /admin/suppressions', {})
    expect(items).toMatchObject([
      { email: 'gone@readers.example', reason: 'refused', detail: 'RCPT TO 550 5.1.1' },
    ])
    const lift = () => call('POST /admin/suppressions/lift', { email: 'gone@readers.example' })
    expect(await lift()).toEqual({ status: 'lifted' })
    expect(await refused(lift())).toBe(404)
  })
})

test('an editor finds issues by what is to be done, and by a word of the subject', async () => {
  const { call, callPage } = await theStaff('editor')
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const draft = await aDraft({ subject: 'Of the Ọ̀nà' })
  const later = await aDraft({ state: 'scheduled', sendAt: at(90) })
  const next = await aDraft({ state: 'scheduled', sendAt: at(60) })
  const soon = await aDraft({ state: 'scheduled', sendAt: at(0.5) })
  const overdue = await aDraft({ state: 'scheduled', sendAt: at(-90) })
  const sent = await aDraft({
    state: 'stopped',
    startedAt: at(-200),
    finishedAt: at(-190),
    mailSubject: '',
    mailHtml: '',
    mailText: '',
  })
  const { items } = await callPage('GET /admin/letters', {})
  expect(items.map(({ id, group }) => [id, group])).toEqual([
    [overdue, 'sending'],
    [soon, 'sending'],
    [next, 'scheduled'],
    [later, 'scheduled'],
    [draft, 'draft'],
    [sent, 'sent'],
  ])
  expect(await call('GET /admin/letter-counts', {})).toEqual({
    all: 6,
    sending: 2,
    scheduled: 2,
    draft: 1,
    sent: 1,
  })
  const found = async (filter: object) => {
    const page = await callPage('GET /admin/letters', filter)
    return [page.items.map(({ id }) => id), page.total]
  }
  expect(await found({ status: 'scheduled', pageSize: 1 })).toEqual([[next], 2])
  expect(await found({ search: ' ọ̀NÀ ' })).toEqual([[draft], 1])
  expect(await found({ search: 'ọ̀nà', status: 'sent' })).toEqual([[], 0])
  expect(await found({ search: '%' })).toEqual([[], 0])
})

test('an editor sees issues and may pause one, but not send any', async () => {
  const { call, callPage } = await theStaff('editor')
  const id = await aDraft()
  expect((await callPage('GET /admin/letters', {})).items.map((issue) => issue.id)).toEqual([id])
  expect(await refused(call('POST /admin/letters/:id/send', { id, revision: 0 }))).toBe(403)
  await (await thePublisher()).call('POST /admin/letters/:id/send', { id, revision: 0 })
  await endRecall(id)
  await startSending(id, issuesOfTests.render)
  expect(await call('POST /admin/letters/:id/pause', { id })).toMatchObject({ state: 'paused' })
  expect(await refused(call('POST /admin/letters/:id/resume', { id }))).toBe(403)
})

describe('the mail domain', () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 1024,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const dkim = { domain: 'ascend.example', selector: 'ascend', privateKey }
  const smtp = { url: 'smtps://u:p@smtp-relay.brevo.com:465', from: 'post@ascend.example' }
  const sending = { smtp, dkim, reports: [] }
  const look = (records: Record<string, string[]>) =>
    checkDomain(sending, async (name) => records[name] ?? [])

  test('without DNS records shows which to add, and is right with those', async () => {
    const missing = await look({})
    expect([missing.spf.state, missing.dkim.state, missing.dmarc.state]).toEqual([
      'missing',
      'missing',
      'missing',
    ])
    const { dkim: key, dmarc } = missing
    const right = await look({
      'ascend.example': ['google-site-verification=1', 'v=spf1 include:spf.mail.example ~all'],
      [key.name]: [key.wanted ?? ''],
      [dmarc.name]: [dmarc.wanted ?? ''],
    })
    expect([right.spf.state, right.dkim.state, right.dmarc.state]).toEqual([
      'right',
      'right',
      'right',
    ])
  })

  test.each([
    ['spf', 'ascend.example', ['v=spf1 +all'], /everybody/],
    ['spf', 'ascend.example', ['v=spf1 include:a.example'], /excludes nobody/],
    ['spf', 'ascend.example', ['v=spf1 ~all'], /names no server/],
    ['spf', 'ascend.example', ['v=spf1 a ~all', 'v=spf1 mx ~all'], /2 such records/],
    ['dkim', 'ascend._domainkey.ascend.example', ['v=DKIM1; p=MIGf'], /another key/],
    ['dmarc', '_dmarc.ascend.example', ['v=DMARC1; rua=mailto:a@b.example'], /no policy/],
  ] as const)('with the %s record %s as %j is wrong', async (kind, name, records, why) => {
    const { [kind]: record } = await look({ [name]: [...records] })
    expect(record).toMatchObject({ state: 'wrong', note: expect.stringMatching(why) })
  })

  test('is not reported as wrong when DNS fails or signing is not configured', async () => {
    const away = await checkDomain(sending, () => Promise.reject(new Error('ETIMEOUT')))
    expect([away.spf.state, away.dkim.state, away.dmarc.state]).toEqual(Array(3).fill('unknown'))
    const elsewhere = { url: 'smtp://mail.example', from: smtp.from }
    const unsigned = await checkDomain(
      { smtp: elsewhere, dkim: undefined, reports: [] },
      async () => [],
    )
    expect(unsigned.dkim).toMatchObject({
      state: 'unknown',
      note: expect.stringMatching(/not signed here/),
    })
  })

  test('of a known provider says which records it wants, and finds its key', async () => {
    const by = (records: Record<string, string[]>) =>
      checkDomain({ ...sending, dkim: undefined }, async (name) => records[name] ?? [])
    const missing = await by({})
    expect(missing).toMatchObject({
      provider: 'Brevo',
      spf: { state: 'missing', wanted: 'v=spf1 include:spf.brevo.com ~all' },
      dkim: { state: 'missing', note: expect.stringContaining('Brevo shows the record') },
    })
    const found = await by({ 'mail._domainkey.ascend.example': ['k=rsa;p=MIGf'] })
    expect(found.dkim).toMatchObject({ state: 'right', found: 'k=rsa;p=MIGf' })
  })

  test('is undefined without a mail server', async () => {
    expect(await checkDomain({ ...sending, smtp: undefined }, async () => [])).toMatchObject({
      domain: null,
    })
  })
})
