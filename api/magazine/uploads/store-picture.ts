import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pLimit from 'p-limit'
import sharp from 'sharp'
import type { Files } from '#api/integrations/files.ts'
import { apiError } from '#contract/errors.ts'
import { upload } from '#contract/form-limits.ts'
import { largestStored } from '#contract/picture-limits.ts'
import type { ReceivedFile } from '#contract/received-file.ts'
import { uploadUrl } from '#contract/uploads.ts'
import { transaction } from '#db/sql.ts'
import { decodePicture, type Pixels } from './decode-picture.ts'
import { pictureFile, removePicture } from './picture-files.ts'
import { countUploads, insertUpload } from './uploads.queries.ts'

interface StoredPicture {
  url: string
  width: number
  height: number
}

/**
 * Stores a reader's or (null) the publisher's picture. `use` refers to it in the same transaction, before any cleanup; one
 * that a draft will show is stored with `staffId`, and stays for a month.
 */
export type StorePicture = (
  file: ReceivedFile,
  readerId: string | null,
  use?: (stored: StoredPicture) => Promise<unknown>,
  staffId?: string,
) => Promise<StoredPicture>

/** Encoding takes a whole core. */
const limitEncoding = pLimit(2)

/** A file for each width; the row comes last. */
export function pictureStore(files: Files): StorePicture {
  return (file, readerId, use, staffId) =>
    limitEncoding(async () => {
      if (readerId && (await countUploads(readerId)) >= upload.aDay) throw apiError('tooMany')
      const pixels = await decodePicture(await readFile(file.path), largestStored)
      const { width, height } = pixels.info
      const id = randomUUID()
      try {
        for (const width of upload.widths) {
          await files.store(pictureFile(id, width), await encode(pixels, width))
        }
        const picture = { url: uploadUrl(id), width, height }
        await transaction(async () => {
          await insertUpload({ id, readerId, staffId, width, height })
          await use?.(picture)
        })
        return picture
      } catch (error) {
        // The first error is the one to report.
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
