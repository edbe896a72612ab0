import { perVersion } from './data-version.ts'
import { sql } from './sql.ts'

/** Rows between two bookmarks; fewer are skipped by counting. */
const every = 500

interface Mark {
  /** Text of the database: JavaScript's times have milliseconds only. */
  at: string
  id: string
  place: number
}

/**
 * Caches every 500th row of a newest-first list while the data stays the same, so that page 2,000 is as fast as page 2.
 * `listed` selects `at` and `id` of all rows of the list with that key.
 */
export function deepPages(
  most: number,
  listed: (key: string) => ReturnType<typeof sql>,
  of?: 'site' | 'shelf',
) {
  const marksOf = perVersion(
    most,
    (key) => sql<Mark[]>`
      select at::text, id, place from (
        select at, id, row_number() over (order by at desc, id desc) as place from (${listed(key)}) as listed
      ) as numbered
      where place % ${every} = 0 order by place`,
    of,
  )
  return async (key: string, offset: number): Promise<{ after?: Mark; offset: number }> => {
    if (offset < every) return { offset }
    const marks = await marksOf(key)
    const after = marks[Math.min(marks.length, Math.floor(offset / every)) - 1]
    return after ? { after, offset: offset - after.place } : { offset }
  }
}
