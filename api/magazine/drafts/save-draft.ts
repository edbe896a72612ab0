import type { StaffMember } from '#api/http/request-context.ts'
import type { FieldsOf } from '#api/magazine/documents/documents.queries.ts'
import { type Save, saveDocument } from '#api/magazine/documents/save-document.ts'
import { findStoryInWork } from '#api/magazine/stories/story-lifecycle.queries.ts'
import { apiError } from '#contract/errors.ts'
import { insertOriginalRevision } from './add-to-draft.ts'
import { type DraftRow, insertDraft, lockDraft, setDraft } from './drafts.queries.ts'
import { mayOpen } from './open-draft.ts'

export const saveDraft = (save: Save<FieldsOf['story']>, staff: StaffMember) =>
  saveDocument('story', save, staff, {
    lock: () => lockOrBegin(save, staff),
    setHead: ({ number }) => setDraft(save.id, { head: number }),
    conflict: 'savedMeanwhile',
  })

/**
 * The first save of a story that readers see keeps what they see as the first revision. Where somebody has discarded the
 * draft that `base` is of, it begins anew.
 */
async function lockOrBegin(
  { id, base }: Save<FieldsOf['story']>,
  staff: StaffMember,
): Promise<DraftRow> {
  const story = await findStoryInWork(id)
  const known = await lockDraft(id)
  if ((known || story) && !mayOpen(staff, known, story)) throw apiError('storyNotFound')
  if (known) return known
  const begun = await insertDraft(id, story ? null : staff.id)
  if (!begun) return (await lockDraft(id)) as DraftRow
  if (!story) return { ...begun, head: base }
  // Deleted in this moment: its draft would be left behind.
  const stored = await insertOriginalRevision(story)
  if (stored === undefined) throw apiError('storyNotFound')
  // The browser that begins has seen the story itself, which has no number.
  return { ...begun, head: base === 0 ? 0 : stored, stored }
}
