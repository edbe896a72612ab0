import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import { listEngagement, openCounters } from '#api/magazine/stories/stories.queries.ts'
import {
  deleteLike,
  findRating,
  insertLike,
  listEngagementFor,
  upsertRating,
} from './likes.queries.ts'

export function likesRoutes(router: Router) {
  serve(router, 'GET /stories/engagement', async ({ ids }, context) => {
    const reader = await context.findReader()
    if (reader) return listEngagementFor(ids, reader.id)
    const counters = await listEngagement(ids)
    return counters.map((story) => ({ ...story, liked: false }))
  })

  serve(router, 'POST /stories/:id/like', async ({ id }, { reader }) => {
    await openCounters(id)
    await insertLike(id, reader.id)
    return { liked: true, likesCount: (await openCounters(id)).likesCount }
  })

  serve(router, 'DELETE /stories/:id/like', async ({ id }, { reader }) => {
    await openCounters(id)
    await deleteLike(id, reader.id)
    return { liked: false, likesCount: (await openCounters(id)).likesCount }
  })

  serve(router, 'GET /stories/:id/rating', async ({ id }, { reader }) => {
    await openCounters(id)
    return { rating: await findRating(id, reader.id) }
  })

  serve(router, 'PUT /stories/:id/rating', async ({ id, rating }, { reader }) => {
    await openCounters(id)
    await upsertRating(id, reader.id, rating)
    return { rating: (await openCounters(id)).rating }
  })
}
