import type { StaffMember } from '#api/http/request-context.ts'
import { chooseSlug } from '#api/http/requests/page-slugs.queries.ts'
import { type FieldsOf, findRevision } from '#api/magazine/documents/documents.queries.ts'
import { placeInSeries } from '#api/magazine/series/series.queries.ts'
import { type DraftRow, noConsent, setDraft } from '#api/magazine/stories/story-drafts.queries.ts'
import {
  lockStory,
  type StoryInWork,
  snapshotStory,
} from '#api/magazine/stories/story-lifecycle.queries.ts'
import { begin, carryOut, takeDown, transitions } from '#api/magazine/stories/story-lifecycle.ts'
import { isUploadThere } from '#api/magazine/uploads/uploads.queries.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { undoable } from '#api/staff/activity/undo.queries.ts'
import { checkPublished } from '#contract/endpoints/magazine/drafts.ts'
import { apiError, required } from '#contract/errors.ts'
import { formMessages } from '#contract/form-limits.ts'
import { readTimeOf } from '#contract/magazine/read-time.ts'
import { uploadId, uploadIdsIn } from '#contract/uploads.ts'
import { transaction } from '#db/sql.ts'
import { parseMarkdown } from '#markdown/parse-markdown.ts'
import { textOf } from '#markdown/story-text.ts'
import { findAuthorId } from './drafts.queries.ts'
import { mayOpen } from './edit-draft.ts'
import { readChange, type ToldChange } from './read-change.ts'

interface Publication extends ToldChange {
  id: string
  number: number
  publishAt?: string | null | undefined
  unpublishAt?: string | null | undefined
  /** Words for its address; a story that was public keeps its own. */
  slug?: string | undefined
}

const undoableStory = (id: string, { id: staffId }: StaffMember) =>
  ({ kind: 'story', id, staffId, snapshot: snapshotStory }) as const

/** Publishes or schedules a revision, which can be undone. A repeat changes nothing. */
export function publishDraft(publication: Publication, staff: StaffMember) {
  const { id, number, publishAt = null, unpublishAt = null, slug = '' } = publication
  return undoable(undoableStory(id, staff), async (undo) => {
    const { draft, story, fields } = await lockRevision(id, number, staff)
    checkTimes(publishAt, unpublishAt, story)
    const { stored, place } = await toStored(fields)
    const chosen = story?.publishedAt ? null : await chooseSlug('story', slug, id)
    const change = {
      ...stored,
      reviewNote: null,
      publishAt,
      unpublishAt,
      ...(chosen && { slug: chosen }),
    }
    const name = publishAt ? 'schedule' : story?.isPublished ? 'edit' : 'publish'
    const carrying = { by: staff, revision: number, undo }
    const told = story?.isPublished ? readChange(publication) : undefined
    if (story) await carryOut({ draft, story }, [name], { ...carrying, change, told })
    else {
      const authorId = await findAuthorOf(draft, staff)
      const first = publishAt ? 'schedule' : 'publish'
      await begin({ ...change, id, authorId }, first, { ...carrying, draft })
    }
    await placeInSeries(id, place)
    await setDraft(id, { stored: number, sent: null, sentAt: null, ...noConsent })
  })
}

/** Sends a revision to the review queue; a published story does not change. */
export function sendDraft({ id, number }: { id: string; number: number }, staff: StaffMember) {
  return transaction(async () => {
    const { draft, story, fields } = await lockRevision(id, number, staff)
    const { stored, place } = await toStored(fields)
    if (story?.publishAt) throw apiError('invalidStoryTransition')
    const carrying = { by: staff, revision: number }
    const change = { ...stored, isFeatured: false }
    if (story && story.state !== 'submitted' && story.state !== 'returned') {
      await setDraft(id, { sent: number, sentAt: new Date().toISOString() })
      await recordActivity(staff.name, transitions.send.logs, { id, title: stored.title })
    } else {
      if (story) await carryOut({ draft, story }, ['send'], { ...carrying, change })
      else {
        const authorId = await findAuthorOf(draft, staff)
        await begin({ ...change, id, authorId }, 'send', { ...carrying, draft })
      }
      await placeInSeries(id, place)
      await setDraft(id, { stored: number })
    }
    const { title, authorName, category } = stored
    await queueMail('submissionNotice', toPublisher, { title, authorName, category, storyId: id })
  })
}

export function unpublishStory(id: string, staff: StaffMember) {
  return undoable(undoableStory(id, staff), async (undo) => {
    const { draft, story } = await lockStory(id)
    if (!story) throw apiError('storyNotFound')
    await takeDown({ draft, story }, staff, undo)
  })
}

async function lockRevision(id: string, number: number, staff: StaffMember) {
  const { draft, story } = await lockStory(id)
  if (!draft || !mayOpen(staff, draft, story)) throw apiError('storyNotFound')
  // Another head has not been reviewed.
  if (draft.head !== number) throw apiError('changedMeanwhile')
  const revision = required(await findRevision('story', id, number), 'storyNotFound')
  return { draft, story, fields: revision.fields }
}

/** The story's row from its fields; throws for invalid fields and missing pictures. */
async function toStored(fields: FieldsOf['story']) {
  const text = textOf(parseMarkdown(fields.content))
  const { stored, place, problems } = checkPublished(fields, text)
  if (!stored || Object.keys(problems).length > 0) throw apiError('invalid', problems)
  const main = stored.imageUrl ? uploadId(stored.imageUrl) : undefined
  if (main && !(await isUploadThere(main))) problems['imageUrl'] = [formMessages.pictureGone]
  for (const id of uploadIdsIn(fields.content)) {
    if (!(await isUploadThere(id))) problems['content'] = [formMessages.textPictureGone]
  }
  if (Object.keys(problems).length > 0) throw apiError('invalid', problems)
  const row = {
    ...stored,
    content: fields.content,
    contentFormat: 'markdown' as const,
    contentText: text,
    readTimeMinutes: readTimeOf(text),
  }
  return { stored: row, place }
}

/** The owner of the draft, as the linked reader if there is one, so that their guardian's agreement is required. */
function findAuthorOf({ ownerId }: DraftRow, staff: StaffMember): Promise<string> {
  return findAuthorId(ownerId ?? staff.id)
}

function checkTimes(
  publishAt: string | null,
  unpublishAt: string | null,
  story: StoryInWork | undefined,
) {
  const now = Date.now()
  if (publishAt && Date.parse(publishAt) <= now)
    throw apiError('invalid', { publishAt: ['Please choose a time that is still to come'] })
  const from = publishAt ? Date.parse(publishAt) : now
  if (unpublishAt && Date.parse(unpublishAt) <= from)
    throw apiError('invalid', {
      unpublishAt: [
        publishAt || !story
          ? 'Unpublishing must come after publishing'
          : 'Please choose a time that is still to come',
      ],
    })
}
