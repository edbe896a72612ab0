import { listPictureSizes } from '#api/magazine/uploads/uploads.queries.ts'
import { toNaira } from '#contract/money.ts'
import { uploadIdsIn } from '#contract/uploads.ts'
import { type Row, sql } from '#db/sql.ts'
import type { StoryContent } from './stories.queries.ts'

type Kind = 'story' | 'book'
type TextCard = Row<'stories', 'id' | 'title' | 'category' | 'authorName' | 'imageUrl'> & {
  kind: Kind
  /** It is in naira, as in the contract. */
  price: number
}

/** What is drawn of cards, by `kind/id`, without those that readers cannot open. */
export async function listCards(keys: string[]): Promise<TextCard[]> {
  const cards = await sql<(Omit<TextCard, 'price'> & { priceKobo: number })[]>`
    select 'story' as kind, id, title, category, author_name, 0::bigint as price_kobo, image_url from stories
    where is_published and id = any(${cardIdsOf(keys, 'story')}::uuid[])
    union all
    select 'book', id, title, category, author_name, price_kobo, cover_image_url from books
    where is_published and id = any(${cardIdsOf(keys, 'book')}::uuid[])`
  return cards.map(({ priceKobo, ...card }) => ({ ...card, price: toNaira(priceKobo) }))
}

export const cardIdsOf = (keys: string[], kind: Kind) =>
  keys.filter((key) => key.startsWith(`${kind}/`)).map((key) => key.slice(kind.length + 1))

// unchecked pattern: one way to read it, from the beginning.
const linked = /\]\(\/((?:story|book)\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![\w-])/gi

/** What a text shows besides its words: pictures, and what its links to stories and books may be cards of. */
export async function findTextParts({ content, contentFormat }: StoryContent) {
  if (contentFormat === 'plain') return { pictures: [], cards: [] }
  const ids = uploadIdsIn(content)
  const keys = Array.from(content.matchAll(linked), ([, key = '']) => key.toLowerCase())
  return {
    pictures: ids.length === 0 ? [] : await listPictureSizes(ids),
    cards: keys.length === 0 ? [] : await listCards([...new Set(keys)]),
  }
}
