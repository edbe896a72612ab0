import { getLiveCollection } from 'astro:content'
import type { APIRoute } from 'astro'
import { weekTitle } from '#contract/pages/week-editions.ts'
import { paths } from '#contract/paths.ts'
import { magazinePaths, opdsPaths } from '#contract/server-paths.ts'
import { counted } from '#contract/text.ts'
import { catalogFeed, feedTypes, relations } from '#site/lib/machines/opds.ts'
import { lastChange } from '#site/lib/machines/opds-books.ts'
import { listed } from '#site/lib/pages/collections.ts'

/** The free publications, whole. */
export const GET: APIRoute = async ({ locals: { call, publicUrl, settings } }) => {
  const [{ output: publications }, { output: editions }] = await Promise.all([
    call('GET /publications', {}),
    call('GET /editions', {}),
  ])
  // They have no day of their own.
  const updated = lastChange(listed(await getLiveCollection('books', { call, pageSize: 1 })))
  return catalogFeed({
    publicUrl,
    publisher: settings.contact.publisher,
    kind: 'acquisition',
    path: opdsPaths.publications,
    title: 'Free publications',
    updated,
    links: [{ rel: 'up', href: opdsPaths.root, type: feedTypes.navigation }],
    entries: [
      ...publications.map(({ id, title, description, author, category }) => ({
        id: new URL(paths.publication(id), publicUrl).href,
        title,
        updated,
        author,
        category,
        text: description,
        links: [
          {
            rel: 'alternate',
            href: paths.publication(id),
            type: 'text/html',
            title: 'On the site',
          },
          { rel: relations.open, href: paths.magazine(id), type: 'application/pdf' },
        ],
      })),
      ...editions.map(({ week, stories, publishedAt }) => ({
        id: new URL(magazinePaths.edition(week), publicUrl).href,
        title: `${settings.look.name}: ${weekTitle(week)}`,
        updated: publishedAt,
        author: settings.contact.publisher,
        text: `The stories of a week: ${counted(stories, 'story', 'stories')}.`,
        links: [
          {
            rel: 'alternate',
            href: magazinePaths.edition(week),
            type: 'text/html',
            title: 'On the site',
          },
          {
            rel: relations.open,
            href: magazinePaths.editionFile(week, 'pdf'),
            type: 'application/pdf',
          },
          { rel: relations.open, href: magazinePaths.editionFile(week, 'html'), type: 'text/html' },
        ],
      })),
    ],
  })
}
