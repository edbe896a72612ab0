import type { Find } from '#api/operations/search/find.ts'
import type { ServedKind } from '#api/operations/served-kind.ts'
import { formatKobo } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { shop } from '#contract/roles.ts'
import { sql } from '#db/sql.ts'
import {
  bookUndo,
  bringBackBook,
  eraseBook,
  isOrdered,
  lastUnstamped,
  listFoundBooks,
} from './books.admin.queries.ts'

const find: Find = async (words, most) => {
  const books = await listFoundBooks(words, most)
  return books.map(({ id, title, category, priceKobo, coverImageUrl, isPublished }) => ({
    id,
    title,
    fact: priceKobo === 0 ? 'Free' : formatKobo(priceKobo),
    state: isPublished ? 'published' : 'draft',
    publicPath: isPublished ? paths.book(id) : null,
    category,
    pictureUrl: coverImageUrl,
  }))
}

export const bookKind = {
  find,
  waiting: { booksNotStamped: { rows: lastUnstamped } },
  /** Buyers of one that was sold keep it, so it is left behind without its files (`erased_at`). */
  deleted: {
    roles: shop,
    rows: () => sql`
      select id, title, deleted_at, deleted_by, ${isOrdered()} as is_sold
      from books where deleted_at is not null and erased_at is null`,
    restore: bringBackBook,
    erase: eraseBook,
  },
  undo: { book: { ...bookUndo, roles: shop } },
} satisfies ServedKind
