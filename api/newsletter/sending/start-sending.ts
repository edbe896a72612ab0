import type { LetterMail } from '../issue-mails/personal-mail.ts'
import { beginSending, findLetter, type Letter } from '../issues/issues.queries.ts'

export type RenderLetter = (letter: Letter) => Promise<LetterMail>

/**
 * Freezes a letter's mail and queues it for everybody whom it is for. Resolves to whether that was done: not if another
 * replica was quicker, or the letter is not the one of `revision` any more.
 */
export async function startSending(
  id: string,
  render: RenderLetter,
  revision?: number,
): Promise<boolean> {
  const letter = await findLetter(id)
  if (!letter || (revision !== undefined && letter.revision !== revision)) return false
  if (letter.state !== 'draft' && letter.state !== 'scheduled') return false
  return beginSending(letter, await render(letter))
}
