import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import { searchStories } from './search.queries.ts'

export function searchRoutes(router: Router) {
  serve(router, 'GET /search', async ({ q = '', page, pageSize }) =>
    searchStories(q, { limit: pageSize, offset: (page - 1) * pageSize }),
  )
}
