import { keptDays } from '#contract/retention.ts'
import { noteLimits } from '#contract/shop/notes.ts'
import { type Row, sql, values } from '#db/sql.ts'

type Columns = Row<'book_notes'>
export interface Note extends Omit<Columns, 'readerId' | 'changedAt' | 'storedAt' | 'deletedAt'> {
  /** Milliseconds since 1970. */
  at: number
  isDeleted: boolean
}

const emptied = { quote: '', before: '', after: '', chapter: '', words: '' }
/** Notes of one answer. */
const mostAnswered = 200
const dayMs = 24 * 60 * 60 * 1000
/** The clocks of two servers differ by less. */
const clockMs = 10 * 60 * 1000

/**
 * The later change of each note counts, by the clocks of the devices; one that is ahead counts as now. A note is found by its
 * reader first, so that nobody's can be another's. Belongs into a transaction; resolves to whether the account takes so many.
 */
export async function upsertNotes(readerId: string, notes: Note[]): Promise<boolean> {
  // One call of a reader at a time, so that moments come in order and no device misses one.
  await sql`select from readers where id = ${readerId} for no key update`
  const [last] = await sql<{ at: number | null }[]>`
    select (extract(epoch from max(stored_at)) * 1000)::bigint as at from book_notes where reader_id = ${readerId}`
  let storedAt = Math.max(Date.now(), last?.at ?? 0)
  for (const { id, at, isDeleted, ...said } of notes) {
    const changedAt = new Date(Math.min(at, Date.now()))
    const note = {
      ...said,
      ...(isDeleted && emptied),
      changedAt,
      storedAt: new Date(++storedAt),
      deletedAt: isDeleted ? new Date() : null,
    }
    await sql`
      insert into book_notes ${values('book_notes', { readerId, id, ...note })}
      on conflict on constraint book_notes_once do update set ${values('book_notes', note)}
      where book_notes.changed_at < ${changedAt}`
  }
  const [count] = await sql<{ shown: number; all: number }[]>`
    select count(*) filter (where deleted_at is null)::integer as shown, count(*)::integer as all
    from book_notes where reader_id = ${readerId}`
  const most = noteLimits.reader
  return count !== undefined && count.shown <= most && count.all <= 5 * most
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
    from book_notes where reader_id = ${readerId} and stored_at > ${new Date(from)}
    order by stored_at limit ${mostAnswered + 1}`
  const notes = rows.slice(0, mostAnswered)
  const isMore = rows.length > mostAnswered
  const last = notes.at(-1)?.storedAt ?? from
  const until = isMore ? last : Math.max(last, Date.now() - clockMs)
  return { notes, until, isMore, isWhole: from === 0 }
}

/** All of a reader, by book and in its order. */
export async function listNotes(readerId: string, bookId: string | null = null) {
  type Told = Pick<Columns, 'bookId' | 'chapter' | 'number' | 'quote' | 'words' | 'changedAt'>
  const rows = await sql<(Told & Row<'books', 'title' | 'authorName'>)[]>`
    select book_id, title, author_name, chapter, number, quote, words, book_notes.changed_at
    from book_notes join books on books.id = book_id
    where reader_id = ${readerId} and book_notes.deleted_at is null
      and (${bookId}::uuid is null or book_id = ${bookId})
    order by title, book_id, number, block, start`
  return [...rows]
}

/** They have told all devices that still ask. */
export async function deleteOldNotes() {
  await sql`
    delete from book_notes where deleted_at < now() - make_interval(days => ${keptDays.deletedNote})`
}
