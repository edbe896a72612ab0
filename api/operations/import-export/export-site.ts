import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Files } from '#api/integrations/files.ts'
import { findPublished, listLegalTexts } from '#api/settings/settings.queries.ts'
import { publicationFile } from '#api/shop/publications/store-publication.ts'
import { upload } from '#contract/form-limits.ts'
import { slugOf } from '#contract/magazine/categories.ts'
import { uploadIdsIn, uploadUrl } from '#contract/uploads.ts'
import {
  type ExportedDraft,
  type ExportedStory,
  listAuthorPages,
  listBooks,
  listDraftsAfter,
  listStoriesAfter,
  listUploadedPublications,
  listUploads,
} from './import-export.queries.ts'
import {
  draftsFolder,
  type ExportedSite,
  exportFile,
  exportFormat,
  picturesFolder,
  publicationsFolder,
  storiesFolder,
  storyColumns,
  toFile,
  withFrontMatter,
} from './own-export.ts'

const atOnce = 100

/**
 * Stories as Markdown, books as JSON, and the pictures of both, as the import reads them back. Rejects with one
 * readable Error when the folder holds something.
 */
export async function exportSite(folder: string, files: Files) {
  for (const name of [storiesFolder, draftsFolder]) {
    await mkdir(join(folder, name), { recursive: true })
    if ((await readdir(join(folder, name))).length > 0) throw notEmpty(folder)
  }
  if ((await readdir(folder)).length > 2) throw notEmpty(folder)
  const pictures = new Set<string>()
  const addPictures = (text: string) => {
    for (const id of uploadIdsIn(text)) pictures.add(id)
  }
  const stories = await forEachRow(listStoriesAfter, async (row) => {
    await writeFile(join(folder, storiesFolder, nameOf(row)), storyFile(row))
    addPictures(`${row.content} ${row.imageUrl} ${row.authorImageUrl}`)
  })
  const drafts = await forEachRow(listDraftsAfter, async (row) => {
    const { title, content, imageUrl } = row.fields
    const name = nameOf({ id: row.id, title, publishedAt: null })
    await writeFile(join(folder, draftsFolder, name), draftFile(row))
    addPictures(`${content} ${imageUrl}`)
  })
  const [books, authors, publications, { stored }, legalTexts] = await Promise.all([
    listBooks(),
    listAuthorPages(),
    listUploadedPublications(),
    findPublished(),
    listLegalTexts(),
  ])
  addPictures(JSON.stringify([books, authors, publications]))
  const uploads = await listUploads([...pictures])
  const missing: string[] = []
  for (const { pdfId, slug } of publications) {
    if (pdfId) missing.push(...(await copyPdf(publicationFile(pdfId), slug, folder, files)))
  }
  for (const { id } of uploads) missing.push(...(await copyPicture(id, folder, files)))
  // Last: its presence says that the export is whole.
  const site: ExportedSite = {
    format: exportFormat,
    madeAt: new Date().toISOString(),
    books,
    authors,
    settings: stored,
    publications: publications.map(({ pdfId, ...row }) => ({ ...row, hasPdf: pdfId !== null })),
    legalTexts,
    pictures: uploads,
  }
  await writeFile(join(folder, exportFile), `${JSON.stringify(site, null, 2)}\n`)
  return { stories, drafts, books: books.length, pictures: uploads.length, missing }
}

/** Reads by pieces: the rows of a magazine are not held at once. Resolves to how many there were. */
async function forEachRow<Row extends { id: string }>(
  listAfter: (id: string, limit: number) => PromiseLike<Row[]>,
  write: (row: Row) => Promise<void>,
): Promise<number> {
  let count = 0
  for (let last = ''; ; ) {
    const rows = await listAfter(last, atOnce)
    for (const row of rows) await write(row)
    count += rows.length
    if (rows.length < atOnce) return count
    last = rows.at(-1)?.id ?? ''
  }
}

function notEmpty(folder: string) {
  return new Error(`${folder} is not empty. Name another folder; an export is never written over.`)
}

function nameOf({
  id,
  title,
  publishedAt,
}: Pick<ExportedStory, 'id' | 'title' | 'publishedAt'>): string {
  const slug = slugOf(title.normalize('NFKD').replace(/\p{M}/gu, '')).slice(0, 60)
  return [publishedAt?.slice(0, 10) ?? 'draft', slug, `${id.slice(0, 8)}.md`]
    .filter(Boolean)
    .join('-')
}

function storyFile(row: ExportedStory): string {
  const fields = Object.fromEntries(storyColumns.map((name) => [name, row[name]]))
  const { content, contentFormat, oldAddresses, series, part, changes } = row
  const text = contentFormat === 'markdown' ? toFile(content) : content
  return withFrontMatter(
    { ...fields, series, part, oldAddresses, changes: changes ?? [], contentFormat },
    text,
  )
}

/** Other programs leave out what says that it is a draft. */
function draftFile({ id, ownerId, savedAt, savedByName, fields }: ExportedDraft): string {
  const { content, ...others } = fields
  return withFrontMatter(
    { draft: true, id, ...others, ownerId, savedAt, savedByName },
    toFile(content),
  )
}

/** Resolves to its name where it is not in the storage. */
async function copyPdf(name: string, slug: string, folder: string, files: Files) {
  if (!(await files.find(name))) return [name]
  await mkdir(join(folder, publicationsFolder), { recursive: true })
  const path = join(folder, publicationsFolder, `${slug}.pdf`)
  await pipeline(await files.read(name), createWriteStream(path))
  return []
}

/** Resolves to the files that are not in the storage. */
async function copyPicture(id: string, folder: string, files: Files): Promise<string[]> {
  const missing: string[] = []
  for (const width of upload.widths) {
    const name = uploadUrl(id, width).slice(1)
    if (!(await files.find(name))) {
      missing.push(name)
      continue
    }
    const path = join(folder, name.replace(/^uploads/, picturesFolder))
    await mkdir(dirname(path), { recursive: true })
    await pipeline(await files.read(name), createWriteStream(path))
  }
  return missing
}
