import type { DeletedThing } from '#api/operations/deleted/deleted-thing.ts'
import type { Find } from '#api/operations/search/find.ts'
import { formatKobo } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { shop } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { sql } from '#db/sql.ts'
import { bringBackBook, eraseBook, isOrdered, listFoundBooks } from './books.admin.queries.ts'

export const findBooks: Find = async (words, most) => {
  const books = await listFoundBooks(words, most)
  return books.map(({ id, title, category, priceKobo, coverImageUrl, isPublished }) => ({
    id,
    title,
    fact: priceKobo === 0 ? 'Free' : formatKobo(priceKobo),
    state: isPublished ? 'published' : 'draft',
    path: staffPaths.book(id),
    publicPath: isPublished ? paths.book(id) : null,
    category,
    pictureUrl: coverImageUrl,
  }))
}

/** Buyers of one that was sold keep it, so it is left behind without its files (`erased_at`). */
export const deletedBook: DeletedThing = {
  roles: shop,
  rows: () => sql`
    select id, title, deleted_at, deleted_by, ${isOrdered()} as is_sold
    from books where deleted_at is not null and erased_at is null`,
  restore: bringBackBook,
  erase: eraseBook,
}
