import type { Context } from 'koa'
import sharp from 'sharp'
import { sendFile } from '#api/http/answers/send-file.ts'
import type { Files } from '#api/integrations/files.ts'
import { dyed } from '#art/dyed.ts'
import { shareBook, shareSite, shareStory, withLogo } from '#art/share-art.ts'
import { drawnMark, lookCode } from '#contract/magazine/art-look.ts'
import { seedOf } from '#contract/magazine/art-seed.ts'
import { slugOf } from '#contract/magazine/categories.ts'
import { subjectOf } from '#contract/magazine/category-list.ts'
import type { Settings } from '#contract/settings/groups.ts'
import { logoOf } from './logos.ts'

/** WhatsApp drops larger pictures: at most 150 KB (specification 10.3). */
const shareQuality = 82

export interface Shared {
  title: string
  category: string
}

/** Where drawn pictures are stored, and what the site looks like now. */
export interface Store {
  files: Files
  look(): Settings['look']
}

export function sendSharePicture(
  ctx: Context,
  { files, look }: Store,
  kind: 'story' | 'book',
  { title, category }: Shared,
) {
  const seed = seedOf(title, category)
  const draw = kind === 'story' ? shareStory : shareBook
  const subject = subjectOf(kind, category)
  return sendDrawn(ctx, { files, look }, `${kind}-${slugOf(subject)}-${seed}`, () =>
    draw(subject, seed),
  )
}

/** The magazine's own, with its logo. */
export function sendSitePicture(ctx: Context, store: Store) {
  const look = store.look()
  const { logo } = look
  if (logo.kind === 'file')
    return sendDrawn(ctx, store, `site-${logo.id}`, shareSite, () => logoOf(store.files, logo.id))
  const mark = drawnMark(look) ?? 'mark'
  return sendDrawn(ctx, store, mark === 'mark' ? 'site' : `site-${mark}`, () => shareSite(mark))
}

/**
 * Named by what it shows and its colours, so that what has not changed is drawn once. `logo`: an uploaded one, which
 * keeps its own colours.
 */
async function sendDrawn(
  ctx: Context,
  { files, look }: Store,
  subject: string,
  draw: () => string,
  logo?: () => Promise<string>,
) {
  const shown = look()
  const name = `share-pictures/${[subject, lookCode(shown)].filter(Boolean).join('-')}.jpg`
  if (await sendFile(ctx, files, name)) return
  await makeOnce(files, name, async () => {
    const drawing = dyed(draw(), shown)
    return logo ? withLogo(drawing, await logo()) : drawing
  })
  await sendFile(ctx, files, name)
}

const making = new Map<string, Promise<void>>()

/** Simultaneous requests share one drawing. */
function makeOnce(files: Files, name: string, draw: () => Promise<string>): Promise<void> {
  const key = `${files.place} ${name}`
  const running = making.get(key)
  if (running) return running
  const made = draw()
    .then(paint)
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
