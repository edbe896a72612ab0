import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Files } from '#api/integrations/files.ts'
import { insertUpload, isUploadThere } from '#api/magazine/uploads/uploads.queries.ts'
import {
  insertAuthor,
  insertBook,
  insertExportedPublication,
  insertParts,
  isPublicationThere,
} from '#api/operations/import-export/import-export.queries.ts'
import {
  authorColumns,
  bookColumns,
  type ExportedPicture,
  type ExportedSite,
  exportFile,
  exportFormat,
  picturesFolder,
  publicationColumns,
  publicationsFolder,
} from '#api/operations/import-export/own-export.ts'
import { insertLegalTexts, insertSettings } from '#api/settings/settings.queries.ts'
import { storePublication } from '#api/shop/publications/store-publication.ts'
import { upload } from '#contract/form-limits.ts'
import { ReceivedFile } from '#contract/received-file.ts'
import { uploadId, uploadUrl } from '#contract/uploads.ts'
import { transaction } from '#db/sql.ts'
import { addOne, type Report } from './report.ts'

/** Pictures and books of a folder that `npm run export` wrote; any other has none. */
export async function restoreSite(folder: string, files: Files, report: Report, isDryRun: boolean) {
  const file = join(folder, exportFile)
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return
  const site = JSON.parse(text) as ExportedSite
  if (site.format !== exportFormat) {
    throw new Error(`${file} has format ${site.format}, and this version reads ${exportFormat}.`)
  }
  for (const picture of site.pictures) {
    if (await isUploadThere(picture.id)) report.pictures.known += 1
    else if (await restorePicture(folder, picture, files, isDryRun)) report.pictures.stored += 1
    else addOne(report.missing, uploadUrl(picture.id))
  }
  for (const author of site.authors) {
    const row = Object.fromEntries(authorColumns.map((name) => [name, author[name] ?? null]))
    if (!isDryRun) await insertAuthor(row)
  }
  await restoreBooks(site, report, isDryRun)
  if (isDryRun) return
  await restorePublications(folder, site, files, report)
  await insertLegalTexts(site.legalTexts ?? [])
  await insertSettings(site.settings ?? {})
}

async function restoreBooks({ books }: ExportedSite, report: Report, isDryRun: boolean) {
  const bundles: [id: string, parts: string[]][] = []
  for (const book of books) {
    const row = {
      ...Object.fromEntries(bookColumns.map((name) => [name, book[name] ?? null])),
      // A book that was out before is no news to a digest: without a moment it would be stamped with this one.
      publishedAt: book['publishedAt'] ?? (book['isPublished'] ? book['createdAt'] : null),
    }
    const isNew = isDryRun || (await insertBook(row))
    if (isNew) report.books += 1
    if (isNew && Array.isArray(book['parts'])) bundles.push([String(book['id']), book['parts']])
  }
  if (isDryRun) return
  // This comes once all books are there.
  for (const [id, parts] of bundles) await insertParts(id, parts)
}

/** PDFs are read and judged like those of an upload: nobody knows where a folder has been. */
async function restorePublications(
  folder: string,
  { publications = [] }: ExportedSite,
  files: Files,
  report: Report,
) {
  for (const { hasPdf, ...exported } of publications) {
    const slug = String(exported['slug'])
    if (!/^[a-z0-9-]{1,100}$/.test(slug) || (await isPublicationThere(slug))) continue
    const row = Object.fromEntries(publicationColumns.map((name) => [name, exported[name] ?? null]))
    const path = join(folder, publicationsFolder, `${slug}.pdf`)
    const pdf = hasPdf
      ? await storePublication(files, new ReceivedFile(path, 0)).catch(() => undefined)
      : undefined
    if (hasPdf && !pdf) addOne(report.missing, `${publicationsFolder}/${slug}.pdf`)
    else await insertExportedPublication({ ...row, content: exported['content'] ?? '' }, pdf)
  }
}

/** The files as they were, without making them anew. */
async function restorePicture(
  folder: string,
  { id, width, height }: ExportedPicture,
  files: Files,
  isDryRun: boolean,
): Promise<boolean> {
  const names = upload.widths.map((it) => uploadUrl(id, it).slice(1))
  const pathOf = (name: string) => join(folder, name.replace(/^uploads/, picturesFolder))
  const found = await Promise.all(names.map((name) => isWebP(pathOf(name))))
  if (uploadId(uploadUrl(id)) !== id || found.includes(false)) return false
  if (isDryRun) return true
  for (const name of names) await files.store(name, pathOf(name))
  await transaction(() => insertUpload({ id, readerId: null, width, height }))
  return true
}

async function isWebP(path: string): Promise<boolean> {
  const size = await stat(path).catch(() => undefined)
  if (!size?.isFile() || size.size > upload.bytes) return false
  const start = (await readFile(path)).subarray(0, 12).toString('latin1')
  return start.startsWith('RIFF') && start.endsWith('WEBP')
}
