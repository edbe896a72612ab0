import type { Router } from '@koa/router'
import type { Context } from 'koa'
import sharp from 'sharp'
import { etagOf, respond, toAnswer } from '#api/http/respond.ts'
import { sendFile } from '#api/http/send-file.ts'
import { serveFile } from '#api/http/serve.ts'
import type { Files } from '#api/integrations/files.ts'
import { findOpenStory } from '#api/magazine/stories/stories.queries.ts'
import { drawAvatar } from '#art/avatar-art.ts'
import { drawBook } from '#art/book-art.ts'
import { seedOf } from '#art/seed.ts'
import { shareBook, shareSite, shareStory } from '#art/share-art.ts'
import { drawStory } from '#art/story-art.ts'
import { bookCategories, slugOf, storyCategories } from '#contract/categories.ts'
import { apiError } from '#contract/errors.ts'

/** WhatsApp drops larger pictures: at most 150 KB (specification 10.3). */
const shareQuality = 82

const categoryBySlug = new Map(
  [...storyCategories, ...bookCategories].map((category) => [slugOf(category), category as string]),
)

const drawings = {
  story: drawStory,
  book: drawBook,
  avatar: (_: string, seed: string) => drawAvatar(seed),
}

/** What a share picture is drawn from. */
interface Shared {
  title: string
  category: string
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
    const seed = seedOf(found.title, found.category)
    const draw = kind === 'story' ? shareStory : shareBook
    // Named by what it shows, so that an unchanged title is drawn once.
    const name = `share-pictures/${kind}-${slugOf(found.category)}-${seed}.jpg`
    await sendShared(ctx, files, name, () => draw(found.category, seed))
  })

  serveFile(router, 'GET /share-pictures/site.jpg', async (_, ctx) => {
    await sendShared(ctx, files, 'share-pictures/site.jpg', shareSite)
  })
}

async function sendShared(ctx: Context, files: Files, name: string, draw: () => string) {
  if (await sendFile(ctx, files, name)) return
  await makeOnce(files, name, draw)
  await sendFile(ctx, files, name)
}

const making = new Map<string, Promise<void>>()

/** Requests during the drawing wait for it. */
function makeOnce(files: Files, name: string, draw: () => string): Promise<void> {
  const key = `${files.place} ${name}`
  const begun = making.get(key)
  if (begun) return begun
  const made = paint(draw())
    .then((jpeg) => files.store(name, jpeg))
    .finally(() => making.delete(key))
  making.set(key, made)
  return made
}

function paint(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: 144 })
    .resize(1200, 630, { fit: 'cover' })
    .flatten({ background: '#FBF5E8' })
    .jpeg({ quality: shareQuality, mozjpeg: true })
    .toBuffer()
}
