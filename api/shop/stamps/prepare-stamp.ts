import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Files } from '#api/integrations/files.ts'
import { bookFile, stampedFile } from '#api/shop/book-files/file-names.ts'
import { runThread } from '#api/shop/book-files/run-thread.ts'
import type { StampProblem } from '#contract/states.ts'
import { blankStamp } from './draw-stamp.ts'
import {
  findStampState,
  type StampPlaces,
  type StampState,
  setStampState,
} from './stamps.queries.ts'

const thread = new URL('./stamp-thread.mjs', import.meta.url)

/** The mark is found in a prepared PDF, and in no book. */
const mark = 'ascend-stamp-4f0c1f9e7d1b'

const preparing = new Map<string, Promise<StampState>>()

/**
 * Writes the PDF once more, linearized and with room for a stamp, unless that was done. The bytes depend on the PDF alone, so
 * replicas may do it at the same moment.
 */
export function prepareStamp(files: Files, pdfId: string): Promise<StampState> {
  const pending = preparing.get(pdfId) ?? prepareOnce(files, pdfId)
  preparing.set(pdfId, pending)
  void pending.catch(() => {}).finally(() => preparing.delete(pdfId))
  return pending
}

async function prepareOnce(files: Files, pdfId: string): Promise<StampState> {
  const known = await findStampState(pdfId)
  // A restored backup has no prepared files.
  if (known && ('problem' in known || (await files.find(stampedFile(pdfId))))) return known
  const path = join(tmpdir(), `ascend-${randomUUID()}`)
  const made = `${path}-stamped`
  try {
    await pipeline(await files.read(bookFile(pdfId)), createWriteStream(path, { mode: 0o600 }))
    const { places, problem = 'damaged' } = await runThread<{
      places: StampPlaces
      problem: StampProblem
    }>(thread, { path, to: made, ...blankStamp(mark) })
    const state = places ? { places } : { problem }
    if (places) await files.store(stampedFile(pdfId), made)
    await setStampState(pdfId, state)
    return state
  } finally {
    await Promise.all([path, made].map((file) => rm(file, { force: true })))
  }
}
