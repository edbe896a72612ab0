import { createHash } from 'node:crypto'
import type { Router } from '@koa/router'
import type { RequestContext } from '#api/http/request-context.ts'
import { serve } from '#api/http/serve.ts'
import { allFeatures } from '#contract/categories.ts'
import { apiError } from '#contract/errors.ts'
import {
  countPublishedStories,
  findFeaturedStory,
  findOpenStory,
  insertShare,
  insertView,
  listPublishedStories,
  listTextPictures,
  openCounters,
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

  serve(router, 'GET /stories/:id', async ({ id }) => {
    const story = await findOpenStory(id)
    if (!story) throw apiError('storyNotFound')
    return { ...story, pictures: await listTextPictures(story) }
  })

  serve(router, 'POST /stories/:id/share', async ({ id }, context) => {
    await openCounters(id)
    await insertShare(id, await countedAs(id, context))
    return openCounters(id)
  })

  serve(router, 'POST /stories/:id/view', async ({ id }, context) => {
    await openCounters(id)
    await insertView(id, await countedAs(id, context))
    return openCounters(id)
  })
}

/** A reader by account, anybody else by cookie. Hashed for each story: the rows do not say what a reader has read. */
async function countedAs(storyId: string, context: RequestContext): Promise<string> {
  const reader = await context.findReader()
  if (!reader) return context.visitorId()
  return createHash('sha256').update(`${reader.id} ${storyId}`).digest('hex').slice(0, 32)
}
