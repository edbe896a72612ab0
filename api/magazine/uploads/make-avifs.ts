import { buffer } from 'node:stream/consumers'
import type { Logger } from 'pino'
import sharp, { type Sharp } from 'sharp'
import type { Files } from '#api/integrations/files.ts'
import { startLoop } from '#api/jobs/background-loop.ts'
import { upload } from '#contract/form-limits.ts'
import { transaction } from '#db/sql.ts'
import type { Pixels } from './decode-picture.ts'
import { avifFile, pictureFile } from './picture-files.ts'
import { findUploadWithoutAvif, lockUpload, setAvifWidths } from './uploads.queries.ts'

/** Takes the pixels of a picture that was stored just now; returns at once. */
export type MakeAvif = (id: string, pixels: Pixels) => void

/** Up to 20 MB each. A picture that is dropped is made from its largest WebP. */
const mostHeld = 3

/** What encodes in some two seconds of a core, and 100 MB: 1,600 pixels wide, a square. */
const mostPixels = 1600 * 1600

/** Equal to WebP at 75, measured as SSIM; what is read from WebP has lost something already. */
const quality = { pixels: 50, webp: 55 }

/**
 * Makes AVIF files of uploads in the background, one at a time, older uploads too. They are kept where they are smaller
 * than the WebP of that width (docs/decisions/0068).
 */
export function startAvifs(files: Files, log: Logger, everyMs = 60_000) {
  const held = new Map<string, Pixels>()

  const makeOne = async (id: string) => {
    const pixels = held.get(id)
    held.delete(id)
    const made = await encodeSmaller(files, id, pixels).catch((error: unknown) => {
      // Storage that is unavailable is tried again; a file that cannot be read never would end.
      if ((error as { status?: number }).status === 503) throw error
      log.warn({ err: error, upload: id }, 'making AVIF of a picture failed; its WebP is served')
      return new Map<number, Buffer>()
    })
    await transaction(async () => {
      // It may be deleted meanwhile, and its files with it.
      if (!(await lockUpload(id))) return
      for (const [width, avif] of made) await files.store(avifFile(id, width), avif)
      await setAvifWidths(id, [...made.keys()])
    })
  }

  const loop = startLoop({
    async work(signal) {
      while (!signal.aborted) {
        const id = await findUploadWithoutAvif([...held.keys()])
        if (!id) break
        await makeOne(id)
      }
    },
    everyMs,
    isDelayed: true,
    log,
    failure: 'making AVIF pictures failed',
  })

  const make: MakeAvif = (id, pixels) => {
    held.set(id, pixels)
    const [oldest] = held.keys()
    if (held.size > mostHeld && oldest) held.delete(oldest)
  }
  return { make, runNow: loop.runNow, stop: loop.stop }
}

/** The encoded pictures by width; a missing or a smaller WebP leaves its width out. */
async function encodeSmaller(files: Files, id: string, pixels: Pixels | undefined) {
  const smaller = new Map<number, Buffer>()
  const largest = pixels ? undefined : await readStored(files, id)
  for (const width of upload.widths) {
    const webp = await files.find(pictureFile(id, width))
    if (!webp || !(pixels ?? largest)) continue
    const source = pixels ? sharp(pixels.data, { raw: pixels.info }) : sharp(largest)
    const avif = await encode(source, width, pixels ? quality.pixels : quality.webp)
    if (avif && avif.length < webp.bytes) smaller.set(width, avif)
  }
  return smaller
}

async function readStored(files: Files, id: string): Promise<Buffer | undefined> {
  const name = pictureFile(id, upload.widths[2])
  return (await files.find(name)) && buffer(await files.read(name))
}

/** Undefined for what would take too long. */
async function encode(source: Sharp, width: number, quality: number): Promise<Buffer | undefined> {
  const { data, info } = await source
    .resize({ width, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (info.width * info.height > mostPixels) return undefined
  return sharp(data, { raw: info }).avif({ quality, effort: 3 }).toBuffer()
}
