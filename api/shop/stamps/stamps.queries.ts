import type { StampProblem } from '#contract/states.ts'
import { first, type Row, sql } from '#db/sql.ts'

/** Where a prepared PDF has room for the drawing, and for the entry in its metadata. */
export type StampPlaces = [drawing: number, entry: number]

export type StampState = { places: StampPlaces } | { problem: StampProblem }

/** Undefined where nobody has tried to prepare the PDF. */
export async function findStampState(pdfId: string): Promise<StampState | undefined> {
  const row = await first(sql<Row<'book_files', 'stampPlaces' | 'stampProblem'>[]>`
    select stamp_places, stamp_problem from book_files where id = ${pdfId}`)
  if (row?.stampPlaces) return { places: row.stampPlaces as StampPlaces }
  return row?.stampProblem ? { problem: row.stampProblem } : undefined
}

export async function setStampState(pdfId: string, state: StampState) {
  const { places = null, problem = null } = { ...state } as {
    places?: StampPlaces
    problem?: string
  }
  await sql`
    update book_files set stamp_places = ${places}, stamp_problem = ${problem} where id = ${pdfId}`
}
