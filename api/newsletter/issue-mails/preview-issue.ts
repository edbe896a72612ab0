import { apiError } from '#contract/errors.ts'
import { letterBytes } from '#contract/form-limits.ts'
import { mailBytes } from './mail-bytes.ts'
import { type IssueMail, personalMail } from './personal-mail.ts'
import { type IssueSite, renderIssueMail, type WrittenIssue } from './render-issue-mail.ts'

/** An issue as it arrives for all categories; its personal links lead to the public form. */
export async function previewIssue(letter: WrittenIssue, site: IssueSite) {
  const { missing, ...frozen } = await renderIssueMail(letter, site)
  const nobodys = `${site.publicUrl}/newsletter`
  const mail = personalMail(frozen, { leave: nobodys, preferences: nobodys, categories: [] })
  const bytes = mailBytes(mail)
  return { frozen, mail, missing, bytes, problems: problemsOf(letter, bytes) }
}

/** The frozen mail of an issue; throws when the issue lacks something or is too large. */
export async function sendableMail(letter: WrittenIssue, site: IssueSite): Promise<IssueMail> {
  const { frozen, problems } = await previewIssue(letter, site)
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
    ...(subject.trim() ? [] : ['The letter has no subject yet.']),
    ...(content.trim() ? [] : ['The letter has no text yet.']),
    ...(bytes > letterBytes
      ? [
          `The letter is ${kilobytes(bytes)} KB, and a mail has ${kilobytes(letterBytes)} KB at most. Take out some of the stories, or make the text shorter.`,
        ]
      : []),
  ]
}
