import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, mkdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Files } from '#api/integrations/files.ts'
import { withoutCleanups } from '#api/jobs/cleanup.ts'
import { avifFile, pictureFile } from '#api/magazine/uploads/picture-files.ts'
import { bookFile, epubFile } from '#api/shop/book-files/file-names.ts'
import { listStoredPdfs, publicationFile } from '#api/shop/publications/store-publication.ts'
import { upload } from '#contract/form-limits.ts'
import type { Database } from '#db/driver/open-database.ts'
import { copyOut, listSequences, listTables, type Table, type Transaction } from '#db/tables.ts'
import {
  archiveAt,
  archiveFormat,
  fileEntry,
  type Manifest,
  passing,
  rowsEntry,
} from './backup-archive.ts'

/** Writes a consistent archive while the service goes on: whole or not at all, and over no existing file. */
export async function backup(db: Database, files: Files, path: string): Promise<Manifest> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw tellWhere(path, error)
  })
  const aside = join(folder, `.${basename(path)}.${randomUUID()}`)
  const archive = archiveAt(aside)
  try {
    const manifest = await withoutCleanups(db, async () => {
      const made = await db.begin('isolation level repeatable read read only', async (tx) => {
        await tx`set local statement_timeout = 0`
        await tx`set local idle_in_transaction_session_timeout = 0`
        const tables = await listTables(tx)
        const migrations = await tx<Manifest['migrations']>`
          select name, sha256 from migrations order by name`
        const madeAt = new Date().toISOString()
        // The files first: a restore puts back no row before its file.
        const backedUp = await addFiles(tx, files, archive)
        const counted: Manifest['tables'] = []
        for (const table of tables) {
          counted.push({ ...table, rows: await addRows(tx, table, archive, `${aside}.rows`) })
        }
        return {
          format: archiveFormat,
          madeAt,
          migrations: [...migrations],
          tables: counted,
          sequences: await listSequences(tx),
          ...backedUp,
        }
      })
      return made as Omit<Manifest, 'sha256'>
    })
    await archive.finish(manifest)
    // A link and no rename: an existing file is never overwritten.
    await link(aside, path)
    return { ...manifest, sha256: {} }
  } catch (error) {
    throw tellWhere(path, (await archive.abandon()) ?? error)
  } finally {
    await rm(aside, { force: true })
    await rm(`${aside}.rows`, { force: true })
  }
}

/** The system's error does not name the path. */
function tellWhere(path: string, error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error
  const failure = `The backup to ${path} failed, and nothing of it is there: ${error.message}.`
  return new Error(`${failure} Make room, or name a folder that can be written.`)
}

type Archive = ReturnType<typeof archiveAt>

async function addFiles(tx: Transaction, files: Files, archive: Archive) {
  const wanted = await listNames(tx)
  const added = { count: 0, bytes: 0 }
  for (const folder of ['books', 'publications', 'uploads']) {
    for await (const { name, bytes } of files.list(folder)) {
      // Newer files belong to the next backup; files that no row names are left out.
      if (!wanted.delete(name)) continue
      await archive.add(fileEntry(name), bytes, await files.read(name))
      added.count += 1
      added.bytes += bytes
    }
  }
  return { files: added, missing: [...wanted].sort() }
}

/** The files that rows name. Share pictures are drawn again. */
async function listNames(tx: Transaction): Promise<Set<string>> {
  const books = await tx<{ pdfId: string | null; epubId: string | null }[]>`
    select pdf_id, epub_id from books`
  const publications = await listStoredPdfs(tx)
  const pictures = await tx<{ id: string; avifWidths: number[] }[]>`
    select id, coalesce(avif_widths, '{}') as avif_widths from uploads`
  return new Set([
    ...books.flatMap(({ pdfId, epubId }) => [
      ...(pdfId ? [bookFile(pdfId)] : []),
      ...(epubId ? [epubFile(epubId)] : []),
    ]),
    ...publications.map(({ pdfId }) => publicationFile(pdfId)),
    ...pictures.flatMap(({ id, avifWidths }) => [
      ...upload.widths.map((width) => pictureFile(id, width)),
      ...avifWidths.map((width) => avifFile(id, width)),
    ]),
  ])
}

/** An entry's length comes first, so the rows of one table wait in a file. */
async function addRows(tx: Transaction, table: Table, archive: Archive, beside: string) {
  let rows = 0
  const counting = passing((piece) => {
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) rows += 1
  })
  await copyOut(tx, table, (copied) =>
    pipeline(copied, counting, createWriteStream(beside, { mode: 0o600 })),
  )
  await archive.add(rowsEntry(table.name), (await stat(beside)).size, createReadStream(beside))
  return rows
}
