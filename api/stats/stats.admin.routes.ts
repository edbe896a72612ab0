import type { Router } from '@koa/router'
import { csvLine, excelMark, startCsv } from '#api/http/csv.ts'
import type { StaffMember } from '#api/http/request-context.ts'
import { serve, serveFile } from '#api/http/serve.ts'
import { countAdminStories } from '#api/magazine/stories/stories.admin.queries.ts'
import { countBooks } from '#api/shop/books/books.admin.queries.ts'
import { countOrdersToReview, sumSales } from '#api/shop/orders/orders.admin.queries.ts'
import {
  countOpenRequests,
  countOverdueRequests,
} from '#api/shop/requests/requests.admin.queries.ts'
import { apiError } from '#contract/errors.ts'
import { toNaira } from '#contract/money.ts'
import { editors, isAmong, type Role, shop } from '#contract/roles.ts'
import { type FigureSection, figureSections } from '#contract/stats.ts'
import { makeSections, periodsOf } from './sections.ts'

export function dashboardRoutes(
  router: Router,
  /** Whether test payments count as sales: only while nothing else can be paid with. */
  { countsTestSales }: { countsTestSales: boolean },
) {
  serve(router, 'GET /admin/stats', async (_, { staff }) => {
    const [books, waitingStories, ofTheShop] = await Promise.all([
      countBooks(),
      isAmong(editors, staff.role) ? countAdminStories({ state: 'submitted' }) : undefined,
      isAmong(shop, staff.role) ? countShop(countsTestSales) : {},
    ])
    return { ...books, waitingStories, ...ofTheShop }
  })
}

async function countShop(countsTestSales: boolean) {
  const [sales, ordersToReview, openRequests, overdueRequests] = await Promise.all([
    sumSales(countsTestSales),
    countOrdersToReview(),
    countOpenRequests(),
    countOverdueRequests(),
  ])
  return {
    totalRevenue: toNaira(sales.amountKobo),
    totalSales: sales.copies,
    areSalesTests: countsTestSales,
    ordersToReview,
    openRequests,
    overdueRequests,
  }
}

const sectionsOf: Record<Role, readonly FigureSection[]> = {
  owner: figureSections,
  editor: figureSections,
  author: ['summary', 'days', 'stories'],
  shopkeeper: ['books'],
}

/** Authors see the stories that are theirs, by account or as one of the staff. */
const authorsOf = ({ role, id, readerId }: StaffMember) =>
  role === 'author' ? [id, ...(readerId ? [readerId] : [])] : null

export function adminStatsRoutes(
  router: Router,
  { countsTestSales }: { countsTestSales: boolean },
) {
  serve(router, 'GET /admin/figures', async (asked, { staff }) => {
    const periods = periodsOf(asked)
    return {
      ...periods,
      sections: await makeSections(
        { ...periods, authors: authorsOf(staff), countsTestSales },
        sectionsOf[staff.role],
      ),
    }
  })

  serveFile(
    router,
    'GET /admin/figures.csv',
    async ({ section: name, ...asked }, ctx, { staff }) => {
      if (!sectionsOf[staff.role].includes(name)) throw apiError('forbiddenForRole')
      const periods = periodsOf(asked)
      const { from, to } = periods.period
      if (!startCsv(ctx, `ascend-${name}-${from}-${to}.csv`)) return
      const [section] = await makeSections(
        { ...periods, authors: authorsOf(staff), countsTestSales },
        [name],
        { isFile: true },
      )
      // A spreadsheet subtracts by itself.
      const columns =
        section?.columns.flatMap(({ kind }, at) => (kind === 'change' ? [] : [at])) ?? []
      const lineOf = (cells: (string | number | null | undefined)[]) =>
        csvLine(columns.map((at) => String(cells[at] ?? '')))
      const head = lineOf(section?.columns.map(({ label }) => label) ?? [])
      const rows = section?.rows.map(lineOf) ?? []
      ctx.body = `${excelMark}${head}${rows.join('')}`
    },
  )
}
