import { keptDays } from '#contract/retention.ts'
import { countRows, type Row, sql, values } from '#db/sql.ts'

type Place = Row<
  'notes',
  | 'id'
  | 'bookId'
  | 'editionId'
  | 'number'
  | 'block'
  | 'start'
  | 'quote'
  | 'before'
  | 'after'
  | 'chapter'
  | 'words'
>

export interface Note extends Place {
  /** Milliseconds since 1970. */
  at: number
  isDeleted: boolean
}

type Told = Row<'notes', 'bookId' | 'chapter' | 'number' | 'quote' | 'words' | 'changedAt'>

/** Notes of one answer. */
const mostAnswered = 200
const dayMs = 24 * 60 * 60 * 1000
/** The clocks of two servers differ by less. */
const clockMs = 10 * 60 * 1000

/**
 * The later change of each note counts, by the clocks of the devices; one that is ahead counts as now. A note is found by its
 * reader first, so that nobody's can be another's. Belongs into a transaction.
 */
export async function upsertNotes(readerId: string, notes: Note[]) {
  // One call of a reader at a time, so that moments come in order and no device misses one.
  await sql`select from readers where id = ${readerId} for no key update`
  const [last] = await sql<{ at: number | null }[]>`
    select (extract(epoch from max(stored_at)) * 1000)::bigint as at from notes where reader_id = ${readerId}`
  let storedAt = Math.max(Date.now(), last?.at ?? 0)
  for (const { at, isDeleted, ...note } of notes) {
    const changedAt = new Date(Math.min(at, Date.now()))
    storedAt++
    const times = { changedAt, storedAt: new Date(storedAt) }
    if (isDeleted) {
      const gone = { quote: '', before: '', after: '', chapter: '', words: '' }
      await sql`
        update notes set ${values('notes', { ...gone, ...times, deletedAt: new Date() })}
        where reader_id = ${readerId} and id = ${note.id} and changed_at < ${changedAt}`
    } else {
      await sql`
        insert into notes ${values('notes', { readerId, ...note, ...times })}
        on conflict on constraint notes_once do update set
          edition_id = excluded.edition_id, number = excluded.number, block = excluded.block, start = excluded.start,
          quote = excluded.quote, before = excluded.before, after = excluded.after, chapter = excluded.chapter,
          words = excluded.words, changed_at = excluded.changed_at, stored_at = excluded.stored_at, deleted_at = null
        where notes.changed_at < excluded.changed_at`
    }
  }
}

export function countNotes(readerId: string): Promise<number> {
  return countRows(sql`notes where reader_id = ${readerId} and deleted_at is null`)
}

/**
 * What was stored later than `since`. A device that asks after deletions were forgotten gets all, in place of what it knows.
 */
export async function listChanges(readerId: string, since: number) {
  const from = since < Date.now() - keptDays.deletedNote * dayMs ? 0 : since
  const rows = await sql<(Note & { storedAt: number })[]>`
    select id, book_id, edition_id, number, block, start, quote, before, after, chapter, words,
      (extract(epoch from changed_at) * 1000)::bigint as at, deleted_at is not null as is_deleted,
      (extract(epoch from stored_at) * 1000)::bigint as stored_at
    from notes where reader_id = ${readerId} and stored_at > ${new Date(from)}
    order by stored_at limit ${mostAnswered + 1}`
  const notes = rows.slice(0, mostAnswered)
  const isMore = rows.length > mostAnswered
  const last = notes.at(-1)?.storedAt ?? from
  const until = isMore ? last : Math.max(last, Date.now() - clockMs)
  return { notes, until, isMore, isWhole: from === 0 }
}

/** All of a reader, by book and in its order. */
export async function listNotes(readerId: string, bookId: string | null = null) {
  const rows = await sql<(Told & Row<'books', 'title' | 'authorName'>)[]>`
    select book_id, title, author_name, chapter, number, quote, words, notes.changed_at
    from notes join books on books.id = book_id
    where reader_id = ${readerId} and notes.deleted_at is null
      and (${bookId}::uuid is null or book_id = ${bookId})
    order by title, book_id, number, block, start`
  return [...rows]
}

/** They have told all devices that still ask. */
export async function deleteOldNotes() {
  await sql`
    delete from notes where deleted_at < now() - make_interval(days => ${keptDays.deletedNote})`
}
