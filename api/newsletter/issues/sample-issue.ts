import { findNewestCards } from '#api/newsletter/issue-mails/cards.queries.ts'
import type { WrittenIssue } from '#api/newsletter/issue-mails/render-issue-mail.ts'

/** It stands in the address of its preview; no issue has it. */
export const sampleId = '00000000-0000-4000-8000-00000000005a'

/** What an issue can hold, for whoever has written none. */
export async function sampleIssue(magazine: string): Promise<WrittenIssue> {
  const { story, book } = await findNewestCards()
  const parts = [
    'Dear reader,',
    `**this is a sample.** It shows what a newsletter of ${magazine} can hold, and nobody gets it. Begin with a sentence that only you can say, as in a letter to a friend.`,
    ...(story ? ['## A story for tonight', `[Story](${story})`] : []),
    '> A sentence worth remembering stands by itself, like this one.',
    ...(book ? ['## A book for the road', `[Book](${book})`] : []),
    '## Before you go',
    '- Say what comes next, and when.\n- Ask one question: readers answer.\n- Keep it short. Most of them read it on a phone.',
    'Until the next one!',
  ]
  return {
    kind: 'letter',
    subject: `A letter from ${magazine}`,
    preheader: 'This stands beside the subject, before anybody opens it.',
    content: parts.join('\n\n'),
  }
}
