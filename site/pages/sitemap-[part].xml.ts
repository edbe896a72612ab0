import { getCollection, getLiveCollection } from 'astro:content'
import type { APIRoute } from 'astro'
import { pageSize } from '#contract/limits.ts'
import { listed } from '#site/lib/collections.ts'
import { paths } from '#site/lib/paths.ts'
import { partLength, readSitemapPart, sitemapXml } from '#site/lib/sitemap.ts'

/** One part of the sitemap: the pages that are always there, or five hundred stories or books, the newest in the first. */
export const GET: APIRoute = async ({ locals: { call, publicUrl }, params }) => {
  const address = (path: string) => new URL(path, publicUrl).href
  const wanted = readSitemapPart(params['part'] ?? '')
  if (!wanted) return new Response(null, { status: 404 })
  if (wanted.kind === 'pages') {
    const publications = await getCollection('publications')
    const fixed = [paths.home, paths.books, paths.about, paths.terms, paths.privacy]
    const all = [...fixed, ...publications.map(({ id }) => paths.publication(id))]
    return sitemapXml(
      'urlset',
      all.map((path) => ({ address: address(path) })),
    )
  }
  const { kind, part } = wanted
  const pages = partLength / pageSize.max
  const calls = Array.from({ length: pages }, (_, at) => ({
    page: (part - 1) * pages + at + 1,
    pageSize: pageSize.max,
  }))
  const lists = await Promise.all(
    calls.map(async (page) => listed(await getLiveCollection(kind, { call, ...page }))),
  )
  const path = kind === 'stories' ? paths.story : paths.book
  const places = lists
    .flat()
    .map(({ id, updatedAt }) => ({ address: address(path(id)), changed: updatedAt }))
  if (places.length === 0) return new Response(null, { status: 404 })
  return sitemapXml('urlset', places)
}
