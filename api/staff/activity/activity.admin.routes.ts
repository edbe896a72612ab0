import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import { countActivity, listActivity } from './activity.queries.ts'

export function adminActivityRoutes(router: Router) {
  serve(router, 'GET /admin/activity', async ({ page, pageSize }) => ({
    items: await listActivity({ limit: pageSize, offset: (page - 1) * pageSize }),
    total: await countActivity(),
  }))
}
