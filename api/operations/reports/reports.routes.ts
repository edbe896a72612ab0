import type { Router } from '@koa/router'
import { limiter, networkOf } from '#api/http/load/rate-limit.ts'
import type { RequestContext } from '#api/http/request-context.ts'
import { serve } from '#api/http/serve.ts'
import { findOpenAuthor } from '#api/magazine/authors/authors.queries.ts'
import { findOpenStory } from '#api/magazine/stories/stories.queries.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { findOpenBook } from '#api/shop/books/books.queries.ts'
import { findReview } from '#api/shop/reviews/reviews.queries.ts'
import { hourMs } from '#contract/days.ts'
import { apiError } from '#contract/errors.ts'
import {
  type ReportReason,
  reportHours,
  reportStates,
  reportsAnHour,
} from '#contract/magazine/reports.ts'
import { paths } from '#contract/paths.ts'
import { magazinePaths } from '#contract/server-paths.ts'
import { countsOf, pageOf, transaction } from '#db/sql.ts'
import { decideReport } from './decide-report.ts'
import {
  countReports,
  countReportsByState,
  insertReport,
  insertReporter,
  listReports,
  type Reported,
  type ReportRow,
} from './reports.queries.ts'

const ofNetwork = limiter('report', reportsAnHour)

export function reportsRoutes(router: Router) {
  serve(router, 'GET /reviews/:id', ({ id }) => shownReview(id))

  serve(router, 'POST /stories/:id/reports', async ({ id, ...report }, context) => {
    const story = await findOpenStory(id)
    if (!story) throw apiError('storyNotFound')
    return take(
      { kind: 'story', id, title: story.title, address: paths.story(id) },
      report,
      context,
    )
  })

  serve(router, 'POST /reviews/:id/reports', async ({ id, ...report }, context) => {
    const { bookTitle, bookId } = await shownReview(id)
    const title = `A review of ${bookTitle}`
    const address = magazinePaths.reviews(bookId)
    return take({ kind: 'review', id, title, address }, report, context)
  })

  serve(router, 'POST /authors/:slug/reports', async ({ slug, ...report }, context) => {
    const author = await findOpenAuthor(slug)
    if (!author) throw apiError('authorNotFound')
    const { authorId: id, name: title } = author
    return take({ kind: 'author', id, title, address: magazinePaths.author(slug) }, report, context)
  })

  serve(router, 'GET /admin/reports', (asked) =>
    pageOf(asked, listReports, countReports, withClock),
  )

  serve(router, 'GET /admin/report-counts', async () =>
    countsOf(reportStates, await countReportsByState()),
  )

  serve(router, 'PATCH /admin/reports/:id', async (decision, { staff }) =>
    withClock(await decideReport(decision, staff)),
  )
}

async function shownReview(id: string) {
  const review = await findReview(id)
  const isShown = review?.status === 'shown' && (await findOpenBook(review.bookId))
  if (!isShown) throw apiError('reportedReviewNotFound')
  return review
}

const decideBy = (createdAt: string) =>
  new Date(Date.parse(createdAt) + reportHours.allowed * hourMs).toISOString()

const withClock = (report: ReportRow) => ({ ...report, decideBy: decideBy(report.createdAt) })

interface Report {
  reason: ReportReason
  words: string
  email?: string | undefined
}

/** Stores and acknowledges a report, and tells the publisher of the first for its reason. It hides nothing. */
async function take(
  reported: Reported,
  { reason, words, email }: Report,
  { address }: Pick<RequestContext, 'address'>,
) {
  await ofNetwork.count(networkOf(address))
  return transaction(async () => {
    const { id: reportId, createdAt, isNew } = await insertReport(reported, reason)
    await insertReporter({ reportId, words, email: email ?? null })
    const { title } = reported
    const by = decideBy(createdAt)
    if (email) await queueMail('reportReceived', email, { title })
    if (isNew) {
      const kind = reason === 'private' ? 'reportUrgent' : 'reportNotice'
      await queueMail(kind, toPublisher, { title, reason, decideBy: by })
    }
    return { status: 'received' as const, decideBy: by }
  })
}
