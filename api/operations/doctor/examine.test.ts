import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFolder } from '#tests/folders.ts'
import { aMailServer } from '#tests/servers/mail-server.ts'
import { examine, type Subject } from './examine.ts'

/** A certificate for localhost that is signed by itself, and ends after so many days. */
async function aCertificate(days: number) {
  const folder = await aFolder()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const of = `-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days ${days} -subj /CN=localhost`
  const names = ['-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', ...of.split(' '), ...names, ...files], {
    stdio: 'ignore',
  })
  return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
}

/** A site behind https that answers every request like this. */
async function aTlsSite(
  days: number,
  { status = 401, date }: { status?: number; date?: string } = {},
) {
  const certificate = await aCertificate(days)
  const server = createTlsServer(certificate, (_, response) => {
    response.writeHead(status, date ? { Date: date } : {}).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { publicUrl: `https://localhost:${port}`, ca: certificate.cert }
}

let dataDir = ''
let aSite: Awaited<ReturnType<typeof aTlsSite>>
beforeAll(async () => {
  dataDir = await aFolder()
  aSite = await aTlsSite(90)
})

const aSubject = (subject: Partial<Subject> = {}): Subject => ({
  publicUrl: 'http://127.0.0.1:4321',
  isPublic: false,
  dataDir,
  askDatabase: async () => ({
    now: new Date().toISOString(),
    waiting: [],
    foreign: [],
    newer: [],
    tooOld: undefined,
    hiddenRatings: [],
    brokenSettings: [],
    listedTasks: ['paystack'],
  }),
  mailServer: undefined,
  payments: [],
  brokenParts: [],
  account: undefined,
  webhooks: [],
  clocks: [],
  findBackups: async () => ({
    place: '/data',
    isElsewhere: true,
    newestAt: new Date().toISOString(),
    lastRun: undefined,
  }),
  findLastDrill: async () => undefined,
  findLostPublications: async () => [],
  findBookTexts: async () => undefined,
  processorTasks: [],
  secrets: [],
  ...subject,
})

const find = async (title: string, subject: Partial<Subject>) =>
  (await examine(aSubject(subject))).find((finding) => finding.title === title)

describe('the doctor', () => {
  test('finds no problem on a local site', async () => {
    const findings = await examine(aSubject())
    expect(findings.filter(({ state }) => state === 'problem')).toEqual([])
    expect(findings.map(({ title }) => title)).toEqual([
      'Node',
      'Clock',
      'Disk',
      'Memory',
      'Database',
      'Ratings',
      'Studio',
      'Publications',
      'Books read here',
      'Young readers',
      'Processors',
      'Address',
      'Mail',
      'Payments',
      'Invoices',
      'Backups',
      'Restore drill',
    ])
  })

  test('checks the certificate of the public address', async () => {
    expect(await find('TLS', aSite)).toMatchObject({
      state: 'ok',
      found: expect.stringContaining('valid for 8'),
    })
    const soon = await aTlsSite(5)
    expect(await find('TLS', soon)).toMatchObject({
      state: 'warning',
      todo: expect.stringContaining('renew'),
    })
    // The authority that signed it is unknown here, as it would be to a browser.
    expect(await find('TLS', { publicUrl: aSite.publicUrl })).toMatchObject({
      state: 'problem',
      found: expect.stringContaining('signed by itself'),
    })
    const ended = createServer().listen(0, '127.0.0.1')
    await once(ended, 'listening')
    const { port } = ended.address() as AddressInfo
    ended.close()
    expect(await find('TLS', { publicUrl: `https://localhost:${port}` })).toMatchObject({
      state: 'problem',
      found: expect.stringContaining('ECONNREFUSED'),
    })
  })

  test('checks the DNS of a public name', async () => {
    const asked: string[] = []
    const lookUp = async (host: string) => {
      asked.push(host)
      return ['192.0.2.7']
    }
    const subject = { ...aSite, isPublic: true, lookUp }
    expect(await find('DNS', subject)).toMatchObject({
      state: 'ok',
      found: 'localhost leads to 192.0.2.7.',
    })
    expect(asked).toEqual(['localhost'])
    const silent = { ...subject, lookUp: () => Promise.reject(new Error('ETIMEOUT')) }
    expect(await find('DNS', silent)).toMatchObject({ state: 'warning' })
  })

  test('signs in to the mail server without sending a mail', async () => {
    const server = await aMailServer({ password: 'eleven goats' })
    const address = (password: string) =>
      server.url.replace('//', `//ascend:${encodeURIComponent(password)}@`)
    const mail = (url: string) =>
      find('Mail', { mailServer: { url }, secrets: ['twelve goats', 'twelve%20goats'] })
    expect(await mail(address('eleven goats'))).toMatchObject({ state: 'ok' })
    const refused = await mail(address('twelve goats'))
    expect(refused).toMatchObject({
      state: 'problem',
      found: expect.stringContaining('EAUTH'),
      todo: expect.stringContaining('SMTP_URL'),
    })
    expect(JSON.stringify(refused)).not.toContain('twelve')
    expect(await mail('smtp://127.0.0.1:1')).toMatchObject({
      state: 'problem',
      found: expect.stringContaining('ECONNREFUSED'),
    })
    expect(server.calls()).toBe(0)
  })

  test('names the account that schools transfer to, by its last digits', async () => {
    const account = {
      bankName: 'Example Bank',
      accountName: 'Ascend Ltd',
      accountNumber: '0123456789',
    }
    const found = await find('Invoices', { ...aSite, account })
    expect(found).toMatchObject({ state: 'ok', found: expect.stringContaining('ending in 6789') })
    expect(found?.found).not.toContain('0123456789')
  })

  test('asks for each company that handles data, on a public site as a problem', async () => {
    const of = (tasks: Subject['processorTasks'], isPublic = true) =>
      find('Processors', { processorTasks: tasks, isPublic, lookUp: async () => [] })
    expect(await of(['paystack'])).toMatchObject({ state: 'ok' })
    expect(await of([])).toMatchObject({ state: 'ok' })
    expect(await of(['paystack', 'mail', 'backups'])).toMatchObject({
      state: 'problem',
      found:
        'Somebody else handles data of people, and is not named on /privacy: Mail server, Bucket of backups.',
      todo: expect.stringContaining('under Settings, Data protection'),
    })
    expect(await of(['mail'], false)).toMatchObject({ state: 'warning' })
    const waiting = { processorTasks: ['mail' as const], askDatabase: async () => undefined }
    expect(await find('Processors', waiting)).toMatchObject({ state: 'ok' })
  })

  test('sends an unsigned request to the public address of the webhook', async () => {
    const webhooks = ['/api/webhooks/paystack']
    expect(await find('Webhook', { ...aSite, webhooks })).toMatchObject({ state: 'ok' })
    const other = await aTlsSite(90, { status: 404 })
    expect(await find('Webhook', { ...other, webhooks })).toMatchObject({
      state: 'problem',
      found: `${other.publicUrl}/api/webhooks/paystack answers 404, where 401 was expected.`,
    })
    const nobody = { publicUrl: 'http://127.0.0.1:1', webhooks }
    expect(await find('Webhook', nobody)).toMatchObject({
      state: 'problem',
      found: expect.stringContaining('does not answer'),
    })
  })

  test('compares the clock with other servers', async () => {
    const late = await aTlsSite(90, { date: new Date(Date.now() - 120_000).toUTCString() })
    expect(await find('Clock', { clocks: [aSite.publicUrl] })).toMatchObject({
      state: 'ok',
      found: 'The clock agrees with the database and localhost.',
    })
    expect(await find('Clock', { clocks: [late.publicUrl] })).toMatchObject({
      state: 'problem',
      found: expect.stringMatching(
        /^The clock is (2 minutes|1\d\d seconds) ahead of that of localhost/,
      ),
    })
  })

  test('reports everything else while the database is unavailable, without passwords', async () => {
    const findings = await examine(
      aSubject({
        askDatabase: () => Promise.reject(new Error('postgres://app:hunter2@db failed')),
        findLastDrill: () => Promise.reject(new Error('no hunter2 here')),
        secrets: ['hunter2'],
      }),
    )
    const of = (title: string) => findings.find((finding) => finding.title === title)
    expect(of('Database')).toMatchObject({
      state: 'problem',
      found: 'The database does not answer: postgres://app:(hidden)@db failed',
    })
    expect(of('Restore drill')).toMatchObject({ state: 'problem' })
    expect(of('Disk')?.state).toBe('ok')
    expect(JSON.stringify(findings)).not.toContain('hunter2')
  })

  test('checks the key at Paystack', async () => {
    const payments = (tryKey: () => Promise<boolean>) =>
      find('Payments', { payments: [{ by: 'paystack', isTestKey: true, tryKey }] })
    expect(await payments(async () => true)).toMatchObject({ state: 'ok' })
    expect(await payments(async () => false)).toMatchObject({ state: 'problem' })
    expect(await payments(() => Promise.reject(new Error()))).toMatchObject({ state: 'warning' })
  })
})
