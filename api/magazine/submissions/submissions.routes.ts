import type { Router } from '@koa/router'
import { limiter } from '#api/http/rate-limit.ts'
import type { ReaderContext } from '#api/http/request-context.ts'
import { serve } from '#api/http/serve.ts'
import type { RecordActivity } from '#api/magazine/drafts/answer-edit.ts'
import { addToDraft, findStoryOfDraft, lockDraft } from '#api/magazine/drafts/drafts.queries.ts'
import type { StorePicture } from '#api/magazine/uploads/store-picture.ts'
import { isUploadThere } from '#api/magazine/uploads/uploads.queries.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { setAgeBand } from '#api/readers/guardians/guardians.queries.ts'
import { findStaff } from '#api/staff/people/staff.queries.ts'
import { apiError } from '#contract/errors.ts'
import { formMessages, submissionChanges, submissionsADay } from '#contract/form-limits.ts'
import type { ReceivedFile } from '#contract/received-file.ts'
import { uploadId } from '#contract/uploads.ts'
import { transaction } from '#db/sql.ts'
import {
  deleteSubmission,
  findSubmission,
  insertSubmission,
  isEmailProven,
  lockAuthor,
  lockScheduled,
  updateSubmission,
} from './submissions.queries.ts'

const minutes = 24 * 60
const { unproven, proven } = submissionsADay
const ofUnproven = limiter(
  'story-unproven',
  { points: unproven, minutes },
  {
    error: 'submissionsUnproven',
    rollsBack: true,
  },
)
const ofProven = limiter(
  'story',
  { points: proven, minutes },
  {
    error: 'submissionsADay',
    rollsBack: true,
  },
)
const ofChanges = limiter('story-change', submissionChanges, { rollsBack: true })

export function submissionsRoutes(
  router: Router,
  { storePicture, recordActivity }: { storePicture: StorePicture; recordActivity: RecordActivity },
) {
  const tellWhoScheduled = async (story: {
    id: string
    title: string
    approvedBy: string | null
  }) => {
    const { id, title } = story
    const editor = story.approvedBy ? await findStaff(story.approvedBy) : undefined
    await recordActivity('The contributor', 'storyUnscheduled', {
      id,
      title,
      note: 'The contributor changed the story.',
    })
    // The owner's address is configuration, as the publisher's.
    await queueMail('storyLeftSchedule', editor?.email ?? toPublisher, {
      staffName: editor?.email ? editor.name : null,
      title,
      storyId: id,
    })
  }

  /** A picture in the form itself replaces the address. */
  const withPicture = async <
    T extends { file?: ReceivedFile | undefined; imageUrl: string | null },
  >(
    input: T,
    { reader }: ReaderContext,
  ): Promise<T> => {
    const { file, ...story } = input
    const upload = input.imageUrl && uploadId(input.imageUrl)
    // A draft may be older than what was uploaded for it.
    if (!file && upload && !(await isUploadThere(upload))) {
      throw apiError('invalid', { imageUrl: [formMessages.pictureGone] })
    }
    return file ? ({ ...story, imageUrl: (await storePicture(file, reader.id)).url } as T) : input
  }

  serve(
    router,
    'POST /stories',
    async ({ file: _, ageBand, ...sent }, { reader }) => {
      // An account that is being deleted leaves nothing unpublished behind.
      if (!(await lockAuthor(reader.id))) throw apiError('unauthorized')
      const limit = (await isEmailProven(reader.id)) ? ofProven : ofUnproven
      await limit.count(reader.id)
      if (ageBand) await setAgeBand(reader.id, ageBand)
      const story = await insertSubmission(sent, reader.id)
      const { title, authorName, category, id } = story
      await queueMail('submission', reader.email, { firstName: reader.firstName, title })
      await queueMail('submissionNotice', toPublisher, { title, authorName, category, storyId: id })
      return story
    },
    withPicture,
  )

  serve(router, 'GET /account/stories/:id', async ({ id }, { reader }) => {
    const story = await findSubmission(id, reader.id)
    if (!story) throw apiError('storyNotFound')
    return story
  })

  serve(router, 'PUT /account/stories/:id', async (input, context) => {
    const { reader } = context
    const known = await findSubmission(input.id, reader.id)
    if (!known || known.publishedAt) throw await whyClosed(input.id, reader.id)
    const { id, file: _, ageBand, ...sent } = await withPicture(input, context)
    return transaction(async () => {
      await ofChanges.count(reader.id)
      // The draft before the story, as when a revision is published.
      await lockDraft(id)
      if (ageBand) await setAgeBand(reader.id, ageBand)
      const scheduled = await lockScheduled(id, reader.id)
      const story = await updateSubmission(id, reader.id, sent)
      if (!story) throw await whyClosed(id, reader.id)
      if (scheduled) await tellWhoScheduled({ id, ...scheduled })
      const { title, authorName, category } = story
      const sentAgain = await findStoryOfDraft(id)
      if (sentAgain) await addToDraft(id, sentAgain, { id: null, name: authorName })
      await queueMail('submissionNotice', toPublisher, { title, authorName, category, storyId: id })
      return story
    })
  })

  serve(router, 'DELETE /account/stories/:id', async ({ id }, { reader }) => {
    if (!(await deleteSubmission(id, reader.id))) throw await whyClosed(id, reader.id)
    return { status: 'withdrawn' as const }
  })
}

/** Published, not the reader's, or gone. */
async function whyClosed(id: string, readerId: string) {
  return apiError((await findSubmission(id, readerId)) ? 'storyIsPublished' : 'storyNotFound')
}
