import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Files } from '#api/integrations/files.ts'
import { isCleanupAllowed } from '#api/jobs/cleanup.ts'
import { beginsAsPdf } from '#api/shop/book-files/read-pdf.ts'
import { type PdfParagraph, pdfMarkdown } from '#api/shop/book-files/read-pdf-text.ts'
import { runThread } from '#api/shop/book-files/run-thread.ts'
import { apiError } from '#contract/errors.ts'
import type { ReceivedFile } from '#contract/received-file.ts'
import { type sql, transaction } from '#db/sql.ts'
import { deleteUnusedFiles, insertPublicationFile } from './publications.admin.queries.ts'

const thread = new URL('./publication-thread.mjs', import.meta.url)

interface ReadPublication {
  fault: keyof typeof faults
  pages: number
  paragraphs: PdfParagraph[]
}

const faults = {
  script: 'pdfWithScript',
  files: 'pdfWithFiles',
  action: 'pdfWithAction',
  locked: 'lockedPdf',
  damaged: 'notAPdf',
} as const

export const publicationFile = (id: string) => `publications/${id}.pdf`

/** The uploads that have a PDF, by title; none in a database that an older release has made. */
export async function listStoredPdfs(db: Pick<typeof sql, 'unsafe'>) {
  const [found] = await db.unsafe<{ isThere: boolean }[]>(
    `select to_regclass('publications') is not null as is_there`,
  )
  if (!found?.isThere) return []
  return db.unsafe<{ title: string; pdfId: string }[]>(
    'select title, pdf_id from publications where pdf_id is not null order by title',
  )
}

/**
 * Stores a PDF that nothing runs in and nothing comes along with, written anew. Resolves to it and its text as Markdown, which
 * is empty where there is none, or where reading it takes too long. Rejects any other file.
 */
export async function storePublication(files: Files, { path }: ReceivedFile) {
  const to = join(tmpdir(), `ascend-${randomUUID()}`)
  try {
    const read: Partial<ReadPublication> = (await beginsAsPdf(path))
      ? await runThread<ReadPublication>(thread, { path, to })
      : {}
    const { fault = 'damaged', pages = 0, paragraphs = [] } = read
    if (pages < 1) throw apiError(faults[fault])
    const id = randomUUID()
    // The row first, so that the cleanup finds the file after a crash.
    await insertPublicationFile(id)
    await files.store(publicationFile(id), to)
    return { id, pages, bytes: (await stat(to)).size, content: pdfMarkdown(paragraphs) }
  } finally {
    await rm(to, { force: true })
  }
}

/** Deletes files that no publication has had for an hour. */
export async function cleanUpPublications(files: Files): Promise<void> {
  // Rows are deleted after the files, so that an interrupted cleanup is repeated.
  await transaction(async () => {
    if (!(await isCleanupAllowed())) return
    for (const id of await deleteUnusedFiles()) await files.remove(publicationFile(id))
  })
}
