import { lagosDay } from '#db/lagos.ts'
import { sql } from '#db/sql.ts'

export const numberPrefixes = { receipt: 'R', invoice: 'INV' } as const
export type NumberKind = keyof typeof numberPrefixes

export interface TakenNumber {
  /** The year in Lagos. */
  year: number
  number: number
}

/**
 * The next number of this year, without gaps. Call it late in the transaction that stores what bears the number: others wait
 * for their own until that is over.
 */
export async function takeNumber(kind: NumberKind): Promise<TakenNumber> {
  const [taken] = await sql<TakenNumber[]>`
    insert into number_series as series (kind, year, last)
    values (${kind}, extract(year from ${lagosDay()})::integer, 1)
    on conflict (kind, year) do update set last = series.last + 1
    returning year, last as number`
  return taken as TakenNumber
}

/** `R-2026-00042`. */
export function formatNumber(kind: NumberKind, { year, number }: TakenNumber): string {
  return `${numberPrefixes[kind]}-${year}-${String(number).padStart(5, '0')}`
}
