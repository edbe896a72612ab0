import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pLimit from 'p-limit'
import sharp from 'sharp'
import type { Files } from '#api/integrations/files.ts'
import { apiError } from '#contract/errors.ts'
import { upload } from '#contract/form-limits.ts'
import type { ReceivedFile } from '#contract/received-file.ts'
import { uploadUrl } from '#contract/uploads.ts'
import { transaction } from '#db/sql.ts'
import { decodePicture, type Pixels } from './decode-picture.ts'
import { pictureFile, removePicture } from './picture-files.ts'
import { countUploads, insertUpload } from './uploads.queries.ts'

interface KeptPicture {
  url: string
  width: number
  height: number
}

/**
 * Stores a picture that a reader sent, or the publisher (null), or rejects the file. `use` refers to it in the same
 * transaction, so that no cleanup comes in between.
 */
export type StorePicture = (
  file: ReceivedFile,
  readerId: string | null,
  use?: (kept: KeptPicture) => Promise<unknown>,
) => Promise<KeptPicture>

/** How much higher than wide a picture may be: WebP ends at 16,383 pixels. */
const steepest = 3

const [, , large] = upload.widths
const largest = { width: large, height: large * steepest }

/** Encoding takes all of a core: with more at once the service would not answer other requests. */
const limitEncoding = pLimit(2)

/** Each picture in a file for each width; the row comes when all of them are there. */
export function pictureStore(files: Files): StorePicture {
  return (file, readerId, use) =>
    limitEncoding(async () => {
      if (readerId && (await countUploads(readerId)) >= upload.aDay) throw apiError('tooMany')
      const pixels = await decodePicture(await readFile(file.path), largest)
      const { width, height } = pixels.info
      const id = randomUUID()
      try {
        for (const width of upload.widths) {
          await files.keep(pictureFile(id, width), await encode(pixels, width))
        }
        const picture = { url: uploadUrl(id), width, height }
        await transaction(async () => {
          await insertUpload({ id, readerId, width, height })
          await use?.(picture)
        })
        return picture
      } catch (error) {
        // When removing fails too, the first error is the one to report.
        await removePicture(files, id).catch(() => {})
        throw error
      }
    })
}

/** With transparency: pages have four background colours. */
function encode({ data, info }: Pixels, width: number): Promise<Buffer> {
  return sharp(data, { raw: info })
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 75 })
    .toBuffer()
}
