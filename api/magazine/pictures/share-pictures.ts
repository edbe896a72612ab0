import type { Context } from 'koa'
import sharp from 'sharp'
import { sendFile } from '#api/http/answers/send-file.ts'
import type { Files } from '#api/integrations/files.ts'
import { shareBook, shareStory } from '#art/share-art.ts'
import { seedOf } from '#contract/magazine/art-seed.ts'
import { slugOf } from '#contract/magazine/categories.ts'

/** WhatsApp drops larger pictures: at most 150 KB (specification 10.3). */
const shareQuality = 82

export interface Shared {
  title: string
  category: string
}

export function sendSharePicture(
  ctx: Context,
  files: Files,
  kind: 'story' | 'book',
  { title, category }: Shared,
) {
  const seed = seedOf(title, category)
  const draw = kind === 'story' ? shareStory : shareBook
  // Named by what it shows, so that an unchanged title is drawn once.
  const name = `share-pictures/${kind}-${slugOf(category)}-${seed}.jpg`
  return sendDrawn(ctx, files, name, () => draw(category, seed))
}

export async function sendDrawn(ctx: Context, files: Files, name: string, draw: () => string) {
  if (await sendFile(ctx, files, name)) return
  await makeOnce(files, name, draw)
  await sendFile(ctx, files, name)
}

const making = new Map<string, Promise<void>>()

/** Simultaneous requests share one drawing. */
function makeOnce(files: Files, name: string, draw: () => string): Promise<void> {
  const key = `${files.place} ${name}`
  const running = making.get(key)
  if (running) return running
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
