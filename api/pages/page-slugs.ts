import { type FoundRoute, findRoute } from '#api/http/requests/find-route.ts'
import { paths } from '#contract/paths.ts'
import { sharedPaths } from '#contract/shared-paths.ts'
import { perVersion } from '#db/data-version.ts'
import { first, sql } from '#db/sql.ts'

/** Words whose pages are remembered; every other one is a query by a primary key. */
const rememberedSlugs = 10_000

export interface NamedPage {
  /** The address with the id, by which the page is rendered and cached. */
  path: string
  current: string
}

/** The published page that has, or once had, an address in words. */
export function pagesBySlug() {
  const find = perVersion(rememberedSlugs, findNamedPage)
  return async (
    path: string,
    route: FoundRoute | undefined = findRoute(path),
  ): Promise<NamedPage | undefined> => (route?.hasSlug && !isWithId(path) ? find(path) : undefined)
}

/** In either case, as the API takes it. */
function isWithId(path: string): boolean {
  return /\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(path)
}

async function findNamedPage(path: string): Promise<NamedPage | undefined> {
  const [, kind, slug] = path.split('/') as [string, 'story' | 'book', string]
  const named = await first(sql<{ id: string; slug: string }[]>`
    select coalesce(stories.id, books.id) as id, coalesce(stories.slug, books.slug) as slug
    from page_slugs
      left join stories on stories.id = story_id and stories.is_published
      left join books on books.id = book_id and books.is_published
    where kind = ${kind} and page_slugs.slug = ${slug.toLowerCase()}
      and coalesce(stories.id, books.id) is not null`)
  if (!named) return kind === 'story' ? findGonePage(path, slug) : undefined
  const ofKind = sharedPaths[kind]
  return { path: ofKind({ ...named, slug: null }), current: ofKind(named) }
}

/** Of a story that was taken down for good, whose page says so. */
async function findGonePage(path: string, slug: string): Promise<NamedPage | undefined> {
  const gone = await first(sql<{ storyId: string }[]>`
    select story_id from gone_stories
    where slug_hashes @> array[encode(sha256(convert_to(${slug.toLowerCase()}, 'UTF8')), 'hex')]
    order by gone_at desc limit 1`)
  return gone && { path: paths.story(gone.storyId), current: path }
}
