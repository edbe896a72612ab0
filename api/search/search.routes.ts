import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import { searchStories } from './search.queries.ts'

export function searchRoutes(router: Router) {
  serve(router, 'GET /search', async ({ q = '', page, pageSize }) =>
    inTurn(() => searchStories(q, { limit: pageSize, offset: (page - 1) * pageSize })),
  )
}

/** A search costs a hundred times what a page does: more of them at once wait here, without a connection. */
const atOnce = 3
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running++
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    // Whoever is next takes this one's place.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
