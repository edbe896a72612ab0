import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { type Logger, pino } from 'pino'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Mail, Mailer } from '#api/integrations/integrations.ts'
import { outboxMailer } from '#api/integrations/outbox.ts'
import { smtpMailer } from '#api/integrations/smtp/smtp.ts'
import { insertReader, takeReset } from '#api/readers/accounts/accounts.queries.ts'
import { sql, transaction } from '#db/sql.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { composeWith, sender } from '#tests/fixtures/mail-sender.ts'
import { aFolder } from '#tests/folders.ts'
import { written } from '#tests/magazine/composed-mails.ts'
import { aMailServer, readMessage } from '#tests/servers/mail-server.ts'
import { deleteOldMails, queueMail, toPublisher } from './mails.queries.ts'
import { type Mailing, type MailingOptions, startMailing } from './send-mails.ts'

const silent = pino({ level: 'silent' })
const mailings: Mailing[] = []

beforeEach(() => sql`delete from mails`)
afterEach(async () => {
  await Promise.all(mailings.splice(0).map((mailing) => mailing.stop()))
})

async function aSender(mailer: Mailer, options: Partial<MailingOptions> = {}) {
  const mailing = await startMailing({ mailer, composeWith, log: silent, ...options })
  mailings.push(mailing)
  return mailing
}

/** Keeps what it is given. */
function aNotebook() {
  const sent: Mail[] = []
  return { sent, mailer: { send: async (mail: Mail) => void sent.push(mail) } }
}

describe('a mail with a PDF', () => {
  const withPdf = async (draw: () => Promise<Buffer>) => {
    const welcome = () => ({
      subject: 'Your invoice',
      paragraphs: ['Hello,'],
      because: 'you asked for it.',
      attachments: [{ name: 'Invoice.pdf', draw }],
    })
    const { sent, mailer } = aNotebook()
    const texts = { ...composeWith.texts, welcome }
    const { sendNow } = await aSender(mailer, { composeWith: { ...composeWith, texts } })
    await queueMail('welcome', 'simi@readers.example', written.welcome)
    await sendNow()
    return sent
  }

  test('carries it as it was drawn', async () => {
    const content = Buffer.from('%PDF-1.7')
    const sent = await withPdf(async () => content)
    expect(sent).toMatchObject([{ attachments: [{ name: 'Invoice.pdf', content }] }])
  })

  test.each<[string, () => Promise<Buffer>]>([
    ['cannot be drawn', () => Promise.reject(new Error('No font'))],
    ['fails in the database', () => sql`select 1 / 0`.then(() => Buffer.alloc(1))],
    ['is larger than a megabyte', async () => Buffer.alloc(1024 * 1024 + 1)],
  ])('goes without one that %s', async (_, draw) => {
    const [mail, ...others] = await withPdf(draw)
    expect(mail?.subject).toBe('Your invoice')
    expect(mail).not.toHaveProperty('attachments')
    expect(others).toEqual([])
  })
})

/** Holds the first mail until it may arrive. */
function aSlowNotebook() {
  const { sent, mailer } = aNotebook()
  let begin = () => {}
  let arrive = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const slow: Mailer = {
    async send(mail) {
      begin()
      await arrived
      await mailer.send(mail)
    },
  }
  return { sent, mailer: slow, begun, arrive }
}

const anAddress = () => `simi-${crypto.randomUUID()}@readers.example`
const queueWelcome = (to = anAddress()) => queueMail('welcome', to, { firstName: 'Simi' })
async function queueWelcomes(count: number) {
  for (let made = 0; made < count; made++) await queueWelcome()
}

interface Row {
  recipient: string
  attempts: number
  data: unknown
  lastError: string | null
  isSent: boolean
  wasKept: boolean
  isWaiting: boolean
  pause: number
}
const rows = () => sql<Row[]>`
  select recipient, attempts, data, last_error, was_kept, sent_at is not null as is_sent,
    next_try_at is not null as is_waiting, extract(epoch from next_try_at - now())::integer as pause
  from mails order by created_at`
/** Makes them due as if the pause were over. */
const makeDue = () => sql`update mails set next_try_at = now() where next_try_at is not null`

describe('a queued mail', () => {
  test('is sent at once', async () => {
    const { sent, mailer } = aNotebook()
    await aSender(mailer)
    const to = anAddress()
    await queueWelcome(to)
    // Well before anybody would look without a notice.
    await vi.waitFor(() => expect(sent.map((mail) => mail.to)).toEqual([to]), { timeout: 3_000 })
  })

  test('waits for a sender that starts later', async () => {
    await queueWelcomes(2)
    const { sent, mailer } = aNotebook()
    await aSender(mailer)
    await vi.waitFor(() => expect(sent).toHaveLength(2), { timeout: 3_000 })
  })

  test('is never sent when its transaction is rolled back', async () => {
    const { sent, mailer } = aNotebook()
    const { sendNow } = await aSender(mailer)
    const never = anAddress()
    const refused = transaction(async () => {
      await queueWelcome(never)
      throw new Error('The account was not made')
    })
    await expect(refused).rejects.toThrow('not made')
    const to = anAddress()
    await queueWelcome(to)
    await sendNow()
    expect(sent.map((mail) => mail.to)).toEqual([to])
  })

  test('is recorded as sent without its content, for a month', async () => {
    const { mailer } = aNotebook()
    const { sendNow } = await aSender(mailer)
    await queueWelcome()
    await sendNow()
    expect(await rows()).toMatchObject([
      { isSent: true, wasKept: false, isWaiting: false, attempts: 0, data: {} },
    ])

    await sql`update mails set created_at = now() - interval '29 days'`
    await deleteOldMails()
    expect(await rows()).toHaveLength(1)
    await transaction(async () => {
      await queueWelcome()
      await sql`update mails set created_at = now() - interval '31 days'`
      await sql`update mails set next_try_at = now() + interval '1 hour' where sent_at is null`
    })
    await deleteOldMails()
    expect(await rows()).toMatchObject([{ isSent: false, isWaiting: true }])
  })

  test('without a recipient leaves no trace of the address', async () => {
    const { sent, mailer } = aNotebook()
    const { sendNow } = await aSender(mailer)
    await queueMail('reset', anAddress(), {})
    await sendNow()
    expect(sent).toEqual([])
    expect(await rows()).toEqual([])
  })

  test('is sent once by any number of replicas', async () => {
    await queueWelcomes(30)
    const { sent, mailer } = aNotebook()
    const taken: Mailer = {
      async send(mail) {
        // Long enough for the other to look for mails meanwhile.
        await new Promise((resolve) => setTimeout(resolve, 3))
        await mailer.send(mail)
      },
    }
    const senders = await Promise.all([aSender(taken), aSender(taken), aSender(taken)])
    await Promise.all(senders.map(({ sendNow }) => sendNow()))
    expect(sent).toHaveLength(30)
    expect(new Set(sent.map(({ id }) => id)).size).toBe(30)
    expect((await rows()).every(({ isSent }) => isSent)).toBe(true)
  })

  test('under way is still sent when the sender stops, and the others wait', async () => {
    await queueWelcomes(2)
    const { sent, mailer, begun, arrive } = aSlowNotebook()
    const { stop } = await aSender(mailer)
    await begun
    const stopped = stop()
    arrive()
    await stopped
    expect(sent).toHaveLength(1)
    expect((await rows()).map(({ isSent }) => isSent).sort()).toEqual([false, true])
  })
})

describe('a mail that the server rejects', () => {
  const rejection = Object.assign(new Error('550 <simi@readers.example>: no such mailbox'), {
    code: 'EENVELOPE',
    responseCode: 550,
  })
  const refusing: Mailer = { send: () => Promise.reject(rejection) }

  function aLog() {
    const lines: string[] = []
    const log: Logger = pino({ level: 'info' }, { write: (line) => lines.push(line) })
    return { log, lines }
  }

  test('is retried after growing pauses', async () => {
    const { sendNow } = await aSender(refusing)
    // It is not due yet, or the sender would make the first attempt by itself.
    await transaction(async () => {
      await queueWelcome()
      await sql`update mails set next_try_at = 'infinity' where next_try_at is not null`
    })
    const pauses = []
    for (let attempt = 0; attempt < 7; attempt++) {
      await makeDue()
      await sendNow()
      pauses.push((await rows())[0]?.pause ?? 0)
    }
    const minutes = pauses.map((seconds) => Math.round(seconds / 60))
    expect(minutes).toEqual([1, 5, 30, 120, 360, 360, 360])
    expect(await rows()).toMatchObject([{ attempts: 7, lastError: 'EENVELOPE 550', isSent: false }])
  })

  test('is given up after three days, and the reason is stored without the recipient', async () => {
    const { log, lines } = aLog()
    const { sendNow } = await aSender(refusing, { log })
    const to = anAddress()
    await queueWelcome(to)
    await sendNow()
    await sql`update mails set next_try_at = now(), created_at = now() - interval '71 hours'`
    await sendNow()
    expect(await rows()).toMatchObject([{ isWaiting: true, attempts: 2 }])
    await sql`update mails set next_try_at = now(), created_at = now() - interval '73 hours'`
    await sendNow()
    expect(await rows()).toMatchObject([
      { isWaiting: false, isSent: false, lastError: 'EENVELOPE 550' },
    ])

    const output = lines.map((line) => JSON.parse(line))
    expect(output.map(({ level }) => level)).toEqual([40, 40, 50])
    expect(output[2]).toMatchObject({ kind: 'welcome', reason: 'EENVELOPE 550' })
    expect(lines.join('')).not.toMatch(/@|simi/i)
  })

  test('does not delay the others, not even one that cannot be composed', async () => {
    await queueWelcomes(1)
    await sql`insert into mails (kind, recipient) values ('of-another-version', ${anAddress()})`
    await queueMail('submissionNotice', anAddress(), {} as never)
    await queueWelcomes(1)
    const { sent, mailer } = aNotebook()
    const { sendNow } = await aSender(mailer)
    await sendNow()
    expect(sent).toHaveLength(2)
    expect((await rows()).map(({ isSent, attempts }) => [isSent, attempts])).toEqual([
      [true, 0],
      [false, 1],
      [false, 1],
      [true, 0],
    ])
  })
})

describe('a lost database connection', () => {
  test('does not stop the sender, which also sends what was queued meanwhile', async () => {
    const { sent, mailer } = aNotebook()
    await aSender(mailer)
    await transaction(async () => {
      const gone = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'listen%'`
      expect(gone).toHaveLength(1)
      await queueWelcome()
    })
    // That is before anybody would look without a notice.
    await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 4_000 })
  })

  test('during the delivery does not send a mail twice', async () => {
    await queueWelcome()
    const { sent, mailer, begun, arrive } = aSlowNotebook()
    const { sendNow } = await aSender(mailer)
    await begun
    const gone = await sql`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`
    expect(gone).toHaveLength(1)
    // One query goes around, so that this process has noticed.
    await sql`select 1`
    arrive()
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    await sendNow().catch(() => {})
    await sendNow()
    expect(await rows()).toMatchObject([{ isSent: true, attempts: 0 }])
    expect(sent).toHaveLength(1)
  })
})

describe('through a real mail server', () => {
  async function aSenderTo(server: { url: string }, options: Partial<MailingOptions> = {}) {
    const limits = { silenceMs: 1000 }
    return aSender(smtpMailer(server, sender, limits), { pausesInSeconds: [0], ...options })
  }

  test('a mail arrives at one recipient, whatever was typed', async () => {
    const server = await aMailServer()
    const { sendNow } = await aSenderTo(server)
    const typed = 'Simi\r\nBcc: spy@elsewhere.example\r\n\r\n<b>'
    const to = anAddress()
    await queueMail('welcome', to, { firstName: typed })
    await queueMail('submission', to, { firstName: typed, title: typed })
    await queueMail('request', to, { author: typed, title: typed, reference: 'PR-1' })
    await transaction(async () => {
      await queueMail('welcome', `${to}\r\nBcc: spy@elsewhere.example`, { firstName: null })
      // It is tried once and given up, instead of again and again.
      await sql`update mails set created_at = now() - interval '4 days' where recipient like '%Bcc%'`
    })
    await sendNow()

    expect(server.received.map((mail) => mail.to)).toEqual([[to], [to], [to]])
    for (const { raw } of server.received) {
      const { headers } = readMessage(raw)
      expect(headers).not.toHaveProperty('bcc')
      expect(headers['to']).toEqual([to])
    }
    expect(await rows()).toContainEqual(
      expect.objectContaining({ isSent: false, isWaiting: false, lastError: 'EADDRESS' }),
    )
  })

  test.each([
    ['is busy', 'later', 'EMESSAGE 451'],
    ['hangs up', 'hangUp', /^E\w+$/],
    ['never answers', 'silence', 'ETIMEDOUT'],
  ] as const)('that %s, a mail is retried and arrives once', async (_, way, reason) => {
    const server = await aMailServer()
    server.next(way, way)
    const reasons: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => reasons.push(JSON.parse(line).reason) })
    const { sendNow } = await aSenderTo(server, { log })
    await queueWelcome()
    await sendNow()

    expect(server.calls()).toBe(3)
    expect(server.received).toHaveLength(1)
    expect(await rows()).toMatchObject([{ isSent: true, attempts: 2, lastError: null }])
    for (const output of reasons) expect(output).toMatch(reason)
    expect(reasons).toHaveLength(2)
  })

  test('that is down, a mail waits until the server is up', async () => {
    const server = await aMailServer()
    const away = await aSender(smtpMailer({ url: 'smtp://127.0.0.1:1' }, sender))
    await queueWelcome()
    await away.sendNow()
    expect(await rows()).toMatchObject([{ attempts: 1, lastError: 'ESOCKET' }])
    await away.stop()

    const { sendNow } = await aSenderTo(server)
    await makeDue()
    await sendNow()
    expect(server.received).toHaveLength(1)
  })

  test('the link that arrives sets a new password', async () => {
    const server = await aMailServer()
    const { sendNow } = await aSenderTo(server)
    const email = anAddress()
    await insertReader({ email, firstName: 'Simi', lastName: 'Odu', passwordHash: null })
    await queueMail('reset', email, {})
    await sendNow()
    const { text, html } = readMessage(server.received[0]?.raw ?? '')
    const token = /token=([\w-]+)/.exec(text)?.[1] ?? ''
    expect(html).toContain(token)
    expect(await takeReset(token)).toMatchObject({ email })
  })
})

describe('a sender that is killed', () => {
  const children: ChildProcess[] = []
  beforeAll(() =>
    build({
      entryPoints: ['tests/fixtures/send-mails.ts'],
      outfile: 'dist/tests/send-mails.mjs',
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
    }),
  )
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })

  async function aSenderElsewhere(target: string, step: 'before' | 'after' | 'slow') {
    const child = spawn(
      process.execPath,
      ['dist/tests/send-mails.mjs', await ownDatabaseUrl(), target, step],
      { stdio: 'inherit' },
    )
    children.push(child)
    return child
  }
  async function death(child: ChildProcess) {
    const [, signal] = await once(child, 'exit')
    expect(signal).toBe('SIGKILL')
  }
  const filesIn = (dataDir: string) => readdir(join(dataDir, 'outbox')).catch(() => [])

  test('before, during or after a delivery loses no mail and sends none twice', async () => {
    const dataDir = await aFolder()
    await queueWelcomes(5)
    await death(await aSenderElsewhere(dataDir, 'before'))
    expect(await filesIn(dataDir)).toHaveLength(0)
    await death(await aSenderElsewhere(dataDir, 'after'))
    expect(await filesIn(dataDir)).toHaveLength(1)
    // Nobody could say that it was sent.
    expect((await rows()).some(({ isSent }) => isSent)).toBe(false)

    const { sendNow } = await aSender(outboxMailer(dataDir, sender, silent))
    await sendNow()
    expect(await filesIn(dataDir)).toHaveLength(5)
    expect(
      (await rows()).map(({ isSent, wasKept, attempts }) => [isSent, wasKept, attempts]),
    ).toEqual(Array(5).fill([true, true, 0]))
  })

  test('at a random moment loses no mail and sends none twice', async () => {
    const dataDir = await aFolder()
    await queueWelcomes(40)
    for (const many of [5, 15]) {
      const child = await aSenderElsewhere(dataDir, 'slow')
      await vi.waitFor(
        async () => expect((await filesIn(dataDir)).length).toBeGreaterThanOrEqual(many),
        { timeout: 10_000, interval: 5 },
      )
      child.kill('SIGKILL')
      await death(child)
    }
    expect((await rows()).some(({ isWaiting }) => isWaiting)).toBe(true)

    const { sendNow } = await aSender(outboxMailer(dataDir, sender, silent))
    await sendNow()
    const files = await filesIn(dataDir)
    expect(files.filter((file) => file.endsWith('.eml'))).toHaveLength(40)
    expect((await rows()).every(({ isSent }) => isSent)).toBe(true)
  })

  test('between the mail server\'s "250" and the commit sends the mail again under the same Message-ID', async () => {
    const server = await aMailServer()
    await queueWelcomes(1)
    await death(await aSenderElsewhere(server.url, 'after'))
    expect(server.received).toHaveLength(1)

    const { sendNow } = await aSender(smtpMailer(server, sender))
    // The database may hold the lock of the dead one for a moment.
    await vi.waitFor(async () => {
      await sendNow()
      expect((await rows())[0]?.isSent).toBe(true)
    })
    const names = server.received.map(({ raw }) => readMessage(raw).headers['message-id']?.[0])
    expect(names).toHaveLength(2)
    expect(new Set(names).size).toBe(1)
    expect(await rows()).toMatchObject([{ isSent: true }])
  })
})

describe('the publisher, while visitors send in hundreds of stories,', () => {
  const queueStory = (title: string) =>
    queueMail('submissionNotice', toPublisher, {
      title,
      authorName: 'Ada\nObi',
      category: 'Health',
      storyId: crypto.randomUUID(),
    })

  test('is told of the first at once and of the others in one mail an hour', async () => {
    const { sent, mailer } = aNotebook()
    const { sendNow } = await aSender(mailer)
    await queueStory('The first')
    await sendNow()
    for (let count = 1; count <= 60; count++) await queueStory(`Story ${count}`)
    await sendNow()
    expect(sent.map(({ subject }) => subject)).toEqual(['A story to review: The first'])

    await sql`update mails set sent_at = now() - interval '61 minutes' where sent_at is not null`
    await sendNow()
    expect(sent.map(({ subject }) => subject).slice(1)).toEqual(['60 stories to review'])
    expect(sent[1]?.text).toContain('Story 1, by Ada Obi (Health)\nStory 2, by')
    expect(sent[1]?.text).toContain('Story 50, by Ada Obi (Health)\nand 10 more')
    expect(await rows()).toMatchObject([{ isSent: true }, { isSent: true }])
  })

  test('misses none when the mail about many cannot be sent', async () => {
    const { sent, mailer } = aNotebook()
    for (let count = 1; count <= 3; count++) await queueStory(`Story ${count}`)
    const { sendNow } = await aSender({ send: () => Promise.reject(new Error('No server')) })
    await sendNow()
    expect(await rows()).toHaveLength(3)
    await Promise.all(mailings.splice(0).map((mailing) => mailing.stop()))
    await makeDue()
    await (await aSender(mailer)).sendNow()
    expect(sent.map(({ subject }) => subject)).toEqual(['3 stories to review'])
  })

  test('still gets publishing requests, which are limited separately', async () => {
    const { sent, mailer } = aNotebook()
    // All before there is a sender, which the first would wake.
    await queueStory('The first')
    await queueMail('requestNotice', toPublisher, written.requestNotice)
    await queueMail('requestNotice', toPublisher, { ...written.requestNotice, title: 'Another' })
    await (await aSender(mailer)).sendNow()
    expect(sent.map(({ subject }) => subject)).toEqual([
      'A story to review: The first',
      '2 publishing requests',
    ])
    expect(sent[1]?.text).toContain('Another, by')
  })
})
