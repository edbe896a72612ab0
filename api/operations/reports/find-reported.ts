import { findOpenAuthor } from '#api/magazine/authors/authors.queries.ts'
import { findOpenStory } from '#api/magazine/stories/stories.queries.ts'
import { findOpenBook } from '#api/shop/books/books.queries.ts'
import { findReview } from '#api/shop/reviews/reviews.queries.ts'
import { apiError, required } from '#contract/errors.ts'
import { parseUrl } from '#contract/pages/parse-url.ts'
import { paths } from '#contract/paths.ts'
import { magazinePaths } from '#contract/server-paths.ts'
import { isUuid } from '#db/sql.ts'
import { findStoryBySlug, type Reported } from './reports.queries.ts'

// What readers see. Each throws the 404 of its kind.

export async function findReportedStory(id: string): Promise<Reported> {
  const story = required(await findOpenStory(id), 'storyNotFound')
  return { kind: 'story', id, title: story.title, address: paths.story(id) }
}

export async function findReportedReview(id: string): Promise<Reported> {
  const { bookTitle, bookId } = await findShownReview(id)
  const title = `A review of ${bookTitle}`
  return { kind: 'review', id, title, address: magazinePaths.reviews(bookId) }
}

export async function findShownReview(id: string) {
  const review = await findReview(id)
  const isShown = review?.status === 'shown' && (await findOpenBook(review.bookId))
  if (!isShown) throw apiError('reportedReviewNotFound')
  return review
}

export async function findReportedAuthor(slug: string): Promise<Reported> {
  const author = required(await findOpenAuthor(slug), 'authorNotFound')
  const { authorId: id, name: title } = author
  return { kind: 'author', id, title, address: magazinePaths.author(slug) }
}

/** By the address of its page, or of the page where it is reported; undefined if there is none. */
export async function findReportedAt(address: string): Promise<Reported | undefined> {
  const path = parseUrl(address)?.pathname ?? address
  const [, kind, name = ''] = path.split('/')
  const id = isUuid(name) ? name : kind === 'story' ? await findStoryBySlug(name) : undefined
  const find = () => {
    if (kind === 'author') return findReportedAuthor(name)
    if (kind === 'story' && id) return findReportedStory(id)
    return kind === 'review' && id ? findReportedReview(id) : undefined
  }
  return Promise.resolve(find()).catch((error: { status?: number }) => {
    if (error.status !== 404) throw error
    return undefined
  })
}
