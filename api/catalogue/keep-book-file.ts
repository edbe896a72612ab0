import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReceivedFile } from '#contract/received-file.ts'
import { insertBookFile } from './book-files.queries.ts'
import { countPages } from './read-pdf.ts'

/** Where the file of a book lies; what is half written has a dot before its name. */
export function bookFilePath(dataDir: string, id: string): string {
  return join(dataDir, 'books', `${id}.pdf`)
}
export function halfWrittenPath(dataDir: string, id: string): string {
  return join(dataDir, 'books', `.${id}.pdf`)
}

/** Keeps a PDF that the publisher sent, or refuses the file. Until a book names it, it may be swept in an hour. */
export async function keepBookFile(dataDir: string, file: ReceivedFile) {
  const pages = await countPages(file.path)
  return { ...(await keepPdf(dataDir, file.path)), pages }
}

/** Keeps a file that is known to be a PDF. */
export async function keepPdf(dataDir: string, path: string) {
  const id = randomUUID()
  // First, so that a crash leaves nothing that is not known.
  await insertBookFile(id)
  await mkdir(join(dataDir, 'books'), { recursive: true })
  const aside = halfWrittenPath(dataDir, id)
  await copyFile(path, aside)
  const copy = await open(aside, 'r+')
  const { size: bytes } = await copy.stat()
  // The book will say that it has this file: then it is on the disk, whatever happens to the machine.
  await copy.sync().finally(() => copy.close())
  await rename(aside, bookFilePath(dataDir, id))
  return { id, bytes }
}
