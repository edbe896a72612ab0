import type { IssueMail } from '../issue-mails/personal-mail.ts'
import { beginSending, findIssue, type Issue } from '../issues/issues.queries.ts'

export type RenderIssue = (letter: Issue) => Promise<IssueMail>

/**
 * Freezes the mail of an issue and queues it for its recipients. Resolves to false when another replica was quicker or
 * the issue has changed since `revision`.
 */
export async function startSending(
  id: string,
  render: RenderIssue,
  revision?: number,
): Promise<boolean> {
  const letter = await findIssue(id)
  if (!letter || (revision !== undefined && letter.revision !== revision)) return false
  if (letter.state !== 'draft' && letter.state !== 'scheduled') return false
  return beginSending(letter, await render(letter))
}
