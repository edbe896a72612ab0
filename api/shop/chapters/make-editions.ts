import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import type { Files } from '#api/integrations/files.ts'
import { startLoop } from '#api/jobs/background-loop.ts'
import type { StorePicture } from '#api/magazine/uploads/store-picture.ts'
import { readEpubPictures } from '#api/shop/book-files/epub-file.mjs'
import { bookFile, epubFile } from '#api/shop/book-files/file-names.ts'
import { readEpub } from '#api/shop/book-files/read-epub.ts'
import { readBookPdf } from '#api/shop/book-files/read-pdf-text.ts'
import { ApiError } from '#contract/api-error.ts'
import { ReceivedFile } from '#contract/received-file.ts'
import {
  adoptEditions,
  findUnfinishedEdition,
  findUnreadEpub,
  insertEdition,
  listPicturesToStore,
  markReady,
  setPicture,
} from './editions.queries.ts'
import { findUnreadPdf, insertPdfText } from './pdf-texts.queries.ts'

interface MakeWith {
  files: Files
  storePicture: StorePicture
  log: Logger
}

/** Files that were there before there was anything to read wait so long at most; an upload is taken up at once. */
const everyMs = 5 * 60_000

/**
 * Makes books readable here in the background, one after the other: reads EPUBs, and the PDFs of books without one, that
 * nobody has read for their text, and stores the pictures of EPUBs.
 */
export function startEditions({ log, ...outside }: MakeWith) {
  return startLoop({
    async work(signal) {
      while (!signal.aborted && (await makeNext({ log, ...outside })));
      await adoptEditions()
    },
    everyMs,
    channel: 'book_file_stored',
    log,
    failure: 'making books readable failed',
  })
}

/** Resolves to whether there was something to do. */
async function makeNext({ files, storePicture, log }: MakeWith): Promise<boolean> {
  const unread = await findUnreadEpub()
  if (unread) {
    await withFile(files, epubFile(unread.id), async (path) => {
      const { text } = await readEpub(path)
      await insertEdition(unread.id, text)
    }).catch((error: unknown) => giveUp(error, unread.id, log))
    return true
  }
  const edition = await findUnfinishedEdition()
  if (!edition?.epubId) return readNextPdf(files, log)
  const { id, epubId } = edition
  const pictures = await listPicturesToStore(id)
  const store = (path: string) => storePictures(path, pictures, storePicture)
  if (pictures.length > 0) await withFile(files, epubFile(epubId), store)
  await markReady(id)
  await adoptEditions()
  return true
}

/** The rules have changed since the file was taken, or it is gone: it is sold as it is, and not read here. */
async function giveUp(error: unknown, epubId: string, log: Logger) {
  // Storage that is unavailable is tried again.
  if ((error as { status?: number }).status === 503) throw error
  log.warn({ err: error, epub: epubId }, 'an EPUB could not be read for its text')
  await insertEdition(epubId, { fault: 'tooLong', place: '' })
}

/** As `makeNext`, of PDFs. */
async function readNextPdf(files: Files, log: Logger): Promise<boolean> {
  const unread = await findUnreadPdf()
  if (!unread) return false
  const { id } = unread
  await withFile(files, bookFile(id), async (path) => {
    await insertPdfText(id, await readBookPdf(path))
  }).catch(async (error: unknown) => {
    if ((error as { status?: number }).status === 503) throw error
    log.warn({ err: error, pdf: id }, 'a PDF could not be read for its text')
    await insertPdfText(id, { fault: 'tooLong' })
  })
  return true
}

async function storePictures(
  path: string,
  pictures: { id: string; place: string }[],
  storePicture: StorePicture,
) {
  const idOf = new Map(pictures.map(({ id, place }) => [place, id]))
  const one = `${path}-picture`
  try {
    await readEpubPictures(path, [...idOf.keys()], async (bytes, name) => {
      await writeFile(one, bytes, { mode: 0o600 })
      const file = new ReceivedFile(one, bytes.length)
      const use = (stored: Awaited<ReturnType<StorePicture>>) =>
        setPicture(idOf.get(name) ?? '', stored)
      await storePicture(file, null, use).catch((error: unknown) => {
        // A picture that cannot be decoded leaves its words.
        if (!(error instanceof ApiError) || error.status >= 500) throw error
      })
    })
  } finally {
    await rm(one, { force: true })
  }
}

/** With a copy of the file on this machine, which goes afterwards. */
async function withFile(files: Files, name: string, use: (path: string) => Promise<void>) {
  const path = join(tmpdir(), `ascend-${randomUUID()}`)
  try {
    await pipeline(await files.read(name), createWriteStream(path, { mode: 0o600 }))
    await use(path)
  } finally {
    await rm(path, { force: true })
  }
}
