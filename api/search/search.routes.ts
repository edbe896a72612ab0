import type { Router } from '@koa/router'
import { atMost } from '#api/http/at-most.ts'
import { serve } from '#api/http/serve.ts'
import { searchStories } from './search.queries.ts'

export function searchRoutes(router: Router) {
  serve(router, 'GET /search', async ({ q = '', page, pageSize }) =>
    inTurn(() => searchStories(q, { limit: pageSize, offset: (page - 1) * pageSize })),
  )
}

/** A search costs a hundred times what a page does: more of them at once wait here, without a connection. */
const inTurn = atMost(3)
