import { upload } from '#contract/form-limits.ts'
import { folded } from '#contract/shop/reading.ts'
import { containing, first, type Row, sql } from '#db/sql.ts'

/** The chapters of `editions`, as `chapters`: each is addressed by its first part. */
export const listedChapters = () => sql`
  lateral (
    select coalesce(jsonb_agg(jsonb_build_object(
      'number', number, 'title', title, 'words', words, 'parts', parts) order by number), '[]') as chapters
    from (
      select min(number) as number, min(title) as title, sum(words) as words, count(*) as parts
      from chapter_parts where edition_id = editions.id group by chapter
    ) as of_chapter
  ) as listed`

type ReadBook = Row<
  'books',
  'id' | 'title' | 'authorName' | 'priceKobo' | 'coverImageUrl' | 'category' | 'isStamped'
> &
  Row<'editions', 'words' | 'language'> & {
    editionId: string
    chapters: { number: number; title: string; words: number; parts: number }[]
  }

/** A book that is read here, published or not, with its contents. */
export function findReadBook(id: string) {
  return first(sql<ReadBook[]>`
    select books.id, books.title, author_name, price_kobo, cover_image_url, category, is_stamped,
      editions.id as edition_id, editions.words, language, listed.chapters
    from books join editions on editions.id = edition_id
      cross join ${listedChapters()}
    where books.id = ${id} and is_readable`)
}

type ReadingOfBook = Row<'books', 'title' | 'authorName' | 'coverImageUrl' | 'category'> &
  Row<'editions', 'words'> & {
    bookId: string
    chapters: ReadBook['chapters']
    place: { number: number; fraction: number } | null
  }

/** Of these books those that are read here, with how far this reader is; the one that was read last comes first. */
export function listReading(readerId: string, bookIds: string[]) {
  return sql<ReadingOfBook[]>`
    select books.id as book_id, books.title, author_name, cover_image_url, category, editions.words,
      listed.chapters,
      case when p.number is not null then
        jsonb_build_object('number', p.number, 'fraction', p.fraction) end as place
    from books join editions on editions.id = books.edition_id
      cross join ${listedChapters()}
      left join book_places p on p.book_id = books.id and p.reader_id = ${readerId}
    where books.id = any(${bookIds}::uuid[]) and is_readable
    order by placed_at desc nulls last, books.title, books.id`
}

/** As they are sent, measured: a chapter without its text, the contents with the search, what compression leaves of a text. */
const sent = { chapter: 11_000, contents: 18_000, ofText: 0.7 }
/** Its width, and bytes of WebP for a pixel: what a script's own request gets. */
const keptPicture = { width: upload.widths[1], bytesPerPixel: 0.12 }

/** About, from what is stored: neither a document nor a picture is read for it. */
export function findSizes(editionId: string) {
  const { width, bytesPerPixel } = keptPicture
  return first(sql<{ text: number; pictures: number; shown: number }[]>`
    select text, pictures, shown from (
      select (${sent.contents} + sum(${sent.chapter} + pg_column_size(doc) * ${sent.ofText}::double precision))::integer as text
      from chapter_parts where edition_id = ${editionId}) as of_text, (
      select coalesce(sum(least(width, ${width}) ^ 2 * height / width * ${bytesPerPixel}::double precision), 0)::integer as pictures,
        count(*)::integer as shown
      from book_pictures where edition_id = ${editionId} and url is not null) as of_pictures`)
}

type PartRow = Row<'chapter_parts', 'number' | 'chapter' | 'title' | 'part' | 'parts' | 'words'> & {
  doc: unknown
}

export function findPart(editionId: string, number: number) {
  return first(sql<PartRow[]>`
    select number, chapter, title, part, parts, words, doc from chapter_parts
    where edition_id = ${editionId} and number = ${number}`)
}

export function listPictures(editionId: string, numbers: number[]) {
  return sql<{ number: number; url: string; width: number; height: number }[]>`
    select number, url, width, height from book_pictures
    where edition_id = ${editionId} and number = any(${numbers}) and url is not null`
}

/** How many words are read by the end of this part, and in all. */
export function countWordsUpTo(bookId: string, number: number) {
  return first(sql<{ read: number; words: number }[]>`
    select sum(p.words) filter (where number <= ${number})::integer as read, sum(p.words)::integer as words
    from books join chapter_parts p on p.edition_id = books.edition_id where books.id = ${bookId}`)
}

/** Parts in which the words are found, with their documents. */
export function listFoundParts(editionId: string, query: string, limit: number) {
  return sql<Pick<PartRow, 'number' | 'title' | 'doc'>[]>`
    select number, title, doc from chapter_parts
    where edition_id = ${editionId} and folded like ${containing(folded(query))}
    order by number limit ${limit}`
}

/** In which part each text stands, spaces apart: what a quote goes over may be divided elsewhere. */
export async function findQuotes(editionId: string, texts: string[]) {
  const wanted = texts.map((text) => folded(text).replace(/\s/g, ''))
  const rows = await sql<{ number: number | null }[]>`
    with parts as materialized (
      select number, regexp_replace(folded, '\\s', '', 'g') as said from chapter_parts where edition_id = ${editionId}
    )
    select (select min(number) from parts where strpos(said, wanted) > 0) as number
    from unnest(${wanted}::text[]) with ordinality as asked (wanted, nth) order by nth`
  return rows.map(({ number }) => number)
}
