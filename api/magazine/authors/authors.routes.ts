import type { Routes } from '#api/http/serve.ts'
import { lockAuthor } from '#api/magazine/submissions/submissions.queries.ts'
import type { StorePicture } from '#api/magazine/uploads/store-picture.ts'
import { findReader } from '#api/readers/accounts/accounts.queries.ts'
import { apiError, required } from '#contract/errors.ts'
import { pageOf, transaction } from '#db/sql.ts'
import {
  countAuthors,
  countStoriesOf,
  findAuthorPage,
  findOpenAuthor,
  findPenName,
  listAuthors,
  listStoriesOf,
  saveAuthorPage,
} from './authors.queries.ts'

export function authorsRoutes({ serve }: Routes, { storePicture }: { storePicture: StorePicture }) {
  serve('GET /authors', ({ search, ...page }) =>
    pageOf(
      page,
      (slice) => listAuthors(slice, search),
      () => countAuthors(search),
    ),
  )

  serve('GET /authors/:slug', ({ slug }) => openAuthor(slug))

  serve('GET /authors/:slug/stories', async ({ slug, ...page }) => {
    const { authorId } = await openAuthor(slug)
    return pageOf(
      page,
      (slice) => listStoriesOf(authorId, slice),
      () => countStoriesOf(authorId),
    )
  })

  serve('GET /account/author-page', async (_, { reader }) => {
    const [page, published] = await Promise.all([
      findAuthorPage(reader.id),
      countStoriesOf(reader.id),
    ])
    return { ...(page ?? (await firstPage(reader.id))), hasPublished: published > 0 }
  })

  serve('PUT /account/author-page', async ({ file, withoutPicture, ...words }, { reader }) => {
    const picture = file && (await storePicture(file, reader.id))
    const removed = withoutPicture ? { pictureUrl: null } : {}
    const page = { ...words, ...(picture ? { pictureUrl: picture.url } : removed) }
    return transaction(async () => {
      // An account that is being deleted must not leave a page.
      if (!(await lockAuthor(reader.id))) throw apiError('unauthorized')
      return saveAuthorPage(reader.id, page)
    })
  })
}

async function openAuthor(slug: string) {
  return required(await findOpenAuthor(slug), 'authorNotFound')
}

/** The initial values of the form. */
async function firstPage(readerId: string) {
  const [penName, account] = await Promise.all([findPenName(readerId), findReader(readerId)])
  const name = penName ?? [account?.firstName, account?.lastName].filter(Boolean).join(' ')
  return { slug: null, name, about: '', pictureUrl: null, isPublic: false }
}
