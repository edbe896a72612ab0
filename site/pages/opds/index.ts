import { getLiveCollection } from 'astro:content'
import type { APIRoute } from 'astro'
import { opdsPaths } from '#contract/server-paths.ts'
import { catalogFeed, feedTypes, openSearchType, relations } from '#site/lib/machines/opds.ts'
import { lastChange } from '#site/lib/machines/opds-books.ts'
import { listed } from '#site/lib/pages/collections.ts'

/** Where reading apps begin. */
export const GET: APIRoute = async ({ locals: { call, publicUrl, settings } }) => {
  const updated = lastChange(listed(await getLiveCollection('books', { call, pageSize: 1 })))
  const absolute = (path: string) => new URL(path, publicUrl).href
  return catalogFeed({
    publicUrl,
    publisher: settings.contact.publisher,
    kind: 'navigation',
    path: opdsPaths.root,
    title: settings.look.name,
    updated,
    links: [{ rel: 'search', href: opdsPaths.search, type: openSearchType }],
    entries: [
      {
        id: absolute(opdsPaths.books({})),
        title: 'Books',
        updated,
        text: 'Every book of the shop, newest first.',
        links: [{ rel: relations.newest, href: opdsPaths.books({}), type: feedTypes.acquisition }],
      },
      {
        id: absolute(opdsPaths.publications),
        title: 'Free publications',
        updated,
        text: 'Free to read and to keep.',
        links: [{ rel: 'subsection', href: opdsPaths.publications, type: feedTypes.acquisition }],
      },
    ],
  })
}
