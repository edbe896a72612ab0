import { createHash } from 'node:crypto'
import { Piscina } from 'piscina'
import { ByteCache } from '#api/http/answers/byte-cache.ts'
import { type Caller, fairQueue } from '#api/http/load/fair-queue.ts'
import type { Brand } from '#api/mails/render-mail.ts'
import { apiErrorLater } from '#contract/errors.ts'
import { sheetDrawing } from '#contract/form-limits.ts'

/** One sheet of business paper: a receipt, an invoice, a statement. Everything is text as it is to be read. */
export interface PdfSheet {
  /** Whose paper it is: name and contacts. */
  brand: Brand
  title: string
  /** Number, date and the like. */
  facts: [label: string, value: string][]
  /** Seller and buyer, beside each other. */
  parties: { heading: string; lines: string[] }[]
  /** `share` of the width; numbers stand to the right. */
  columns: { label: string; share: number; isNumber?: boolean }[]
  /** A cell for each column. They go on over as many pages as they need. */
  rows: string[][]
  /** They stand below the numbers; the last one is the total. */
  sums: [label: string, value: string][]
  notes: string[]
  /** Across the top of the sheet, such as "Test: no money moved". */
  warning?: string | undefined
}

/**
 * One thread of low priority: a sheet takes a tenth of a second, which pages are not to wait for. It ends when nobody has
 * asked for a sheet for a minute.
 */
const threads = new Piscina({
  filename: new URL('./draw-pdf-thread.mjs', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 60_000,
  // As in encode-difference.ts.
  atomics: 'disabled',
  niceIncrement: 10,
})

/** The letters, each with its width and its outline in the operators of PDF, both in thousandths of the size. */
export type Outlines = Record<string, { width: number; outline: string }>

/** Letters as shapes of Noto Sans; those that it does not have are left out. */
export function outlineLetters(letters: string[]): Promise<Outlines> {
  const filename = new URL('./set-text.mjs', import.meta.url).href
  return threads.run(letters, { filename, name: 'outlineLetters' })
}

/** The stories of a week, as they are to be read. */
export interface EditionSheet {
  magazine: string
  title: string
  /** A PNG of three to two. */
  cover: Uint8Array
  coverAlt: string
  lead: string[]
  stories: {
    place: number
    title: string
    category: string
    byline: string
    blocks: { kind: 'text' | 'heading' | 'quote' | 'item' | 'small'; text: string }[]
    /** Where it is on the site. */
    url: string
  }[]
  end: { heading?: string; text: string; url?: string }[]
}

/** An A6 PDF, tagged for screen readers. */
export function drawEdition(sheet: EditionSheet): Promise<Uint8Array> {
  const filename = new URL('./draw-edition-thread.mjs', import.meta.url).href
  return threads.run(sheet, { filename, name: 'drawEdition' })
}

const inTurn = fairQueue(sheetDrawing, () => apiErrorLater('pagesBusy', 2))

/** Sheets are kept by what stands on them: the same facts are the same sheet. */
const kept = new ByteCache<Buffer>('sheets', sheetDrawing.keptBytes)

/** The service itself, which sends it by mail. */
const mail: Caller = { network: '', isKnown: true }

/**
 * An A4 PDF, tagged for screen readers. Throws with `Retry-After` when too many wait for theirs; rejects when the thread
 * dies, which no text makes it do.
 */
export async function drawPdf(sheet: PdfSheet, caller = mail): Promise<Buffer> {
  const facts = createHash('sha256').update(JSON.stringify(sheet)).digest('base64url')
  const draw = async () => {
    // It may have been drawn while this one waited.
    const drawn = kept.find(facts)
    if (drawn) return drawn
    const pdf = Buffer.from((await threads.run(sheet, { name: 'drawSheet' })) as Uint8Array)
    kept.put(facts, pdf, pdf.length)
    return pdf
  }
  return kept.find(facts) ?? inTurn(caller, draw)
}
