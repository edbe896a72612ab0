import { getLiveCollection } from 'astro:content'
import type { APIRoute } from 'astro'
import { shown } from '#contract/limits.ts'
import { readShelfQuery } from '#contract/pages/page-queries.ts'
import { opdsPaths } from '#contract/server-paths.ts'
import {
  type CatalogLink,
  catalogFeed,
  feedTypes,
  openSearchType,
  pageLinks,
  relations,
} from '#site/lib/machines/opds.ts'
import { bookEntry, lastChange, shopLink } from '#site/lib/machines/opds-books.ts'
import { currentShelf } from '#site/lib/pages/categories.ts'
import { listPage } from '#site/lib/pages/collections.ts'

/** The books of the shop: all, of one category, or those that a search finds. */
export const GET: APIRoute = async ({ locals: { call, publicUrl, settings }, url }) => {
  const {
    search,
    category,
    page: wanted,
  } = currentShelf(readShelfQuery(url.searchParams), settings)
  const pageSize = shown.books
  const [{ items, total, page }, { output: categories }] = await Promise.all([
    listPage(wanted, pageSize, (page, onTotal) =>
      getLiveCollection('books', { call, onTotal, search, category, page, pageSize }),
    ),
    call('GET /books/categories', {}),
  ])
  const paging = { total, pageSize, page }
  const pathOf = (page: number) => opdsPaths.books({ search, category, page })
  const facets = categories.map(
    (name): CatalogLink => ({
      rel: relations.facet,
      href: opdsPaths.books({ search, category: name }),
      type: feedTypes.acquisition,
      title: name,
      facet: { group: 'Category', isActive: name === category },
    }),
  )
  return catalogFeed({
    publicUrl,
    publisher: settings.contact.publisher,
    kind: 'acquisition',
    path: pathOf(page),
    title: search ? `Books that match “${search}”` : (category ?? 'Books'),
    updated: lastChange(items),
    paging,
    links: [
      { rel: 'up', href: opdsPaths.root, type: feedTypes.navigation },
      { rel: 'search', href: opdsPaths.search, type: openSearchType },
      ...pageLinks(paging, pathOf),
      ...facets,
    ],
    entries: items.map((book) => bookEntry(book, [shopLink(book)])),
  })
}
