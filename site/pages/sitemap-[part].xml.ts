import { getLiveCollection } from 'astro:content'
import type { APIRoute } from 'astro'
import { pageSize, shown } from '#contract/limits.ts'
import { categoryPath } from '#contract/magazine/category-list.ts'
import { paths } from '#contract/paths.ts'
import { magazinePaths } from '#contract/server-paths.ts'
import { partLength, readSitemapPart, sitemapXml } from '#site/lib/machines/sitemap.ts'
import { listed } from '#site/lib/pages/collections.ts'

/** One part of the sitemap: the pages that are always there, or five hundred stories, books or authors, the newest in the first. */
export const GET: APIRoute = async ({ locals: { call, publicUrl, settings }, params }) => {
  const address = (path: string) => new URL(path, publicUrl).href
  const wanted = readSitemapPart(params['part'] ?? '')
  if (!wanted) return new Response(null, { status: 404 })
  if (wanted.kind === 'pages') {
    const { output: publications } = await call('GET /publications', {})
    const all = [
      ...[paths.home, paths.books, paths.about, paths.terms, paths.privacy],
      ...[
        magazinePaths.standards,
        magazinePaths.accessibility,
        magazinePaths.corrections,
        magazinePaths.editions,
      ],
      ...(publications.length > shown.publications ? [magazinePaths.publications] : []),
      ...publications.map(({ id }) => paths.publication(id)),
      ...settings.categories.stories
        .filter(({ into }) => !into)
        .map(({ name }) => categoryPath(settings.categories.stories, name)),
    ]
    return sitemapXml(
      'urlset',
      all.flatMap((path) => (path ? { address: address(path) } : [])),
    )
  }
  const { kind, part } = wanted
  const pages = partLength / pageSize.max
  const calls = Array.from({ length: pages }, (_, at) => ({
    page: (part - 1) * pages + at + 1,
    pageSize: pageSize.max,
  }))
  const lists = await Promise.all(
    calls.map(async (page) =>
      kind === 'samples'
        ? (await call('GET /books/samples', page)).output
        : listed(await getLiveCollection(kind, { call, ...page })),
    ),
  )
  const path = {
    stories: paths.story,
    books: paths.book,
    samples: paths.sample,
    authors: magazinePaths.author,
  }[kind]
  const places = lists.flat().map((entry) => ({
    address: address(path(nameOf(entry))),
    changed: entry.updatedAt,
  }))
  if (places.length === 0) return new Response(null, { status: 404 })
  return sitemapXml('urlset', places)
}

/** The last part of its address: words where it has them, or the id. */
function nameOf(entry: { slug: string } | { id: string; slug?: string | null }): string {
  return 'id' in entry ? (entry.slug ?? entry.id) : entry.slug
}
