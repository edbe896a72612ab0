import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { atMost } from '#api/http/at-most.ts'
import { upload } from '#contract/form-limits.ts'
import type { ReceivedFile } from '#contract/received-file.ts'
import { refuse } from '#contract/refusals.ts'
import { uploadUrl } from '#contract/uploads.ts'
import { transaction } from '#db/sql.ts'
import { decodePicture, type Pixels } from './decode-picture.ts'
import { countUploads, insertUpload } from './uploads.queries.ts'

interface KeptPicture {
  url: string
  width: number
  height: number
}

/**
 * Keeps a picture that a reader sent, or the publisher (null), or refuses the file. `use` puts it where it is
 * shown in the moment in which it is kept: nobody sweeps it in between.
 */
export type KeepPicture = (
  file: ReceivedFile,
  readerId: string | null,
  use?: (kept: KeptPicture) => Promise<unknown>,
) => Promise<KeptPicture>

/** How much higher than wide a picture may be: WebP ends at 16,383 pixels. */
const steepest = 3

const [small, medium, large] = upload.widths
const largest = { width: large, height: large * steepest }

/** Encoding takes all of a core: with more at once the service would answer nobody else. */
const inTurn = atMost(2)

/** Under `dataDir/uploads`, a folder a picture, with a file for each width. */
export function picturesUnder(dataDir: string): KeepPicture {
  return (file, readerId, use) =>
    inTurn(async () => {
      if (readerId && (await countUploads(readerId)) >= upload.aDay) throw refuse('tooMany')
      const pixels = await decodePicture(await readFile(file.path), largest)
      const { width, height } = pixels.info
      const id = randomUUID()
      const aside = join(dataDir, 'uploads', `.${id}`)
      const kept = join(dataDir, 'uploads', id)
      try {
        await mkdir(aside, { recursive: true })
        for (const width of [small, medium, large]) await encode(pixels, width, aside)
        await rename(aside, kept)
        const picture = { url: uploadUrl(id), width, height }
        await transaction(async () => {
          await insertUpload({ id, readerId, width, height })
          await use?.(picture)
        })
        return picture
      } catch (error) {
        for (const folder of [aside, kept]) await rm(folder, { recursive: true, force: true })
        throw error
      }
    })
}

/** Transparency stays: a page has four colours of paper. */
async function encode({ data, info }: Pixels, width: number, folder: string) {
  await sharp(data, { raw: info })
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 75 })
    .toFile(join(folder, `${width}.webp`))
}
