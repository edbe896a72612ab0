import type { Context } from 'koa'

/** Excel reads UTF-8 only behind this mark. */
export const excelMark = '\uFEFF'

const batchRows = 2000

/** One line as RFC 4180 has it, its end included. */
export function csvLine(cells: string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/** The apostrophe keeps a spreadsheet from evaluating typed text as a formula. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${plain.replaceAll('"', '""')}"`
}

/** All rows, by pieces of those behind the last one: a slow download holds no connection. */
export async function* csvFile<Row>(
  columns: Record<string, (row: Row) => string>,
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

/** Whether the file itself is asked for, and not its headers alone. */
export function startCsv(ctx: Context, name: string): boolean {
  ctx.attachment(name)
  ctx.type = 'text/csv; charset=utf-8'
  ctx.status = 200
  return ctx.method !== 'HEAD'
}
