import type { StaffMember } from '#api/http/request-context.ts'
import { findRevision } from '#api/magazine/documents/documents.queries.ts'
import { listTextPictures } from '#api/magazine/stories/stories.queries.ts'
import { findStoryInWork, type StoryInWork } from '#api/magazine/stories/story-lifecycle.queries.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { apiError } from '#contract/errors.ts'
import { fieldsOf } from './add-to-draft.ts'
import { type DraftRow, findDraft } from './drafts.queries.ts'

export type Draft = OutputOf<'GET /admin/drafts/:id'>

/** Whether they may open it: an author only what is theirs, whoever sent it in. */
export function mayOpen(
  staff: StaffMember,
  draft: Pick<DraftRow, 'ownerId'> | undefined,
  story: Pick<StoryInWork, 'authorId'> | undefined,
): boolean {
  if (staff.role !== 'author') return true
  if (draft?.ownerId === staff.id) return true
  return story !== undefined && [staff.id, staff.readerId].includes(story.authorId)
}

/** Throws what a missing story throws when it is not theirs. */
export async function openDraft(id: string, staff: StaffMember): Promise<Draft> {
  const [draft, story] = await Promise.all([findDraft(id), findStoryInWork(id)])
  if ((!draft && !story) || !mayOpen(staff, draft, story)) throw apiError('storyNotFound')
  const revision = draft && (await findRevision('story', id, draft.head))
  const fields = revision?.fields ?? fieldsOf(story as StoryInWork)
  return {
    id,
    head: draft?.head ?? 0,
    stored: draft?.stored ?? null,
    savedAt: revision?.savedAt ?? null,
    savedByName: revision?.savedByName ?? null,
    fields,
    pictures: await listTextPictures({ ...fields, contentFormat: 'markdown' }),
    story: story ?? null,
    sentAt: draft?.sentAt ?? null,
    consent:
      draft?.consent && draft.consentFor !== null
        ? {
            state: draft.consent,
            revision: draft.consentFor,
            answer: draft.consentAnswer,
            at: draft.consentAt,
          }
        : null,
  }
}
