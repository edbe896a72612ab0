import { getLiveCollection } from 'astro:content'
import { shown } from '#contract/limits.ts'
import { readShelfQuery } from '#contract/page-queries.ts'
import type { CallOnServer } from './call-types.ts'
import { listPage } from './collections.ts'

/** The data of a books page for the query of its address: filters, one page of books, all categories. */
export async function readShelf(call: CallOnServer, search: URLSearchParams) {
  const query = readShelfQuery(search)
  const [{ items: books, total, page }, { output: categories }] = await Promise.all([
    listPage(query.page, shown.books, (page, onTotal) =>
      getLiveCollection('books', { call, onTotal, ...query, page, pageSize: shown.books }),
    ),
    call('GET /books/categories', {}),
  ])
  return { ...query, books, total, page, categories }
}
