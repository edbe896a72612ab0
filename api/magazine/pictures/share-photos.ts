import { buffer } from 'node:stream/consumers'
import type { Context } from 'koa'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { etagOf, respond, toAnswer } from '#api/http/answers/respond.ts'
import type { Files } from '#api/integrations/files.ts'
import { mayShowPhoto } from '#api/magazine/stories/stories.queries.ts'
import { pictureFile } from '#api/magazine/uploads/picture-files.ts'
import { upload } from '#contract/form-limits.ts'
import type { ImageFocus } from '#contract/magazine/story-content.ts'
import { uploadId } from '#contract/uploads.ts'

/** Above it WhatsApp shows no picture. */
const mostBytes = 300 * 1024
/** The first that is small enough is sent; the last one always is. */
const qualities = [82, 70, 55, 40, 25]

/** Some 6 MB. They are stored nowhere else, so that nothing is left of a photo that is taken down. */
const remembered = 30
const made = new Map<string, Promise<Buffer>>()
const limitMaking = pLimit(1)

interface Photographed {
  id: string
  imageUrl: string | null
  imageFocus: ImageFocus
}

/** The upload that links to a published story show; null where they show its drawing. */
export async function findSharedPhoto({ id, imageUrl }: Photographed): Promise<string | null> {
  const photo = uploadId(imageUrl ?? '')
  return photo !== undefined && (await mayShowPhoto(id)) ? photo : null
}

/** Sends a story's photo as links show it; false where its file is missing. Whether it may be shown is the caller's to ask. */
export async function sendSharePhoto(
  ctx: Context,
  files: Files,
  photo: string,
  focus: ImageFocus,
): Promise<boolean> {
  const file = pictureFile(photo, upload.widths[2])
  if (!(await files.find(file))) return false
  const body = await makeOnce(files, file, focus)
  const headers = {
    'Content-Type': 'image/jpeg',
    'Cache-Control': ctx.response.get('Cache-Control'),
  }
  await respond(ctx, toAnswer({ headers, body, etag: etagOf(body), isCompressible: false }))
  return true
}

/** Simultaneous requests share one picture, and so do those of the next hours. */
function makeOnce(files: Files, file: string, focus: ImageFocus): Promise<Buffer> {
  const key = `${files.place} ${file} ${focus}`
  const known = made.get(key)
  if (known) return known
  const picture = limitMaking(async () => shrink(await buffer(await files.read(file)), focus))
  made.set(key, picture)
  picture.catch(() => made.delete(key))
  const [oldest] = made.keys()
  if (made.size > remembered && oldest !== undefined) made.delete(oldest)
  return picture
}

async function shrink(webp: Buffer, focus: ImageFocus): Promise<Buffer> {
  const pixels = sharp(webp)
    .resize(1200, 630, { fit: 'cover', position: focus.replace('-', ' ') })
    .flatten({ background: '#FBF5E8' })
  let jpeg = Buffer.alloc(0)
  for (const quality of qualities) {
    jpeg = await pixels.clone().jpeg({ quality, mozjpeg: true }).toBuffer()
    if (jpeg.length < mostBytes) break
  }
  return jpeg
}
