import type { IssueMail } from '../issue-mails/personal-mail.ts'
import { beginSending, findIssue, type Issue } from '../issues/issues.queries.ts'

export type RenderIssue = (letter: Issue) => Promise<IssueMail>

/**
 * Freezes a letter's mail and queues it for everybody whom it is for. Resolves to whether that was done: not if another
 * replica was quicker, or the letter is not the one of `revision` any more.
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
