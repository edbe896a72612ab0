import type { Row } from '#db/sql.ts'
import { sql, values } from '#db/sql.ts'

export type BookPlace = Row<
  'book_places',
  'bookId' | 'editionId' | 'number' | 'block' | 'within' | 'fraction'
> & {
  /** Milliseconds since 1970. */
  at: number
}

/** The later one counts, by the clocks of the devices; one that is ahead counts as now. Places in books that are gone go. */
export async function upsertPlaces(readerId: string, places: BookPlace[]) {
  // In one order, so that two tabs do not wait for each other.
  const inTurn = [...places].sort((one, other) => (one.bookId < other.bookId ? -1 : 1))
  for (const { at, ...place } of inTurn) {
    const placedAt = new Date(Math.min(at, Date.now()))
    await sql`
      insert into book_places ${values('book_places', { readerId, ...place, placedAt })}
      on conflict on constraint book_places_once do update set
        edition_id = excluded.edition_id, number = excluded.number, block = excluded.block,
        within = excluded.within, fraction = excluded.fraction, placed_at = excluded.placed_at
      where book_places.placed_at < excluded.placed_at`
  }
}

/** The latest first. */
export function listPlaces(readerId: string) {
  return sql<(BookPlace & Row<'books', 'title'>)[]>`
    select book_id, title, book_places.edition_id, number, block, within, fraction,
      (extract(epoch from placed_at) * 1000)::bigint as at
    from book_places join books on books.id = book_id
    where reader_id = ${readerId} order by placed_at desc`
}

/** Which of these books there are. */
export async function listKnownBooks(ids: string[]): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`select id from books where id = any(${ids}::uuid[])`
  return new Set(rows.map(({ id }) => id))
}
