import { randomUUID } from 'node:crypto'
import type { StaffMember } from '#api/http/request-context.ts'
import {
  type FieldsOf,
  findRevision,
  insertRevision,
  type RevisionKind,
} from '#api/magazine/documents/documents.queries.ts'
import { type Save, saveDocument } from '#api/magazine/documents/save-document.ts'
import {
  type DraftRow,
  findDraft,
  insertDraft,
  lockDeletedDraft,
  lockDraft,
  setDraft,
} from '#api/magazine/stories/story-drafts.queries.ts'
import { findStoryInWork, type StoryInWork } from '#api/magazine/stories/story-lifecycle.queries.ts'
import type { Actor } from '#api/magazine/stories/story-lifecycle.ts'
import { findTextParts } from '#api/magazine/stories/text-parts.queries.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { draftFields } from '#contract/endpoints/magazine/drafts.ts'
import { apiError } from '#contract/errors.ts'
import { plainToMarkdown } from '#markdown/story-text.ts'
import { bringBackDraft, deleteDraft, holdStory, isStoryDeleted } from './drafts.queries.ts'

type Draft = OutputOf<'GET /admin/drafts/:id'>

/** Whether staff may open it; authors only their own, also as a reader. */
export function mayOpen(
  staff: StaffMember,
  draft: Pick<DraftRow, 'ownerId'> | undefined,
  story: Pick<StoryInWork, 'authorId'> | undefined,
): boolean {
  if (staff.role !== 'author') return true
  if (draft?.ownerId === staff.id) return true
  return story !== undefined && [staff.id, staff.readerId].includes(story.authorId)
}

/** Throws `storyNotFound` also for a story that they may not open. */
export async function openDraft(id: string, staff: StaffMember): Promise<Draft> {
  const [draft, story] = await Promise.all([findDraft(id), findStoryInWork(id)])
  if ((!draft && !story) || !mayOpen(staff, draft, story)) throw apiError('storyNotFound')
  const revision = draft && (await findRevision('story', id, draft.head))
  // A revision of an older release lacks what drafts have had since.
  const fields = revision ? draftFields.parse(revision.fields) : fieldsOf(story as StoryInWork)
  return {
    id,
    head: draft?.head ?? 0,
    stored: draft?.stored ?? null,
    savedAt: revision?.savedAt ?? null,
    savedByName: revision?.savedByName ?? null,
    fields,
    ...(await findTextParts({ ...fields, contentFormat: 'markdown' })),
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

export const saveDraft = (save: Save<FieldsOf['story']>, staff: StaffMember) =>
  saveDocument('story', save, staff, {
    lock: () => lockOrBegin(save, staff),
    setHead: ({ number }) => setDraft(save.id, { head: number }),
    conflict: 'savedMeanwhile',
  })

/**
 * The first save of an existing story stores its text as the first revision. A draft that was discarded meanwhile comes back;
 * of discarded changes to a story nothing does.
 */
async function lockOrBegin(
  { id, base }: Save<FieldsOf['story']>,
  staff: StaffMember,
): Promise<DraftRow> {
  const story = await findStoryInWork(id)
  const known = await lockDraft(id)
  if ((known || story) && !mayOpen(staff, known, story)) throw apiError('storyNotFound')
  if (known) return known
  if (!story) {
    if (await isStoryDeleted(id)) throw apiError('storyDeleted')
    const deleted = await lockDeletedDraft(id)
    if (deleted) {
      if (!mayOpen(staff, deleted, story)) throw apiError('storyNotFound')
      // Discarded in another tab: what somebody writes on is wanted.
      await bringBackDraft(id)
      return deleted
    }
  } else if (await lockDeletedDraft(id)) await deleteDraft(id)
  const inserted = await insertDraft(id, story ? null : staff.id)
  if (!inserted) return (await lockDraft(id)) as DraftRow
  if (!story) return { ...inserted, head: base }
  // The story was deleted at this moment: do not leave a draft.
  const stored = await insertOriginalRevision(story)
  if (stored === undefined) throw apiError('storyNotFound')
  // A browser that starts a draft has the story's text, which has no revision number.
  return { ...inserted, head: base === 0 ? 0 : stored, stored }
}

/** The fields of a draft; plain text becomes Markdown with escapes, each line break a paragraph. */
function fieldsOf(story: StoryInWork): FieldsOf['story'] {
  const { title, summary, category, authorName, authorRole, imageAlt, imageFocus, isFeatured } =
    story
  return {
    title,
    summary,
    category,
    authorName,
    authorRole,
    content: story.contentFormat === 'plain' ? plainToMarkdown(story.content) : story.content,
    imageUrl: story.imageUrl ?? '',
    imageAlt,
    imageFocus,
    videoUrl: story.videoUrl ?? '',
    aiUse: story.aiUse ?? '',
    imageCredit: story.imageCredit,
    imageLicence: story.imageLicence ?? '',
    imageSource: story.imageSource ?? '',
    peopleAgree: story.peopleAgree,
    seriesTitle: story.seriesTitle ?? '',
    seriesPart: String(story.seriesPart ?? ''),
    isFeatured,
  }
}

/** Stores the story's row as the first revision of its draft. Resolves to the number; to nothing when the story is gone. */
export async function insertOriginalRevision(story: StoryInWork): Promise<number | undefined> {
  if (!(await holdStory(story.id))) return undefined
  return insertHead(story, 'original', { id: null, name: story.authorName })
}

/** Adds a change made in the review queue or by the contributor to the draft. */
export async function addToDraft(story: StoryInWork, by: Actor) {
  if (await lockDraft(story.id)) await insertHead(story, 'saved', by)
}

async function insertHead(story: StoryInWork, kind: RevisionKind, by: Actor): Promise<number> {
  const { number } = await insertRevision('story', story.id, {
    saveId: randomUUID(),
    fields: fieldsOf(story),
    kind,
    savedBy: by.id,
    savedByName: by.name,
  })
  await setDraft(story.id, { head: number, stored: number })
  return number
}
