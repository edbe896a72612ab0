import { escapeXml } from './xml.ts'

/** Addresses in one part of the sitemap: a few list calls, however long the list is. */
export const partLength = 500

/** The long lists that the sitemap is made of; the pages that are always there are a part of their own. */
export const sitemapKinds = ['stories', 'books', 'samples', 'authors'] as const
export type SitemapKind = (typeof sitemapKinds)[number]

export function sitemapPart(kind: SitemapKind | 'pages', part?: number) {
  return `/sitemap-${kind}${part === undefined ? '' : `-${part}`}.xml`
}

/** Reads `stories-3` of such an address; undefined for what never was a part. */
export function readSitemapPart(
  name: string,
): { kind: 'pages' } | { kind: SitemapKind; part: number } | undefined {
  if (name === 'pages') return { kind: 'pages' }
  const [, kind, part] = /^(stories|books|samples|authors)-([1-9]\d{0,3})$/.exec(name) ?? []
  return kind ? { kind: kind as SitemapKind, part: Number(part) } : undefined
}

export function sitemapXml(element: 'urlset' | 'sitemapindex', places: Place[]): Response {
  const item = element === 'urlset' ? 'url' : 'sitemap'
  const items = places.map(
    ({ address, changed }) =>
      `<${item}><loc>${escapeXml(address)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</${item}>`,
  )
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${items.join('\n')}\n</${element}>\n`,
    { headers: { 'Content-Type': 'application/xml; charset=utf-8' } },
  )
}

interface Place {
  address: string
  changed?: string | undefined
}
