import type * as z from 'zod/mini'
import type { StaffMember } from '#api/http/request-context.ts'
import { findStoryInWork } from '#api/magazine/stories/story-lifecycle.queries.ts'
import type { saveConflict } from '#contract/endpoints/magazine/drafts.ts'
import { apiError, apiErrorWith } from '#contract/errors.ts'
import { transaction } from '#db/sql.ts'
import { insertOriginalRevision } from './add-to-draft.ts'
import {
  type DraftFields,
  type DraftRow,
  findRevision,
  findSaved,
  insertDraft,
  insertRevision,
  lockDraft,
  type RevisionKind,
  setDraft,
} from './drafts.queries.ts'
import { mayOpen } from './open-draft.ts'

interface Save {
  id: string
  /** The revision that was changed. */
  base: number
  saveId: string
  fields: DraftFields
  kind?: RevisionKind
}

/**
 * Stores a state of the draft as a new revision. A repeat of a save changes nothing. When somebody else has saved since
 * `base`, it is stored beside the head, and the error says where.
 */
export async function saveDraft(save: Save, staff: StaffMember) {
  const { draft, saved } = await transaction(async () => {
    const open = await lockOrBegin(save, staff)
    const before = await findSaved(save.id, save.saveId)
    if (before) return { draft: open, saved: before }
    const isAside = open.head !== save.base
    const kind = isAside ? 'aside' : (save.kind ?? 'saved')
    const added = await insertRevision(save.id, {
      saveId: save.saveId,
      fields: save.fields,
      kind,
      savedBy: staff.id,
      savedByName: staff.name,
    })
    if (!isAside) await setDraft(save.id, { head: added.number })
    return { draft: open, saved: { ...added, kind } }
  })
  if (saved.kind !== 'aside') return { number: saved.number, savedAt: saved.savedAt }
  const head = await findRevision(save.id, draft.head)
  if (!head) throw apiError('storyNotFound')
  const conflict: z.output<typeof saveConflict> = {
    aside: saved.number,
    head: { number: head.number, savedAt: head.savedAt, savedByName: head.savedByName },
    isSamePerson: head.savedBy === staff.id,
  }
  throw apiErrorWith('savedMeanwhile', conflict)
}

/**
 * The first save of a story that readers see keeps what they see as the first revision. Where somebody has discarded the
 * draft that `base` is of, it begins anew.
 */
async function lockOrBegin({ id, base }: Save, staff: StaffMember): Promise<DraftRow> {
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
