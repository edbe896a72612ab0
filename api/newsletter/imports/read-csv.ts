import { readFile } from 'node:fs/promises'
import { apiError } from '#contract/errors.ts'
import { importLimits } from '#contract/form-limits.ts'

/** `row`: as spreadsheets count; `isOpen`: a quotation mark is not closed, so the last cell is the rest of the file. */
export type CsvRow = { row: number; cells: string[]; isOpen: boolean }

/** All rows but empty ones (RFC 4180), separated by comma, semicolon or tab, in UTF-8 or UTF-16. The file's size is limited before. */
export async function readCsv(path: string): Promise<CsvRow[]> {
  const text = decode(await readFile(path))
  const rows: CsvRow[] = []
  for (const row of rowsOf(text)) {
    if (row.cells.every((cell) => cell.trim() === '')) continue
    // The first one may be the header.
    if (rows.push(row) > importLimits.rows + 1) throw apiError('csvTooLarge')
  }
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

const bareCells = { ',': /[^,\r\n]*/y, ';': /[^;\r\n]*/y, '\t': /[^\t\r\n]*/y }

function* rowsOf(text: string): Generator<CsvRow> {
  const [line = ''] = text.slice(0, 20_000).split(/[\r\n]/, 1)
  const count = (separator: string) => line.replace(/"[^"]*"/g, '').split(separator).length
  const separator = ([',', ';', '\t'] as const).reduce((a, b) => (count(b) > count(a) ? b : a))
  const bare = bareCells[separator]
  let at = 0
  for (let row = 1; at < text.length; row++) {
    const cells: string[] = []
    let isOpen = false
    do {
      if (cells.length === importLimits.columns) throw apiError('csvUnreadable')
      if (cells.length > 0) at++
      const quoted = readQuoted(text, at)
      isOpen = quoted.end > text.length
      at = quoted.end
      bare.lastIndex = at
      const [rest = ''] = bare.exec(text) ?? []
      at += rest.length
      cells.push(quoted.cell + rest)
    } while (text[at] === separator)
    at += text.startsWith('\r\n', at) ? 2 : 1
    yield { row, cells, isOpen }
  }
}

/** The quoted text that begins here, if any; it ends beyond the file if it is not closed. */
function readQuoted(text: string, start: number): { cell: string; end: number } {
  let cell = ''
  let at = start
  while (text[at] === '"') {
    const end = text.indexOf('"', at + 1)
    // A doubled mark stands for one.
    cell += `${at > start ? '"' : ''}${text.slice(at + 1, end < 0 ? undefined : end)}`
    at = (end < 0 ? text.length : end) + 1
  }
  return { cell, end: at }
}
