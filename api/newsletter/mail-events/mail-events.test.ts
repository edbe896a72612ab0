import { execFileSync } from 'node:child_process'
import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postmarkReports } from '#api/integrations/postmark-events.ts'
import { sesReports } from '#api/integrations/ses-events.ts'
import { sql } from '#db/sql.ts'
import { issuesOfTests } from '#tests/fixtures/mail-sender.ts'
import { aFolder } from '#tests/folders.ts'
import { startApp } from '#tests/people.ts'
import { settleEvents } from './settle-events.ts'

const topic = 'arn:aws:sns:eu-west-1:123456789012:ascend-mail'
const certificateUrl =
  'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem'
const credentials = 'postmark:a-password-of-the-tests'
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

let app = ''
let certificate = ''
/** What the service asked for. */
const fetched: string[] = []

beforeAll(async () => {
  const folder = await aFolder()
  const [key, pem] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const { writeFile, readFile } = await import('node:fs/promises')
  await writeFile(key, privateKey)
  execFileSync('openssl', [
    'req',
    '-x509',
    '-key',
    key,
    '-subj',
    '/CN=sns',
    '-days',
    '2',
    '-out',
    pem,
  ])
  certificate = await readFile(pem, 'utf8')
  const fetchNothing = async (url: string) => {
    fetched.push(url)
    return new Response(url.endsWith('.pem') ? certificate : 'confirmed')
  }
  const reports = [sesReports(topic, fetchNothing), postmarkReports(credentials)]
  app = await startApp({ issues: { ...issuesOfTests, reports } })
})
beforeEach(async () => {
  await sql`delete from suppressions`
  fetched.length = 0
})

type Fields = Record<string, string | undefined>

function signed(fields: Fields, version: '1' | '2' = '2') {
  const message: Fields = {
    Type: 'Notification',
    MessageId: randomUUID(),
    TopicArn: topic,
    Timestamp: '2026-11-23T08:00:00.000Z',
    SigningCertURL: certificateUrl,
    SignatureVersion: version,
    ...fields,
  }
  const names =
    message['Type'] === 'Notification'
      ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
      : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
  const text = names
    .flatMap((name) => (message[name] ? [`${name}\n${message[name]}\n`] : []))
    .join('')
  const sign = createSign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256').update(text)
  return { ...message, Signature: sign.sign(privateKey, 'base64') }
}

/** As SNS posts it. */
const toSes = async (message: object) =>
  (
    await fetch(`${app}/api/webhooks/ses`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': 'any' },
      body: JSON.stringify(message),
    })
  ).status

const toPostmark = async (record: object, by = credentials) =>
  (
    await fetch(`${app}/api/webhooks/postmark`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Basic ${Buffer.from(by).toString('base64')}`,
      },
      body: JSON.stringify(record),
    })
  ).status

const bounce = (email: string, bounceType = 'Permanent') =>
  JSON.stringify({
    notificationType: 'Bounce',
    mail: { messageId: 'ses-1' },
    bounce: { bounceType, bounceSubType: 'General', bouncedRecipients: [{ emailAddress: email }] },
  })
const complaint = (email: string) =>
  JSON.stringify({
    eventType: 'Complaint',
    mail: { messageId: 'ses-1' },
    complaint: { complainedRecipients: [{ emailAddress: email }], complaintFeedbackType: 'abuse' },
  })

const anAddress = () => `simi-${randomUUID()}@readers.example`
async function reasonFor(email: string) {
  while ((await settleEvents()) > 0);
  const [row] = await sql<{ reason: string }[]>`
    select reason from suppressions where email = ${email.toLowerCase()}`
  return row?.reason
}

describe('Amazon SES', () => {
  test.each(['1', '2'] as const)('reports a hard bounce, signed in version %s', async (version) => {
    const email = anAddress().replace('simi', 'Simi')
    expect(await toSes(signed({ Message: bounce(email), Subject: 'Bounce' }, version))).toBe(200)
    expect(await reasonFor(email)).toBe('bounced')
  })

  test('reports a complaint, which a later bounce does not outweigh', async () => {
    const email = anAddress()
    expect(await toSes(signed({ Message: complaint(email) }))).toBe(200)
    expect(await reasonFor(email)).toBe('complained')
    await toSes(signed({ Message: bounce(email) }))
    expect(await reasonFor(email)).toBe('complained')
  })

  test('reports a temporary bounce, which suppresses nobody', async () => {
    const email = anAddress()
    expect(await toSes(signed({ Message: bounce(email, 'Transient') }))).toBe(200)
    expect(await reasonFor(email)).toBeUndefined()
  })

  test('repeats an event, which is stored once', async () => {
    const message = signed({ Message: bounce(anAddress()) })
    expect([await toSes(message), await toSes(message), await toSes(message)]).toEqual([
      200, 200, 200,
    ])
    const rows =
      await sql`select 1 from mail_events where id = ${(message as Fields)['MessageId'] ?? ''}`
    expect(rows).toHaveLength(1)
  })

  test('gets its subscription confirmed at its own address only', async () => {
    const confirm = (SubscribeURL: string) =>
      toSes(
        signed({
          Type: 'SubscriptionConfirmation',
          Message: 'You have chosen to subscribe',
          Token: 'a-token',
          SubscribeURL,
        }),
      )
    const own = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=a-token'
    expect(await confirm(own)).toBe(200)
    expect(fetched).toContain(own)
    expect(await confirm('https://evil.example/?Token=a-token')).toBe(401)
    expect(fetched.some((url) => url.includes('evil'))).toBe(false)
  })

  test.each<[string, (message: ReturnType<typeof signed>) => object]>([
    ['changed on its way', (message) => ({ ...message, Message: bounce('other@readers.example') })],
    ['of another topic', (message) => ({ ...message, TopicArn: `${topic}-2` })],
    [
      'with a certificate of somebody else',
      (message) => ({
        ...message,
        SigningCertURL: 'https://evil.example/SimpleNotificationService-1.pem',
      }),
    ],
    [
      'with a certificate of a look-alike',
      (message) => ({
        ...message,
        SigningCertURL:
          'https://sns.eu-west-1.amazonaws.com.evil.example/SimpleNotificationService-1.pem',
      }),
    ],
    [
      'with a certificate over http',
      (message) => ({ ...message, SigningCertURL: certificateUrl.replace('https', 'http') }),
    ],
    [
      'with an upload as certificate',
      (message) => ({
        ...message,
        SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/upload/a.pem',
      }),
    ],
    ['without a signature', ({ Signature: _, ...message }) => message],
    ['that is no message', () => []],
  ])('is rejected %s', async (_, forge) => {
    const before = await sql`select count(*) from mail_events`
    expect(await toSes(forge(signed({ Message: bounce(anAddress()) })))).toBe(401)
    expect(await sql`select count(*) from mail_events`).toEqual(before)
    expect(fetched.filter((url) => url !== certificateUrl)).toEqual([])
  })
})

describe('Postmark', () => {
  const record = (fields: object) => ({ RecordType: 'Bounce', ID: Math.random(), ...fields })

  test('reports hard bounces and complaints', async () => {
    const [bounced, complained, soft] = [anAddress(), anAddress(), anAddress()]
    await toPostmark(record({ Type: 'HardBounce', Email: bounced, Inactive: true }))
    await toPostmark(record({ RecordType: 'SpamComplaint', Email: complained }))
    await toPostmark(record({ Type: 'SoftBounce', Email: soft, Inactive: false }))
    expect([await reasonFor(bounced), await reasonFor(complained), await reasonFor(soft)]).toEqual([
      'bounced',
      'complained',
      undefined,
    ])
  })

  test('is rejected without its password, and its events without a valid address are ignored', async () => {
    const email = anAddress()
    const hard = { Type: 'HardBounce', Email: email, Inactive: true }
    expect(await toPostmark(record(hard), 'postmark:a-password-of-somebody')).toBe(401)
    expect(await reasonFor(email)).toBeUndefined()
    expect(await toPostmark(record({ ...hard, Email: 'a@b\u0000, c@d' }))).toBe(200)
    expect(await sql`select 1 from suppressions`).toHaveLength(0)
  })
})

test('the event of a webhook is deleted once it is settled', async () => {
  await toSes(signed({ Message: bounce(anAddress()) }))
  while ((await settleEvents()) > 0);
  expect(await sql`select 1 from mail_events where data is not null`).toHaveLength(0)
})

describe('a forged SNS message with an unknown certificate', () => {
  /** Reports of their own, so that what is counted here stops nothing elsewhere. */
  const reportsThat = (answer: (url: string) => Response | Promise<Response>) => {
    const asked: string[] = []
    const { read } = sesReports(topic, async (url) => {
      asked.push(url)
      return answer(url)
    })
    const send = (message: object) => read(Buffer.from(JSON.stringify(message)), '')
    return { asked, send }
  }
  const ofAnother = (url: string) => ({ ...signed({ Message: '{}' }), SigningCertURL: url })
  const madeUp = () =>
    ofAnother(`https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-${randomUUID()}.pem`)

  test('causes at most ten certificate downloads', async () => {
    const { asked, send } = reportsThat(() => new Response('none', { status: 404 }))
    for (let tries = 0; tries < 15; tries++) await expect(send(madeUp())).rejects.toThrow()
    expect(asked).toHaveLength(10)
  })

  test('does not block messages signed with the known certificate', async () => {
    const { asked, send } = reportsThat((url) =>
      url === certificateUrl ? new Response(certificate) : new Response('none', { status: 404 }),
    )
    expect(await send(signed({ Message: '{}' }))).toBeDefined()
    for (let tries = 0; tries < 15; tries++) await expect(send(madeUp())).rejects.toThrow()
    expect(await send(signed({ Message: '{}' }))).toBeDefined()
    expect(asked.filter((url) => url === certificateUrl)).toHaveLength(1)
  })

  test('causes one download for simultaneous messages with the same certificate', async () => {
    const { asked, send } = reportsThat(() => new Response(certificate))
    await Promise.all(Array.from({ length: 8 }, () => send(signed({ Message: '{}' }))))
    expect(asked).toEqual([certificateUrl])
  })

  test('causes no download for another spelling of its address', async () => {
    const { asked, send } = reportsThat(() => new Response(certificate))
    for (const end of ['?1', '#1', '?']) {
      expect(await send(ofAnother(`${certificateUrl}${end}`))).toBeUndefined()
    }
    expect(asked).toEqual([])
  })

  test('sends no answer that fills the memory', async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 16_384
        if (sent > 64 * 1024 * 1024) controller.close()
        else controller.enqueue(new Uint8Array(16_384))
      },
    })
    const { send } = reportsThat(() => new Response(endless))
    await expect(send(madeUp())).rejects.toThrow('longer than')
    expect(sent).toBeLessThan(1024 * 1024)
  })
})
