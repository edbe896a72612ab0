import { createHash, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { fromJson } from '#api/http/requests/from-json.ts'
import type { MailReport, MailReports } from './integrations.ts'

const report = z.object({
  RecordType: z.string().check(z.maxLength(50)),
  ID: z.optional(z.union([z.number(), z.string().check(z.maxLength(100))])),
  Type: z.optional(z.string().check(z.maxLength(100))),
  Email: z.optional(z.string()),
  MessageID: z.optional(z.string().check(z.maxLength(200))),
  Inactive: z.optional(z.boolean()),
})

/** What Postmark calls bounces that will not end by themselves. */
const gone = ['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated', 'Unsubscribe']

/** Bounces and complaints of Postmark, which signs nothing: `credentials` are the `name:password` of its Basic auth. */
export function postmarkReports(credentials: string): MailReports {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const expected = hash(`Basic ${Buffer.from(credentials).toString('base64')}`)
  return {
    provider: 'postmark',
    async read(body, authorization) {
      if (!timingSafeEqual(hash(authorization), expected)) return undefined
      const read = report.safeParse(fromJson(Buffer.from(body).toString()))
      if (!read.success) return undefined
      const { RecordType, ID, MessageID } = read.data
      const id = [RecordType, ID ?? MessageID ?? hash(Buffer.from(body).toString()).toString('hex')]
      return { id: id.join(' '), reports: readReport(read.data) }
    },
  }
}

function readReport({
  RecordType,
  Type = '',
  Email,
  MessageID: mailId,
  Inactive,
}: z.output<typeof report>): MailReport[] {
  if (!Email) return []
  if (RecordType === 'SpamComplaint') {
    return [{ email: Email, kind: 'complained', detail: Type || RecordType, mailId }]
  }
  if (RecordType === 'Bounce' && (Inactive || gone.includes(Type))) {
    return [{ email: Email, kind: 'bounced', detail: Type, mailId }]
  }
  return []
}
