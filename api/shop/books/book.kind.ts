import type { Find } from '#api/operations/search/find.ts'
import { formatKobo } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { listFoundBooks } from './books.admin.queries.ts'

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
