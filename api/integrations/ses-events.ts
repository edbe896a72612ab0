import { createVerify, X509Certificate } from 'node:crypto'
import * as z from 'zod/mini'
import { withinTime } from '#api/http/load/within-time.ts'
import { fromJson } from '#api/http/requests/from-json.ts'
import { parseUrl } from '#contract/pages/parse-url.ts'
import type { MailReport, MailReports } from './integrations.ts'

const text = z.string()
const message = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: text.check(z.minLength(1), z.maxLength(200)),
  TopicArn: text,
  Message: text,
  Timestamp: text,
  Subject: z.optional(z.nullable(text)),
  Token: z.optional(text),
  SubscribeURL: z.optional(text),
  SignatureVersion: z.enum(['1', '2']),
  Signature: text,
  SigningCertURL: text,
})
type Message = z.output<typeof message>

const recipients = z.array(z.object({ emailAddress: z.string() }))
const notice = z.object({
  notificationType: z.optional(text),
  eventType: z.optional(text),
  mail: z.optional(z.object({ messageId: z.optional(text) })),
  bounce: z.optional(
    z.object({
      bounceType: text,
      bounceSubType: z.optional(text),
      bouncedRecipients: recipients,
    }),
  ),
  complaint: z.optional(
    z.object({
      complainedRecipients: recipients,
      complaintFeedbackType: z.optional(z.nullable(text)),
    }),
  ),
})

/** Certificates are signed for years; an attacker who fills this map would need that many hosts of Amazon's. */
const mostCertificates = 10
const fetchMs = 10_000
/** A certificate has some 2 KB, what confirms a subscription less. */
const longestAnswer = 64 * 1024
/**
 * Certificates asked for: who sent a message is known only once its certificate is there, so that anybody causes these.
 * SNS has one at a time, for months; what is known is not asked for again. Past it SNS sends its message again later.
 */
const certificateFetches = { most: 10, minutes: 10 }

type Fetch = (url: string, init: { signal: AbortSignal; redirect: 'error' }) => Promise<Response>

/** Bounces and complaints of Amazon SES, which arrive by an SNS topic. `fetched` is the network. */
export function sesReports(topicArn: string, fetched: Fetch = fetch): MailReports {
  const certificates = new Map<string, string>()
  // `arn:aws:sns:<region>:…`
  const region = topicArn.split(':')[3] ?? ''
  const isAmazons = (address: string) => {
    const url = parseUrl(address)
    const hosts = [`sns.${region}.amazonaws.com`, `sns.${region}.amazonaws.com.cn`]
    return url?.protocol === 'https:' && hosts.includes(url.host) && url.username === ''
  }
  const download = (address: string) =>
    withinTime(fetchMs, async (signal) => {
      const response = await fetched(address, { signal, redirect: 'error' })
      if (!response.ok) throw new Error(`${new URL(address).host} answered ${response.status}`)
      return readAtMost(longestAnswer, response)
    })
  let fetches: number[] = []
  const pending = new Map<string, Promise<string>>()
  const fetchCertificate = async (address: string) => {
    const since = Date.now() - certificateFetches.minutes * 60_000
    fetches = fetches.filter((at) => at > since)
    if (fetches.length >= certificateFetches.most)
      throw new Error('SNS certificate download rejected: too many in ten minutes')
    fetches.push(Date.now())
    const pem = await download(address)
    new X509Certificate(pem)
    if (certificates.size >= mostCertificates) certificates.clear()
    certificates.set(address, pem)
    return pem
  }
  const keyOf = async (address: string) => {
    const known = certificates.get(address)
    if (known) return known
    const asked = pending.get(address) ?? fetchCertificate(address)
    pending.set(address, asked)
    return asked.finally(() => pending.delete(address))
  }
  return {
    provider: 'ses',
    async read(body) {
      const received = message.safeParse(fromJson(Buffer.from(body).toString()))
      if (!received.success) return undefined
      const { data } = received
      const { SigningCertURL: certificate } = data
      if (data.TopicArn !== topicArn || !isAmazons(certificate)) return undefined
      if (!isCertificate(certificate)) return undefined
      const verify = createVerify(data.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256')
      verify.update(signedText(data))
      if (!verify.verify(await keyOf(certificate), data.Signature, 'base64')) return undefined
      if (data.Type === 'SubscriptionConfirmation') {
        if (!data.SubscribeURL || !isAmazons(data.SubscribeURL)) return undefined
        await download(data.SubscribeURL)
      }
      return { id: data.MessageId, reports: data.Type === 'Notification' ? readNotice(data) : [] }
    },
  }
}

/** It may have no query: each would be an address of its own. */
function isCertificate(address: string): boolean {
  const { pathname, origin, href } = new URL(address)
  const isPem = /^\/SimpleNotificationService-[\w-]+\.pem$/.test(pathname)
  return isPem && href === `${origin}${pathname}`
}

async function readAtMost(bytes: number, { body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > bytes) throw new Error(`The SNS response is longer than ${bytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Amazon signs name and value on lines of their own, sorted by name. */
function signedText(data: Message): string {
  const names =
    data.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : ([
          'Message',
          'MessageId',
          'SubscribeURL',
          'Timestamp',
          'Token',
          'TopicArn',
          'Type',
        ] as const)
  return names
    .map((name) => ({ name, value: data[name] }))
    .filter(({ value }) => value !== undefined && value !== null)
    .map(({ name, value }) => `${name}\n${value}\n`)
    .join('')
}

function readNotice({ Message }: Message): MailReport[] {
  const read = notice.safeParse(fromJson(Message))
  if (!read.success) return []
  const { notificationType, eventType, mail, bounce, complaint } = read.data
  const kind = notificationType ?? eventType
  const mailId = mail?.messageId
  // After a transient one the server itself tries again.
  if (kind === 'Bounce' && bounce?.bounceType === 'Permanent') {
    const detail = ['Permanent', bounce.bounceSubType].filter(Boolean).join(' ')
    return bounce.bouncedRecipients.map(({ emailAddress: email }) => ({
      email,
      kind: 'bounced',
      detail,
      mailId,
    }))
  }
  if (kind === 'Complaint' && complaint) {
    const detail = complaint.complaintFeedbackType ?? 'complaint'
    return complaint.complainedRecipients.map(({ emailAddress: email }) => ({
      email,
      kind: 'complained',
      detail,
      mailId,
    }))
  }
  return []
}
