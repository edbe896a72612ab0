import type { APIRoute } from 'astro'
import { partLength, sitemapKinds, sitemapPart, sitemapXml } from '#site/lib/sitemap.ts'

export const prerender = false

/** Names the parts: it grows by a line with every five hundred stories. */
export const GET: APIRoute = async ({ locals, site }) => {
  const totals = await Promise.all([
    locals.call('GET /stories', { pageSize: 1 }),
    locals.call('GET /books', { pageSize: 1 }),
  ])
  const parts = sitemapKinds.flatMap((kind, at) => {
    const many = Math.ceil((totals[at]?.total ?? 0) / partLength)
    return Array.from({ length: many }, (_, part) => sitemapPart(kind, part + 1))
  })
  const places = [sitemapPart('pages'), ...parts].map((path) => ({
    address: new URL(path, site).href,
  }))
  return sitemapXml('sitemapindex', places)
}
