import type { APIRoute } from 'astro'
import { brand } from '#site/lib/brand.ts'
import { unless } from '#site/lib/collections.ts'
import { type CatalogLink, catalogFeed, feedTypes, relations } from '#site/lib/opds.ts'
import { bookEntry, lastChange } from '#site/lib/opds-books.ts'
import { opdsPaths } from '#site/lib/opds-paths.ts'
import { orderPaths } from '#site/lib/order-paths.ts'

/** The books that a reader has bought, with their downloads. */
export const GET: APIRoute = async ({ locals: { call, publicUrl }, params }) => {
  const token = params['token'] ?? ''
  const library = await call('GET /libraries/:token', { token }).then(
    ({ output }) => output,
    unless(404),
  )
  if (!library) return new Response('This address is not valid any more.', { status: 404 })
  // Bought twice, it stands there once: with its latest download.
  const bought = [
    ...new Map(library.toReversed().map((one) => [one.book.id, one])).values(),
  ].reverse()
  const books = bought.map(({ book }) => book)
  return catalogFeed({
    publicUrl,
    publisher: brand.publisher,
    kind: 'acquisition',
    path: opdsPaths.library(token),
    title: 'My library',
    updated: bought.reduce(
      (last, { paidAt }) => (paidAt > last ? paidAt : last),
      lastChange(books),
    ),
    links: [{ rel: 'up', href: opdsPaths.root, type: feedTypes.navigation }],
    entries: bought.map(({ book, download, orderUrl }) => {
      const way = (href: string, type: string): CatalogLink => ({
        rel: relations.acquire,
        href,
        type,
      })
      // A link that is over is renewed on the order's page.
      if (!download || download.isOver) return bookEntry(book, [way(orderUrl, 'text/html')])
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
