import { apiError } from '#contract/errors.ts'
import { issueBytes } from '#contract/form-limits.ts'
import { paths } from '#contract/paths.ts'
import { type IssueMail, personalMail } from './personal-mail.ts'
import { type IssueSite, renderIssueMail, type WrittenIssue } from './render-issue-mail.ts'

/** An issue as it arrives for all categories; its personal links lead to the public form. */
export async function previewIssue(issue: WrittenIssue, site: IssueSite) {
  const { missing, ...frozen } = await renderIssueMail(issue, site)
  const formUrl = `${site.publicUrl}${paths.newsletter}`
  const mail = personalMail(frozen, { leave: formUrl, preferences: formUrl, wants: [] })
  const bytes = mailBytes(mail)
  return { frozen, mail, missing, bytes, problems: problemsOf(issue, bytes) }
}

/**
 * The frozen mail of an issue; throws when the issue lacks something or is too large. `isMailOff`: it would be used up, and
 * reach nobody.
 */
export async function sendableMail(
  issue: WrittenIssue,
  { isMailOff, ...site }: IssueSite & { isMailOff?: boolean },
): Promise<IssueMail> {
  if (isMailOff) throw apiError('mailIsOff')
  const { frozen, problems } = await previewIssue(issue, site)
  if (problems.length > 0) throw apiError('issueNotReady', { content: problems })
  return frozen
}

/** The reasons why an issue cannot be sent, as sentences. `bytes`: the size of the mail. */
function problemsOf(
  { subject, content }: Pick<WrittenIssue, 'subject' | 'content'>,
  bytes: number,
): string[] {
  const kilobytes = (all: number) => Math.ceil(all / 1024)
  return [
    ...(subject.trim() ? [] : ['The newsletter has no subject yet.']),
    ...(content.trim() ? [] : ['The newsletter has no text yet.']),
    ...(bytes > issueBytes
      ? [
          `The newsletter is ${kilobytes(bytes)} KB, and a mail has ${kilobytes(issueBytes)} KB at most. Take out some of the stories, or make the text shorter.`,
        ]
      : []),
  ]
}

/** An upper limit for headers, DKIM signature and part boundaries. */
const headerBytes = 2_500

/** An upper limit for the bytes of the mail in transit, with its parts as quoted-printable (RFC 2045). */
export function mailBytes({ subject, html, text }: IssueMail): number {
  return headerBytes + encoded(subject) + encoded(html) + encoded(text)
}

function encoded(text: string): number {
  let bytes = 0
  for (const byte of Buffer.from(text)) {
    const isPlain = (byte >= 32 && byte < 127 && byte !== 61) || byte === 9
    bytes += isPlain ? 1 : byte === 10 ? 2 : 3
  }
  // A line has 76 characters at most, and its soft break three more.
  return Math.ceil((bytes * 76) / 72)
}
