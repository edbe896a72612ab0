import type { Router } from '@koa/router'
import type { RequestContext } from '#api/http/request-context.ts'
import { countedHash } from '#api/http/secrets.ts'
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

export function storiesRoutes(router: Router, { orderSecret }: { orderSecret: Uint8Array }) {
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
    const by = await countedAs(context)
    await insertShare(id, countedHash(orderSecret, 'story shares', { storyId: id, by }))
    return openCounters(id)
  })

  serve(router, 'POST /stories/:id/view', async ({ id }, context) => {
    await openCounters(id)
    const by = await countedAs(context)
    await insertView(id, countedHash(orderSecret, 'story views', { storyId: id, by }))
    return openCounters(id)
  })
}

/** A reader by account, anybody else by cookie. */
async function countedAs(context: RequestContext) {
  const reader = await context.findReader()
  return reader ? { readerId: reader.id } : { visitorId: context.visitorId() }
}
