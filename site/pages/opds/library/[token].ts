import type { APIRoute } from 'astro'
import type { ApiError } from '#contract/api-error.ts'
import { shown } from '#contract/limits.ts'
import { readPage } from '#contract/pages/page-queries.ts'
import { paths } from '#contract/paths.ts'
import { opdsPaths } from '#contract/server-paths.ts'
import { orderPaths } from '#contract/shop/order-paths.ts'
import {
  type CatalogLink,
  catalogFeed,
  feedTypes,
  pageLinks,
  relations,
} from '#site/lib/machines/opds.ts'
import { bookEntry, lastChange } from '#site/lib/machines/opds-books.ts'

/** What an app is answered whose address is not valid any more, or that asks too often. */
function refused(error: ApiError): Response {
  const { status, sentence, retryAfter } = error
  if (status !== 404 && status !== 429) throw error
  return new Response(sentence, {
    status,
    ...(retryAfter && { headers: { 'Retry-After': `${retryAfter}` } }),
  })
}

/** The books that a reader has bought, with their downloads. */
export const GET: APIRoute = async ({ locals: { call, publicUrl, settings }, params, url }) => {
  const token = params['token'] ?? ''
  const asked = { page: readPage(url.searchParams), pageSize: shown.library }
  const library = await call('GET /libraries/:token', { token, ...asked }).catch(refused)
  if (library instanceof Response) return library
  const { output: bought, total = 0 } = library
  const paging = { ...asked, total }
  const pathOf = (page: number) => opdsPaths.library(token, page)
  const books = bought.map(({ book }) => book)
  return catalogFeed({
    publicUrl,
    publisher: settings.contact.publisher,
    kind: 'acquisition',
    path: pathOf(asked.page),
    title: 'My library',
    updated: bought.reduce(
      (last, { paidAt }) => (paidAt > last ? paidAt : last),
      lastChange(books),
    ),
    paging,
    links: [
      { rel: 'up', href: opdsPaths.root, type: feedTypes.navigation },
      ...pageLinks(paging, pathOf),
    ],
    entries: bought.map(({ book, download }) => {
      const way = (href: string, type: string): CatalogLink => ({
        rel: relations.acquire,
        href,
        type,
      })
      // A link that is over is renewed on the order's page, whose key is not for everybody who has this address.
      if (!download || download.isOver) return bookEntry(book, [way(paths.account, 'text/html')])
      const files =
        download.parts.length > 0 ? download.parts : [{ ...download, title: book.title }]
      return bookEntry(
        book,
        files.flatMap(({ url, epubBytes, title }) => [
          ...(epubBytes === null
            ? []
            : [{ ...way(orderPaths.epub(url), 'application/epub+zip'), title }]),
          { ...way(url, 'application/pdf'), title },
        ]),
      )
    }),
  })
}
