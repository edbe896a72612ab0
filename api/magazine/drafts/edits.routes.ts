import type { Routes } from '#api/http/serve.ts'
import { findOwnRevision, findRevision } from '#api/magazine/documents/documents.queries.ts'
import { findDraft, lockDraft, setDraft } from '#api/magazine/stories/story-drafts.queries.ts'
import { findStoryInWork } from '#api/magazine/stories/story-lifecycle.queries.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { apiError } from '#contract/errors.ts'
import { transaction } from '#db/sql.ts'

export function editsRoutes({ serve }: Routes) {
  serve('GET /account/stories/:id/edit', ({ id }, { reader }) => findEdit(id, reader.id))

  serve('POST /account/stories/:id/edit', (answer, { reader }) => answerEdit(answer, reader.id))
}

interface Answer {
  id: string
  number?: number | undefined
  agrees: boolean
  answer?: string | null | undefined
}

/** The contributor's text and the edit that they are asked about. */
async function findEdit(id: string, readerId: string) {
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

/** Agrees to the edit, or requests another change; a repeat changes nothing. */
function answerEdit({ id, number, agrees, answer }: Answer, readerId: string) {
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
    const comment = answer || null
    if (draft.consent === state && draft.consentAnswer === comment) return { state }
    await setDraft(id, {
      consent: state,
      consentAnswer: comment,
      consentAt: new Date().toISOString(),
    })
    const revision = await findRevision('story', id, draft.consentFor)
    const title = revision?.fields.title || story.title
    const action = agrees ? 'consentGiven' : 'consentAnswered'
    // The comment is left out, which is stored with the draft only.
    await recordActivity('The contributor', action, { id, title })
    await queueMail('editAnswer', toPublisher, { title, storyId: id, agrees, answer: comment })
    return { state }
  })
}
