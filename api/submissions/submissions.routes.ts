import type { Router } from '@koa/router'
import type { ReaderCaller } from '#api/http/read-caller.ts'
import { serve } from '#api/http/serve.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import type { KeepPicture } from '#api/uploads/keep-picture.ts'
import type { ReceivedFile } from '#contract/received-file.ts'
import { refuse } from '#contract/refusals.ts'
import { transaction } from '#db/sql.ts'
import {
  deleteSubmission,
  findSubmission,
  insertSubmission,
  keepAuthor,
  updateSubmission,
} from './submissions.queries.ts'

export function submissionsRoutes(router: Router, { keepPicture }: { keepPicture: KeepPicture }) {
  /** A picture that came with the form itself takes the place of the address. */
  const withPicture = async <
    T extends { file?: ReceivedFile | undefined; imageUrl: string | null },
  >(
    input: T,
    { reader }: ReaderCaller,
  ): Promise<T> => {
    const { file, ...story } = input
    return file ? ({ ...story, imageUrl: (await keepPicture(file, reader.id)).url } as T) : input
  }

  serve(
    router,
    'POST /stories',
    async ({ file: _, ...sent }, { reader }) => {
      // Who deletes the account in this moment leaves nothing unpublished behind.
      if (!(await keepAuthor(reader.id))) throw refuse('unauthorized')
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
    if (!story) throw refuse('storyNotFound')
    return story
  })

  serve(router, 'PUT /account/stories/:id', async (input, caller) => {
    const { reader } = caller
    const known = await findSubmission(input.id, reader.id)
    if (!known || known.publishedAt) throw await whyClosed(input.id, reader.id)
    const { id, file: _, ...sent } = await withPicture(input, caller)
    return transaction(async () => {
      const story = await updateSubmission(id, reader.id, sent)
      if (!story) throw await whyClosed(id, reader.id)
      const { title, authorName, category } = story
      await queueMail('submissionNotice', toPublisher, { title, authorName, category, storyId: id })
      return story
    })
  })

  serve(router, 'DELETE /account/stories/:id', async ({ id }, { reader }) => {
    if (!(await deleteSubmission(id, reader.id))) throw await whyClosed(id, reader.id)
    return { status: 'withdrawn' as const }
  })
}

/** Why a story is not the reader's to change: it was published, or it is not theirs, or not there any more. */
async function whyClosed(id: string, readerId: string) {
  return refuse((await findSubmission(id, readerId)) ? 'storyIsPublished' : 'storyNotFound')
}
