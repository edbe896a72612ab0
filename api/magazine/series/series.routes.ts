import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import { countSeries, listSeries } from './series.queries.ts'

export function seriesRoutes(router: Router) {
  serve(router, 'GET /admin/series', async ({ page, pageSize }) => {
    const [items, total] = await Promise.all([
      listSeries({ limit: pageSize, offset: (page - 1) * pageSize }),
      countSeries(),
    ])
    return { items, total }
  })
}
