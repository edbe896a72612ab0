import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import { allFeatures } from '#contract/categories.ts'
import { refuse } from '#contract/refusals.ts'
import {
  countPublishedStories,
  findFeaturedStory,
  findOpenStory,
  insertShare,
  insertView,
  listEngagement,
  listPublishedStories,
} from './stories.queries.ts'

export function storiesRoutes(router: Router) {
  serve(router, 'GET /stories', async ({ category, page, pageSize }) => {
    const wanted = category === allFeatures ? undefined : category
    const [items, total] = await Promise.all([
      listPublishedStories({ category: wanted, limit: pageSize, offset: (page - 1) * pageSize }),
      countPublishedStories(wanted),
    ])
    return { items, total }
  })

  serve(router, 'GET /stories/featured', async () => (await findFeaturedStory()) ?? null)

  serve(router, 'GET /stories/engagement', async ({ ids }) => {
    const counters = await listEngagement(ids)
    return counters.map((story) => ({ ...story, liked: false }))
  })

  serve(router, 'GET /stories/:id', async ({ id }) => {
    const story = await findOpenStory(id)
    if (!story) throw refuse('storyNotFound')
    return story
  })

  serve(router, 'POST /stories/:id/share', async ({ id }, caller) => {
    await countersOf(id)
    await insertShare(id, caller.visitorId())
    return countersOf(id)
  })

  serve(router, 'POST /stories/:id/view', async ({ id }, caller) => {
    await countersOf(id)
    await insertView(id, caller.visitorId())
    return countersOf(id)
  })
}

/** The counters of a story that the public may read, without its text. */
async function countersOf(id: string) {
  const [counters] = await listEngagement([id])
  if (!counters) throw refuse('storyNotFound')
  return counters
}
