import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { upload } from '#contract/form-limits.ts'
import type { ReceivedFile } from '#contract/received-file.ts'
import { refuse } from '#contract/refusals.ts'
import { uploadUrl } from '#contract/uploads.ts'
import { decodePicture, type Pixels } from './decode-picture.ts'
import { countUploads, insertUpload } from './uploads.queries.ts'

/** Keeps a picture that a reader sent, or refuses the file. */
export type KeepPicture = (
  file: ReceivedFile,
  readerId: string,
) => Promise<{ url: string; width: number; height: number }>

/** How much higher than wide a picture may be: WebP ends at 16,383 pixels. */
const steepest = 3

const [small, medium, large] = upload.widths
const largest = { width: large, height: large * steepest }

/** Encoding takes all of a core: with more at once the service would answer nobody else. */
const inTurn = atMost(2)

/** Under `dataDir/uploads`, a folder a picture, with a file for each width. */
export function picturesUnder(dataDir: string): KeepPicture {
  return (file, readerId) =>
    inTurn(async () => {
      if ((await countUploads(readerId)) >= upload.aDay) throw refuse('tooMany')
      const pixels = await decodePicture(await readFile(file.path), largest)
      const { width, height } = pixels.info
      const id = randomUUID()
      const aside = join(dataDir, 'uploads', `.${id}`)
      const kept = join(dataDir, 'uploads', id)
      try {
        await mkdir(aside, { recursive: true })
        for (const width of [small, medium, large]) await encode(pixels, width, aside)
        await rename(aside, kept)
        await insertUpload({ id, readerId, width, height })
      } catch (error) {
        for (const folder of [aside, kept]) await rm(folder, { recursive: true, force: true })
        throw error
      }
      return { url: uploadUrl(id), width, height }
    })
}

/** Transparency stays: a page has four colours of paper. */
async function encode({ data, info }: Pixels, width: number, folder: string) {
  await sharp(data, { raw: info })
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 75 })
    .toFile(join(folder, `${width}.webp`))
}

/** Lets so many works go on at once; the others wait in line. */
function atMost(most: number) {
  let going = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (going < most) going += 1
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else going -= 1
    }
  }
}
