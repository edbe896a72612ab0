import type { Routes } from '#api/http/serve.ts'
import { listEngagement, requirePublishedStory } from '#api/magazine/stories/stories.queries.ts'
import { deleteLike, findRating, insertLike, upsertRating } from './likes.queries.ts'

export function likesRoutes({ serve }: Routes) {
  serve('GET /stories/engagement', async ({ ids }, context) => {
    const reader = await context.findReader()
    return listEngagement(ids, reader?.id)
  })

  serve('POST /stories/:id/like', async ({ id }, { reader }) => {
    await requirePublishedStory(id)
    await insertLike(id, reader.id)
    return { liked: true, likesCount: (await requirePublishedStory(id)).likesCount }
  })

  serve('DELETE /stories/:id/like', async ({ id }, { reader }) => {
    await requirePublishedStory(id)
    await deleteLike(id, reader.id)
    return { liked: false, likesCount: (await requirePublishedStory(id)).likesCount }
  })

  serve('GET /stories/:id/rating', async ({ id }, { reader }) => {
    await requirePublishedStory(id)
    return { rating: await findRating(id, reader.id) }
  })

  serve('PUT /stories/:id/rating', async ({ id, rating }, { reader }) => {
    await requirePublishedStory(id)
    await upsertRating(id, reader.id, rating)
    return { rating: (await requirePublishedStory(id)).rating }
  })
}
