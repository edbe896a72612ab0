import type { Context } from 'koa'
import { etagOf, respond, toAnswer } from '#api/http/answers/respond.ts'
import type { Routes } from '#api/http/serve.ts'
import { findOpenStory } from '#api/magazine/stories/stories.queries.ts'
import { drawAvatar } from '#art/avatar-art.ts'
import { drawBook } from '#art/book-art.ts'
import { dyed } from '#art/dyed.ts'
import { drawSitePicture } from '#art/site-art.ts'
import { drawStory } from '#art/story-art.ts'
import { required } from '#contract/errors.ts'
import { subjectOf } from '#contract/magazine/category-list.ts'
import { drawIcon, logoOf } from './logos.ts'
import { lookOf } from './look-of.ts'
import { findSharedPhoto, sendSharePhoto } from './share-photos.ts'
import { type Shared, type Store, sendSharePicture, sendSitePicture } from './share-pictures.ts'

const drawings = {
  story: drawStory,
  book: drawBook,
  avatar: (_: string, seed: string) => drawAvatar(seed),
}

/** A logo that is opened as a document may load and run nothing; one made of pixels holds them itself. */
const alone = "default-src 'none'; img-src data:; frame-ancestors 'none'; sandbox"

export function picturesRoutes(
  { serveFile }: Routes,
  { findOpenBook, ...store }: Store & { findOpenBook(id: string): Promise<Shared | undefined> },
) {
  serveFile('GET /art/:kind/:category/:seed.svg', async ({ kind, category, seed }, ctx) => {
    const drawing = drawings[kind](subjectOf(kind, category), seed.slice(0, 8))
    await sendDrawing(ctx, dyed(drawing, lookOf(seed.slice(9))))
  })

  serveFile('GET /art/:look/:name.svg', async ({ look, name }, ctx) => {
    await sendDrawing(ctx, drawSitePicture(name, lookOf(look)))
  })

  serveFile('GET /logos/:mark/any.svg', async ({ mark }, ctx) => {
    ctx.set('Content-Security-Policy', alone)
    await sendDrawing(ctx, await logoOf(store.files, mark))
  })

  serveFile('GET /logos/:mark/:size.png', async ({ mark, size }, ctx) => {
    const body = await drawIcon(await logoOf(store.files, mark), size)
    await respond(
      ctx,
      toAnswer({ headers: { 'Content-Type': 'image/png' }, body, etag: etagOf(body) }),
    )
  })

  serveFile('GET /share-pictures/:kind/:id.jpg', async ({ kind, id }, ctx) => {
    const found = required(
      kind === 'story' ? await findOpenStory(id) : await findOpenBook(id),
      'pictureNotFound',
    )
    await sendSharePicture(ctx, store, kind, found)
  })

  serveFile('GET /share-pictures/story/:id/:upload.jpg', async ({ id, upload }, ctx) => {
    const story = required(await findOpenStory(id), 'pictureNotFound')
    const isShared = (await findSharedPhoto(story)) === upload
    if (isShared && (await sendSharePhoto(ctx, store.files, upload, story.imageFocus))) return
    await sendSharePicture(ctx, store, 'story', story)
  })

  serveFile('GET /share-pictures/site.jpg', (_, ctx) => sendSitePicture(ctx, store))
}

async function sendDrawing(ctx: Context, drawing: string) {
  const body = Buffer.from(drawing)
  const headers = { 'Content-Type': ctx.response.get('Content-Type'), Vary: 'Accept-Encoding' }
  await respond(ctx, toAnswer({ headers, body, etag: etagOf(body) }))
}
