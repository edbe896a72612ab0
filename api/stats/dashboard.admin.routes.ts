import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import { countAdminStories } from '#api/magazine/stories/stories.admin.queries.ts'
import { countBooks } from '#api/shop/books/books.admin.queries.ts'
import { countOrdersToReview, sumSales } from '#api/shop/orders/orders.admin.queries.ts'
import {
  countOpenRequests,
  countOverdueRequests,
} from '#api/shop/requests/requests.admin.queries.ts'
import { toNaira } from '#contract/money.ts'
import { editors, isAmong, shop } from '#contract/roles.ts'

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
