import { limiter, networkOf } from '#api/http/load/rate-limit.ts'
import type { RequestContext } from '#api/http/request-context.ts'
import type { Routes } from '#api/http/serve.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { hourMs } from '#contract/days.ts'
import { apiError } from '#contract/errors.ts'
import {
  type ReportReason,
  reportHours,
  reportStates,
  reportsAnHour,
} from '#contract/magazine/reports.ts'
import { countsOf, pageOf, transaction } from '#db/sql.ts'
import { decideReport } from './decide-report.ts'
import {
  findReportedAuthor,
  findReportedReview,
  findReportedStory,
  findShownReview,
} from './find-reported.ts'
import {
  countNotices,
  countReports,
  countReportsByState,
  findPaper,
  insertReport,
  insertReporter,
  listReports,
  type Reported,
  type ReportRow,
} from './reports.queries.ts'
import { takeNotice } from './take-notice.ts'

const ofNetwork = limiter('report', reportsAnHour)

export function reportsRoutes({ serve, serveFile }: Routes) {
  serve('GET /reviews/:id', ({ id }) => findShownReview(id))

  serve('POST /stories/:id/reports', async ({ id, ...report }, context) =>
    take(await findReportedStory(id), report, context),
  )

  serve('POST /reviews/:id/reports', async ({ id, ...report }, context) =>
    take(await findReportedReview(id), report, context),
  )

  serve('POST /authors/:slug/reports', async ({ slug, ...report }, context) =>
    take(await findReportedAuthor(slug), report, context),
  )

  serve('GET /notices', () => countNotices())

  serve('POST /admin/notices', async (notice) => withClock(await takeNotice(notice)))

  serveFile('GET /admin/notices/:id/paper', async ({ id }, ctx) => {
    const { paper, paperType } = (await findPaper(id)) ?? {}
    if (!paper || !paperType) throw apiError('reportNotFound')
    ctx.type = paperType
    ctx.set('Content-Disposition', `attachment; filename="notice.${paperType.split('/')[1]}"`)
    ctx.body = Buffer.from(paper)
  })

  serve('GET /admin/reports', (asked) => pageOf(asked, listReports, countReports, withClock))

  serve('GET /admin/report-counts', async () => countsOf(reportStates, await countReportsByState()))

  serve('PATCH /admin/reports/:id', async (decision, { staff }) =>
    withClock(await decideReport(decision, staff)),
  )
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
