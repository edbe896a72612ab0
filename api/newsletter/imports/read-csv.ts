import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import { apiError } from '#contract/errors.ts'
import { importLimits } from '#contract/form-limits.ts'

/** `row`: as spreadsheets count; `isOpen`: a quotation mark is not closed, so the last cell may be the rest of the file. */
export type CsvRow = { row: number; cells: string[]; isOpen: boolean }

/** All rows but empty ones, separated by comma, semicolon or tab, in UTF-8 or UTF-16. The file's size is limited before. */
export async function readCsv(path: string): Promise<CsvRow[]> {
  const text = decode(await readFile(path))
  // Empty rows count, and say nothing of the separator.
  const guess = { preview: 20, skipEmptyLines: true, delimitersToGuess: [',', ';', '\t'] }
  const { delimiter } = Papa.parse(text, guess).meta
  const { data, errors } = Papa.parse<string[]>(text, { delimiter })
  const open = new Set(errors.map(({ type, row }) => (type === 'Quotes' ? row : undefined)))
  const rows = data
    .map((cells, at) => ({ row: at + 1, cells, isOpen: open.has(at) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim()))
  // The first one may be the header.
  if (rows.length > importLimits.rows + 1) throw apiError('csvTooLarge')
  if (rows.some(({ cells }) => cells.length > importLimits.columns)) throw apiError('csvUnreadable')
  return rows
}

function decode(bytes: Uint8Array): string {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex')
  const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[mark] ?? 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // It is told below.
  }
  throw apiError('csvUnreadable')
}
