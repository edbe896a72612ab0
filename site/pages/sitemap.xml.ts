import { getCollection } from 'astro:content'
import type { APIRoute } from 'astro'
import { paths } from '#site/lib/paths.ts'
import { escapeXml } from '#site/lib/xml.ts'

export const prerender = false

/** Pages of a list that one sitemap walks; a sitemap may hold 50,000 addresses. */
const mostPages = 200
const pageSize = 100

export const GET: APIRoute = async ({ locals, site }) => {
  const publications = await getCollection('publications')
  const fixed = [paths.home, paths.books, paths.about, paths.terms, paths.privacy]
  const entries = [...fixed, ...publications.map(({ id }) => paths.publication(id))].map(
    (path) => ({
      path,
      changed: undefined as string | undefined,
    }),
  )
  for (let page = 1; page <= mostPages; page++) {
    const { output } = await locals.call('GET /stories', { page, pageSize })
    entries.push(
      ...output.map(({ id, updatedAt }) => ({ path: paths.story(id), changed: updatedAt })),
    )
    if (output.length < pageSize) break
  }
  for (let page = 1; page <= mostPages; page++) {
    const { output } = await locals.call('GET /books', { page, pageSize })
    entries.push(
      ...output.map(({ id, updatedAt }) => ({ path: paths.book(id), changed: updatedAt })),
    )
    if (output.length < pageSize) break
  }
  const urls = entries.map(
    ({ path, changed }) =>
      `<url><loc>${escapeXml(new URL(path, site).href)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`,
  )
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
    { headers: { 'Content-Type': 'application/xml; charset=utf-8' } },
  )
}
