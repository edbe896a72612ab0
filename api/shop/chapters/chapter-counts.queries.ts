import { type ChapterEvent, shownFrom } from '#contract/shop/reading.ts'
import { sql } from '#db/sql.ts'

interface Counted {
  bookId: string
  /** The text that was read: one that the book does not have any more is not counted. */
  editionId: string
  number: number
  what: ChapterEvent
}

/** A chapter is started in its first part, and finished in its last. */
export async function countChapter({ bookId, editionId, number, what }: Counted) {
  const isStart = what === 'started'
  await sql`
    insert into chapter_counts as c (edition_id, chapter, started, finished)
    select edition_id, chapter, ${isStart ? 1 : 0}::integer, ${isStart ? 0 : 1}::integer
    from books join chapter_parts using (edition_id)
    where books.id = ${bookId} and edition_id = ${editionId} and number = ${number}
      and part = case when ${isStart} then 1 else parts end
    on conflict (edition_id, chapter) do update set
      started = c.started + excluded.started, finished = c.finished + excluded.finished`
}

/** Null: fewer than are shown. */
interface ShownCounts {
  bookId: string
  title: string
  chapters: { title: string; started: number | null; finished: number | null }[]
}

/** Those of these books that are read here, each with its chapters in their order. */
export function listChapterCounts(bookIds: string[]) {
  const shown = (name: ChapterEvent) =>
    sql`case when ${sql(name)} >= ${shownFrom} then ${sql(name)} end`
  return sql<ShownCounts[]>`
    select books.id as book_id, books.title, jsonb_agg(jsonb_build_object('title', chapter_parts.title,
      'started', ${shown('started')}, 'finished', ${shown('finished')}) order by chapter) as chapters
    from books join chapter_parts using (edition_id)
      left join chapter_counts using (edition_id, chapter)
    where books.id = any (${bookIds}::uuid[]) and is_readable and part = 1
    group by books.id order by books.title, books.id`
}
