import { Piscina } from 'piscina'
import type { Brand } from '#api/mails/render-mail.ts'

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
  /** Below the numbers; the last one is the total. */
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
  niceIncrement: 10,
})

/** An A4 PDF, tagged for screen readers. Rejects when the thread dies, which no text makes it do. */
export async function drawPdf(sheet: PdfSheet): Promise<Buffer> {
  return Buffer.from((await threads.run(sheet, { name: 'drawSheet' })) as Uint8Array)
}
