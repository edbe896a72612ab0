import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import { searchStories } from './search.queries.ts'

export function searchRoutes(router: Router, { countEmptySearch }: { countEmptySearch(): void }) {
  serve(router, 'GET /search', async ({ q = '', page, pageSize }) => {
    const found = await searchStories(q, { limit: pageSize, offset: (page - 1) * pageSize })
    // That it was in vain, and never the words: somebody may look for a name.
    if (q.trim() !== '' && page === 1 && found.total === 0) countEmptySearch()
    return found
  })
}
