import * as z from 'zod/mini'
import { endpoint, forAnyone } from '#contract/endpoints/endpoint.ts'
import { type MailId, mailIds } from '#contract/mails/mail-texts.ts'
import { editors } from '#contract/roles.ts'

const oneMail = {
  missing: 'settingNotFound',
  input: z.object({ mail: z.enum(mailIds as [MailId, ...MailId[]]) }),
} as const

/** A mail in the words of the draft, or of what is published, with facts that are real where nobody is named. */
export const mailPreviews = {
  'GET /admin/mails/:mail/preview': endpoint({
    ...oneMail,
    who: editors,
    /** `frame`: the address of its HTML part. */
    output: z.object({ subject: z.string(), frame: z.string() }),
  }),
  /** To whoever asks. */
  'POST /admin/mails/:mail/test': endpoint({
    ...oneMail,
    who: editors,
    output: z.object({ to: z.string() }),
    status: 202,
  }),
  /** By an address that the preview made. */
  'GET /mail-previews/:mail': forAnyone({
    isPrivate: true,
    missing: 'settingNotFound',
    input: z.object({
      ...oneMail.input.shape,
      /** Seconds since 1970. */
      until: z.coerce.number().check(z.int()),
      proof: z.string().check(z.maxLength(100)),
    }),
    file: 'text/html',
  }),
}
