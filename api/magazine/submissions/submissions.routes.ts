import { limiter } from '#api/http/load/rate-limit.ts'
import type { ReaderContext } from '#api/http/request-context.ts'
import type { Routes } from '#api/http/serve.ts'
import { addToDraft } from '#api/magazine/drafts/edit-draft.ts'
import type { WholeStory } from '#api/magazine/stories/stories.queries.ts'
import { lockDraft } from '#api/magazine/stories/story-drafts.queries.ts'
import { lockStory } from '#api/magazine/stories/story-lifecycle.queries.ts'
import { begin, carryOut, withdrawStory } from '#api/magazine/stories/story-lifecycle.ts'
import type { StorePicture } from '#api/magazine/uploads/store-picture.ts'
import { isUploadThere } from '#api/magazine/uploads/uploads.queries.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { isEmailProven } from '#api/readers/accounts/accounts.queries.ts'
import { takeAge } from '#api/readers/guardians/guardians.queries.ts'
import { findStaff } from '#api/staff/people/staff.queries.ts'
import type { ParsedInputOf } from '#contract/endpoints/contract.ts'
import { apiError, required } from '#contract/errors.ts'
import { formMessages, submissionChanges, submissionsADay } from '#contract/form-limits.ts'
import { knownCategory } from '#contract/magazine/category-list.ts'
import { uploadId } from '#contract/uploads.ts'
import { transaction } from '#db/sql.ts'
import { parseMarkdown } from '#markdown/parse-markdown.ts'
import { textOf } from '#markdown/story-text.ts'
import { findSubmission, lockAuthor } from './submissions.queries.ts'

/** A category that was retired takes no new story. */
function requireChoosable(category: string) {
  if (!knownCategory(category)?.retired) return
  throw apiError('invalid', { category: ['Please select a category'] })
}

const contributor = { id: null, name: 'The contributor' }
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
  { serve }: Routes,
  { storePicture }: { storePicture: StorePicture },
) {
  /** An age that is told counts, and an uploaded file replaces the picture's address. */
  const prepare = async <
    T extends Pick<ParsedInputOf<'POST /stories'>, 'ageBand' | 'file' | 'imageUrl'>,
  >(
    input: T,
    { reader }: ReaderContext,
  ): Promise<T> => {
    await takeAge(reader.id, input.ageBand)
    const { file, ...story } = input
    const upload = input.imageUrl && uploadId(input.imageUrl)
    // The picture of an old draft may have been deleted.
    if (!file && upload && !(await isUploadThere(upload))) {
      throw apiError('invalid', { imageUrl: [formMessages.pictureGone] })
    }
    return file ? ({ ...story, imageUrl: (await storePicture(file, reader.id)).url } as T) : input
  }

  serve(
    'POST /stories',
    async ({ file: _, ageBand: __, ...sent }, { reader }) => {
      requireChoosable(sent.category)
      // An account that is being deleted must not leave an unpublished story.
      if (!(await lockAuthor(reader.id))) throw apiError('unauthorized')
      const limit = (await isEmailProven(reader.id)) ? ofProven : ofUnproven
      await limit.count(reader.id)
      const submitted = { ...sent, authorId: reader.id, termsAgreedAt: new Date() }
      const newId = await begin(submitted, 'submit', { by: contributor })
      const story = (await findSubmission(newId, reader.id)) as WholeStory
      const { title, authorName, category, id } = story
      await queueMail('submission', reader.email, { firstName: reader.firstName, title })
      await queueMail('submissionNotice', toPublisher, { title, authorName, category, storyId: id })
      return story
    },
    prepare,
  )

  serve('GET /account/stories/:id', async ({ id }, { reader }) => {
    return required(await findSubmission(id, reader.id), 'storyNotFound')
  })

  serve('PUT /account/stories/:id', async (input, context) => {
    const { reader } = context
    const known = await findSubmission(input.id, reader.id)
    if (!known || known.publishedAt) throw await closedError(input.id, reader.id)
    const { id, file: _, ageBand: __, ...sent } = await prepare(input, context)
    return transaction(async () => {
      await ofChanges.count(reader.id)
      await lockDraft(id)
      const { draft, story } = await lockStory(id)
      if (story?.authorId !== reader.id || story.publishedAt) throw await closedError(id, reader.id)
      // A text that an editor has changed stays Markdown.
      const contentText =
        story.contentFormat === 'markdown' ? textOf(parseMarkdown(sent.content)) : null
      const isScheduled = story.publishAt !== null
      const after = await carryOut(
        { draft, story },
        isScheduled ? ['submit', 'unschedule'] : ['submit'],
        {
          by: contributor,
          change: { ...sent, contentText, termsAgreedAt: new Date() },
          note: 'The contributor changed the story.',
        },
      )
      if (isScheduled) await mailScheduler(story)
      const { title, authorName, category } = after
      await addToDraft(after, { id: null, name: authorName })
      await queueMail('submissionNotice', toPublisher, { title, authorName, category, storyId: id })
      return (await findSubmission(id, reader.id)) as WholeStory
    })
  })

  serve('DELETE /account/stories/:id', async ({ id }, { reader }) => {
    if (!(await withdrawStory(id, reader.id))) throw await closedError(id, reader.id)
    return { status: 'withdrawn' as const }
  })
}

/** The error for a story that cannot be changed: published, another reader's, or deleted. */
async function closedError(id: string, readerId: string) {
  return apiError((await findSubmission(id, readerId)) ? 'storyIsPublished' : 'storyNotFound')
}

async function mailScheduler({
  id,
  title,
  approvedBy,
}: {
  id: string
  title: string
  approvedBy: string | null
}) {
  const editor = approvedBy ? await findStaff(approvedBy) : undefined
  // The owner has no stored address.
  await queueMail('storyLeftSchedule', editor?.email ?? toPublisher, {
    staffName: editor?.email ? editor.name : null,
    title,
    storyId: id,
  })
}
