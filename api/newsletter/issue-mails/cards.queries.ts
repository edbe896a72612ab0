import { formatNaira } from '#contract/money.ts'
import { uploadId } from '#contract/uploads.ts'
import { type Row, sql } from '#db/sql.ts'
import type { Card } from './mail-blocks.ts'

/** Characters of a book's description: as much as a phone shows without scrolling past it. */
const wordsOfABook = 200

/** By `kind/id`; what readers cannot open is not there. */
export async function findCards(keys: string[]): Promise<Map<string, Card>> {
  const idsOf = (kind: Card['kind']) =>
    keys.filter((key) => key.startsWith(`${kind}/`)).map((key) => key.slice(kind.length + 1))
  const stories = await sql<
    Row<'stories', 'id' | 'title' | 'summary' | 'category' | 'imageUrl' | 'imageAlt'>[]
  >`
    select id, title, summary, category, image_url, image_alt from stories
    where is_published and id = any(${idsOf('story')}::uuid[])`
  const books = await sql<
    (Row<'books', 'id' | 'title' | 'price' | 'coverImageUrl'> & { words: string; isCut: boolean })[]
  >`
    select id, title, left(description, ${wordsOfABook}) as words,
      length(description) > ${wordsOfABook} as is_cut, price, cover_image_url from books
    where is_published and id = any(${idsOf('book')}::uuid[])`
  const cards: Card[] = [
    ...stories.map(({ imageUrl, imageAlt, summary, ...story }) => ({
      kind: 'story' as const,
      ...story,
      words: summary,
      ...pictureOf(imageUrl, imageAlt),
    })),
    ...books.map(({ words, isCut, price, coverImageUrl, ...book }) => ({
      kind: 'book' as const,
      ...book,
      // unchecked pattern: the database has cut the words to `wordsOfABook`.
      words: isCut ? `${words.replace(/\s+\S*$/, '')}…` : words,
      price: formatNaira(price),
      ...pictureOf(coverImageUrl, `Cover of ${book.title}`),
    })),
  ]
  return new Map(cards.map((card) => [`${card.kind}/${card.id}`, card]))
}

/** Only ours: another host would learn who reads the letter. */
function pictureOf(url: string | null, alt: string): Pick<Card, 'picture'> {
  const id = uploadId(url ?? '')
  return id ? { picture: { id, alt } } : {}
}

export async function findPictureSizes(ids: string[]) {
  const rows = await sql<Row<'uploads', 'id' | 'width' | 'height'>[]>`
    select id, width, height from uploads where id = any(${ids}::uuid[])`
  return new Map(rows.map(({ id, ...size }) => [id, size]))
}
