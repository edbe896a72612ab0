import { setImmediate as breathe } from 'node:timers/promises'
import { apiErrorBecause } from '#contract/errors.ts'
import type { BookText, TextFault } from '#contract/shop/book-text.ts'
import { type EpubFaultName, sayEpubFault } from '#contract/shop/epub-faults.ts'
import { chapterDocument } from '#markdown/book-schema.ts'
import { runThread } from './run-thread.ts'

interface ReadEpub {
  /** The opening of the text; empty where there is none. */
  sample: string
  text: BookText | TextFault
  fault: EpubFaultName
  /** The file in the EPUB. */
  place: string
}

const thread = new URL('./epub-thread.mjs', import.meta.url)

/**
 * Checks the whole file, and resolves to its sample, and to its text where it can be read on the site. Rejects what may not
 * be sold with the reason in words.
 */
export async function readEpub(path: string): Promise<Pick<ReadEpub, 'sample' | 'text'>> {
  const read = await runThread<ReadEpub>(thread, path)
  const { sample, text = { fault: 'tooLong', place: '' }, fault = 'notAnEpub', place } = read
  if (sample === undefined) throw apiErrorBecause('badEpub', sayEpubFault(fault, place))
  return { sample, text: await checkText(text) }
}

/** Documents are stored as they are, so nothing is in them that the schema does not allow. */
async function checkText(text: BookText | TextFault): Promise<BookText | TextFault> {
  if ('fault' in text) return text
  for (const { title, doc } of text.parts) {
    try {
      chapterDocument(doc)
    } catch {
      return { fault: 'schema', place: title }
    }
    // Other requests are answered between parts.
    await breathe()
  }
  return text
}
