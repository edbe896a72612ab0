import { cardIdsOf } from '#api/magazine/stories/text-parts.queries.ts'
import { formatKobo } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { uploadId } from '#contract/uploads.ts'
import { type Nullable, type Row, sql } from '#db/sql.ts'
import { keysOfStory } from '../follows/keys-of-story.ts'
import type { Card } from './mail-blocks.ts'

/** Characters of a book's description, which fit on a phone's screen. */
const wordsOfABook = 200

/** Finds cards by `kind/id`, without those that readers cannot open. */
export async function findCards(keys: string[]): Promise<Map<string, Card>> {
  const stories = await sql<
    (Row<
      'stories',
      'id' | 'slug' | 'title' | 'summary' | 'category' | 'imageUrl' | 'imageAlt' | 'authorId'
    > &
      Nullable<Row<'series_parts', 'seriesId'>>)[]
  >`
    select id, slug, title, summary, category, image_url, image_alt, author_id, series_id
    from stories left join series_parts on story_id = id
    where is_published and id = any(${cardIdsOf(keys, 'story')}::uuid[])`
  const books = await sql<
    (Row<'books', 'id' | 'slug' | 'title' | 'priceKobo' | 'coverImageUrl'> & {
      words: string
      isCut: boolean
    })[]
  >`
    select id, slug, title, left(description, ${wordsOfABook}) as words,
      length(description) > ${wordsOfABook} as is_cut, price_kobo, cover_image_url from books
    where is_published and id = any(${cardIdsOf(keys, 'book')}::uuid[])`
  const cards: Card[] = [
    ...stories.map(({ imageUrl, imageAlt, summary, authorId, seriesId, ...story }) => ({
      kind: 'story' as const,
      ...story,
      followedBy: keysOfStory({ authorId, seriesId, category: story.category }),
      words: summary,
      ...pictureOf(imageUrl, imageAlt),
    })),
    ...books.map(({ words, isCut, priceKobo, coverImageUrl, ...book }) => ({
      kind: 'book' as const,
      ...book,
      // unchecked pattern: the database has cut the words to `wordsOfABook`.
      words: isCut ? `${words.replace(/\s+\S*$/, '')}…` : words,
      price: formatKobo(priceKobo),
      ...pictureOf(coverImageUrl, `Cover of ${book.title}`),
    })),
  ]
  return new Map(cards.map((card) => [`${card.kind}/${card.id}`, card]))
}

export async function findNewestCards() {
  const [newest] = await sql<{ story: string | null; book: string | null }[]>`
    select
      (select id from stories where is_published order by published_at desc limit 1) as story,
      (select id from books where is_published order by created_at desc limit 1) as book`
  return {
    story: newest?.story ? paths.story(newest.story) : null,
    book: newest?.book ? paths.book(newest.book) : null,
  }
}

/** Only pictures of this site, since another host would learn who opens the mail. */
function pictureOf(url: string | null, alt: string): Pick<Card, 'picture'> {
  const id = uploadId(url ?? '')
  return id ? { picture: { id, alt } } : {}
}
