import type { Router } from '@koa/router'
import { etagOf, respond, toAnswer } from '#api/http/answers/respond.ts'
import { serveFile } from '#api/http/serve.ts'
import type { Files } from '#api/integrations/files.ts'
import { findOpenStory } from '#api/magazine/stories/stories.queries.ts'
import { drawAvatar } from '#art/avatar-art.ts'
import { drawBook } from '#art/book-art.ts'
import { shareSite } from '#art/share-art.ts'
import { drawStory } from '#art/story-art.ts'
import { apiError } from '#contract/errors.ts'
import { bookCategories, slugOf, storyCategories } from '#contract/magazine/categories.ts'
import { type Shared, sendDrawn, sendSharePicture } from './share-pictures.ts'

const categoryBySlug = new Map(
  [...storyCategories, ...bookCategories].map((category) => [slugOf(category), category as string]),
)

const drawings = {
  story: drawStory,
  book: drawBook,
  avatar: (_: string, seed: string) => drawAvatar(seed),
}

export function picturesRoutes(
  router: Router,
  { files, findOpenBook }: { files: Files; findOpenBook(id: string): Promise<Shared | undefined> },
) {
  serveFile(router, 'GET /art/:kind/:category/:seed.svg', async ({ kind, category, seed }, ctx) => {
    const body = Buffer.from(drawings[kind](categoryBySlug.get(category) ?? category, seed))
    const headers = {
      'Content-Type': ctx.response.get('Content-Type'),
      Vary: 'Accept-Encoding',
    }
    await respond(ctx, toAnswer({ headers, body, etag: etagOf(body) }))
  })

  serveFile(router, 'GET /share-pictures/:kind/:id.jpg', async ({ kind, id }, ctx) => {
    const found = kind === 'story' ? await findOpenStory(id) : await findOpenBook(id)
    if (!found) throw apiError('pictureNotFound')
    await sendSharePicture(ctx, files, kind, found)
  })

  serveFile(router, 'GET /share-pictures/site.jpg', async (_, ctx) => {
    await sendDrawn(ctx, files, 'share-pictures/site.jpg', shareSite)
  })
}
