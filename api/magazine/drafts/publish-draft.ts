import type { StaffMember } from '#api/http/request-context.ts'
import { placeInSeries } from '#api/magazine/series/series.queries.ts'
import { approvedBy } from '#api/magazine/stories/approval.queries.ts'
import { isUploadThere } from '#api/magazine/uploads/uploads.queries.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import type { ActivityAction } from '#contract/activity.ts'
import { checkPublished } from '#contract/endpoints/magazine/drafts.ts'
import { apiError } from '#contract/errors.ts'
import { formMessages } from '#contract/form-limits.ts'
import { readTimeOf } from '#contract/read-time.ts'
import { uploadId, uploadIdsIn } from '#contract/uploads.ts'
import { transaction } from '#db/sql.ts'
import { parseMarkdown } from '#markdown/parse-markdown.ts'
import { textOf } from '#markdown/story-text.ts'
import {
  type DraftFields,
  type DraftRow,
  findAuthorId,
  findRevision,
  insertStoryOfDraft,
  lockDraft,
  lockStoryOfDraft,
  nothingAsked,
  type StoredStory,
  type StoryOfDraft,
  setDraft,
  updateStoryOfDraft,
} from './drafts.queries.ts'
import { mayOpen } from './open-draft.ts'

interface Publication {
  id: string
  number: number
  publishAt?: string | null | undefined
  unpublishAt?: string | null | undefined
}

/** Writes a revision into the story's row, at once or for a time to come. A repeat changes nothing. */
export function publishDraft(wanted: Publication, staff: StaffMember) {
  const { id, number, publishAt = null, unpublishAt = null } = wanted
  return transaction(async () => {
    const { draft, story, fields } = await lockAll(id, number, staff)
    checkTimes(publishAt, unpublishAt, story)
    requireConsent(draft, number)
    const { stored, place } = await toStored(fields)
    const isLive = story?.isPublished === true
    if (isLive && publishAt) throw apiError('storyCannotMove')
    const row: StoredStory = {
      ...stored,
      status: 'submitted',
      reviewNote: null,
      isPublished: isLive || !publishAt,
      publishAt,
      unpublishAt,
      ...approvedBy(staff.id),
    }
    if (story) await updateStoryOfDraft(id, row)
    else await insertStoryOfDraft(id, await findAuthorOf(draft, staff), row)
    await placeInSeries(id, place)
    await setDraft(id, { stored: number, sent: null, sentAt: null, ...nothingAsked })
    const action = publishAt ? 'storyScheduled' : isLive ? 'storyEdited' : 'storyPublished'
    await record(action, id, stored.title, staff)
    if (!publishAt && story) await mailPublished(id, story, stored.title)
  })
}

/** Agreed to is the revision that they saw, not what was saved since. */
function requireConsent({ consent, consentFor }: DraftRow, number: number) {
  const isAgreed = consent === 'agreed' && consentFor === number
  if (consent && !isAgreed) throw apiError('consentAwaited')
}

/** To the review queue; readers go on seeing a story that is published as it is. */
export function sendDraft({ id, number }: { id: string; number: number }, staff: StaffMember) {
  return transaction(async () => {
    const { draft, story, fields } = await lockAll(id, number, staff)
    const { stored, place } = await toStored(fields)
    const isSeen = story !== undefined && story.state !== 'submitted' && story.state !== 'returned'
    if (story?.publishAt) throw apiError('storyCannotMove')
    if (isSeen) {
      await setDraft(id, { sent: number, sentAt: new Date().toISOString() })
    } else {
      requireConsent(draft, number)
      const row: StoredStory = { ...stored, status: 'submitted', isFeatured: false }
      if (story) await updateStoryOfDraft(id, row)
      else await insertStoryOfDraft(id, await findAuthorOf(draft, staff), row)
      await placeInSeries(id, place)
      await setDraft(id, { stored: number })
    }
    await record('storySent', id, stored.title, staff)
    const { title, authorName, category } = stored
    await queueMail('submissionNotice', toPublisher, { title, authorName, category, storyId: id })
  })
}

/** Off the site, or off the schedule. */
export function unpublishStory(id: string, staff: StaffMember) {
  return transaction(async () => {
    await lockDraft(id)
    const story = await lockStoryOfDraft(id)
    if (!story) throw apiError('storyNotFound')
    if (!story.isPublished && !story.publishAt) return
    await updateStoryOfDraft(id, { isPublished: false, publishAt: null, unpublishAt: null })
    const action = story.isPublished ? 'storyUnpublished' : 'storyUnscheduled'
    await record(action, id, story.title, staff)
  })
}

async function lockAll(id: string, number: number, staff: StaffMember) {
  const draft = await lockDraft(id)
  const story = await lockStoryOfDraft(id)
  if (!draft || !mayOpen(staff, draft, story)) throw apiError('storyNotFound')
  // Another head means that somebody has written what nobody has looked at.
  if (draft.head !== number) throw apiError('changedMeanwhile')
  const revision = await findRevision(id, number)
  if (!revision) throw apiError('storyNotFound')
  return { draft, story, fields: revision.fields }
}

/** By the rules of a story, and with pictures that are there. */
async function toStored(fields: DraftFields) {
  const text = textOf(parseMarkdown(fields.content))
  const { stored, place, problems } = checkPublished(fields, text)
  if (!stored || Object.keys(problems).length > 0) throw apiError('invalid', problems)
  const main = stored.imageUrl ? uploadId(stored.imageUrl) : undefined
  if (main && !(await isUploadThere(main))) problems['imageUrl'] = [formMessages.pictureGone]
  for (const id of uploadIdsIn(fields.content)) {
    if (!(await isUploadThere(id))) problems['content'] = [formMessages.textPictureGone]
  }
  if (Object.keys(problems).length > 0) throw apiError('invalid', problems)
  const row: StoredStory = {
    ...stored,
    content: fields.content,
    contentText: text,
    readTimeMinutes: readTimeOf(text),
  }
  return { stored: row, place }
}

/** Whoever began it, whoever publishes it: as a reader where the two are linked, so that their guardian is asked. */
function findAuthorOf({ ownerId }: DraftRow, staff: StaffMember): Promise<string> {
  return findAuthorId(ownerId ?? staff.id)
}

function checkTimes(
  publishAt: string | null,
  unpublishAt: string | null,
  story: StoryOfDraft | undefined,
) {
  const now = Date.now()
  if (publishAt && Date.parse(publishAt) <= now)
    throw apiError('invalid', { publishAt: ['Please choose a time that is still to come'] })
  const from = publishAt ? Date.parse(publishAt) : now
  if (unpublishAt && Date.parse(unpublishAt) <= from)
    throw apiError('invalid', {
      unpublishAt: [
        publishAt || !story
          ? 'It can leave the site only after it came'
          : 'Please choose a time that is still to come',
      ],
    })
}

async function record(action: ActivityAction, id: string, title: string, staff: StaffMember) {
  await recordActivity(staff.name, action, { id, title })
}

/** The contributor, the first time. */
export async function mailPublished(
  storyId: string,
  story: Pick<StoryOfDraft, 'publishedAt' | 'contributorEmail' | 'contributorFirstName'>,
  title: string,
) {
  if (story.publishedAt || !story.contributorEmail) return
  const firstName = story.contributorFirstName
  await queueMail('storyPublished', story.contributorEmail, { firstName, title, storyId })
}
