import { findOwnRevision, findRevision } from '#api/magazine/documents/documents.queries.ts'
import { findStoryInWork } from '#api/magazine/stories/story-lifecycle.queries.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import type { ActivityAction } from '#contract/activity.ts'
import { apiError } from '#contract/errors.ts'
import { transaction } from '#db/sql.ts'
import { findDraft, lockDraft, setDraft } from './drafts.queries.ts'

/** The activity log is the admin's: the app hands it in. */
export type RecordActivity = (
  who: string,
  action: ActivityAction,
  about: { id: string; title: string; note: string | null },
) => Promise<void>

interface Answer {
  id: string
  number?: number | undefined
  agrees: boolean
  answer?: string | null | undefined
}

/** What the contributor wrote beside what they were asked to look at. */
export async function findEdit(id: string, readerId: string) {
  const [draft, story] = await Promise.all([findDraft(id), findStoryInWork(id)])
  if (story?.authorId !== readerId) throw apiError('storyNotFound')
  if (!draft?.consent || draft.consentFor === null) throw apiError('editNotFound')
  const [before, after] = await Promise.all([
    findOwnRevision(id, draft.consentFor),
    findRevision('story', id, draft.consentFor),
  ])
  if (!before || !after) throw apiError('editNotFound')
  return {
    id,
    number: draft.consentFor,
    state: draft.consent,
    answer: draft.consentAnswer,
    answeredAt: draft.consentAt,
    before: before.fields,
    after: after.fields,
  }
}

/** Agrees to the edit, or says what should be different; a repeat changes nothing. */
export function answerEdit(
  { id, number, agrees, answer }: Answer,
  readerId: string,
  recordActivity: RecordActivity,
) {
  return transaction(async () => {
    const draft = await lockDraft(id)
    const story = await findStoryInWork(id)
    if (story?.authorId !== readerId) throw apiError('storyNotFound')
    if (!draft?.consent || draft.consentFor === null) throw apiError('editNotFound')
    if (number !== undefined && number !== draft.consentFor) throw apiError('changedMeanwhile')
    if (!agrees && !answer) {
      throw apiError('invalid', { answer: ['Please write what should be different'] })
    }
    const state = agrees ? ('agreed' as const) : ('answered' as const)
    const words = answer || null
    if (draft.consent === state && draft.consentAnswer === words) return { state }
    await setDraft(id, {
      consent: state,
      consentAnswer: words,
      consentAt: new Date().toISOString(),
    })
    const revision = await findRevision('story', id, draft.consentFor)
    const title = revision?.fields.title || story.title
    const action = agrees ? 'consentGiven' : 'consentAnswered'
    // What was done; the words stay with the draft.
    await recordActivity('The contributor', action, { id, title, note: null })
    await queueMail('editAnswer', toPublisher, { title, storyId: id, agrees, answer: words })
    return { state }
  })
}
