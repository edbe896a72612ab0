import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pLimit from 'p-limit'
import sharp from 'sharp'
import type { Files } from '#api/integrations/files.ts'
import { isCleanupAllowed } from '#api/jobs/cleanup.ts'
import { apiError } from '#contract/errors.ts'
import { largestStored, upload } from '#contract/form-limits.ts'
import type { ReceivedFile } from '#contract/received-file.ts'
import { uploadUrl } from '#contract/uploads.ts'
import { transaction } from '#db/sql.ts'
import { decodePicture, type Pixels } from './decode-picture.ts'
import type { MakeAvif } from './make-avifs.ts'
import { avifFile, pictureFile } from './picture-files.ts'
import { countUploads, deleteUnusedUploads, insertUpload } from './uploads.queries.ts'

interface StoredPicture {
  url: string
  width: number
  height: number
}

/**
 * Stores a picture of a reader or (null) of the publisher. `use` stores the reference in the same transaction, before any
 * cleanup. With `staffId` an unused picture is kept for a month, for drafts.
 */
export type StorePicture = (
  file: ReceivedFile,
  readerId: string | null,
  use?: (stored: StoredPicture) => Promise<unknown>,
  staffId?: string,
) => Promise<StoredPicture>

/** Encoding takes a whole core. */
const limitEncoding = pLimit(2)

/** A file for each width; the row comes last. `makeAvif` gets the pixels, which are better than what is stored. */
export function pictureStore(files: Files, makeAvif?: MakeAvif): StorePicture {
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
        makeAvif?.(id, pixels)
        return picture
      } catch (error) {
        // The first error is the one to report.
        await removePicture(files, id).catch(() => {})
        throw error
      }
    })
}

async function removePicture(files: Files, id: string): Promise<void> {
  for (const width of upload.widths) {
    await files.remove(avifFile(id, width))
    await files.remove(pictureFile(id, width))
  }
}

/** Ignores files without a row, which may belong to another database. */
export async function cleanUpUploads(files: Files): Promise<void> {
  // Rows are deleted after the files, so that an interrupted cleanup is repeated.
  await transaction(async () => {
    if (!(await isCleanupAllowed())) return
    for (const id of await deleteUnusedUploads()) await removePicture(files, id)
  })
}

/** Keeps transparency, since pages have four background colours. */
function encode({ data, info }: Pixels, width: number): Promise<Buffer> {
  return sharp(data, { raw: info })
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 75 })
    .toBuffer()
}
