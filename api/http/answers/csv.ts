import type { Context } from 'koa'

/** The byte order mark, without which Excel does not read UTF-8. */
export const excelMark = '\uFEFF'

const batchRows = 2000

/** Null is an empty cell. */
export type Cell = string | number | null | undefined

/** One line (RFC 4180), with its line end. Numbers are left bare, so that spreadsheets can add them up. */
export function csvLine(cells: Cell[]): string {
  return `${cells.map((cell) => (typeof cell === 'string' ? quote(cell) : (cell ?? ''))).join(',')}\r\n`
}

/** With the apostrophe a spreadsheet does not evaluate typed text as a formula. */
function quote(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${plain.replaceAll('"', '""')}"`
}

/** Reads the rows in batches, so that a slow download does not occupy a database connection. */
export async function* csvFile<Row>(
  columns: Record<string, (row: Row) => Cell>,
  listAfter: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns))
  const cells = Object.values(columns)
  let rows: Row[] = []
  do {
    rows = await listAfter(rows.at(-1), batchRows)
    if (rows.length > 0) yield rows.map((row) => csvLine(cells.map((of) => of(row)))).join('')
  } while (rows.length === batchRows)
}

/** Sets the headers; returns false for HEAD, which needs no body. */
export function startCsv(ctx: Context, name: string): boolean {
  ctx.attachment(name)
  ctx.type = 'text/csv; charset=utf-8'
  ctx.status = 200
  return ctx.method !== 'HEAD'
}
