import { getLiveCollection } from 'astro:content'
import type { APIRoute } from 'astro'
import { partLength, sitemapKinds, sitemapPart, sitemapXml } from '#site/lib/machines/sitemap.ts'
import { listed } from '#site/lib/pages/collections.ts'

/** Names the parts: it grows by a line with every five hundred stories. */
export const GET: APIRoute = async ({ locals: { call, publicUrl } }) => {
  const parts = await Promise.all(
    sitemapKinds.map(async (kind) => {
      let total = 0
      const onTotal = (count: number) => {
        total = count
      }
      if (kind === 'samples')
        onTotal((await call('GET /books/samples', { pageSize: 1 })).total ?? 0)
      else listed(await getLiveCollection(kind, { call, onTotal, pageSize: 1 }))
      const many = Math.ceil(total / partLength)
      return Array.from({ length: many }, (_, part) => sitemapPart(kind, part + 1))
    }),
  )
  const places = [sitemapPart('pages'), ...parts.flat()].map((path) => ({
    address: new URL(path, publicUrl).href,
  }))
  return sitemapXml('sitemapindex', places)
}
