import { opdsPaths } from '#contract/server-paths.ts'
import { escapeXml } from './xml.ts'

// OPDS 1.2 (specs.opds.io): catalogues that reading apps browse, as Atom feeds.

/** Links to feeds say which of both they lead to. */
export const feedTypes = {
  navigation: 'application/atom+xml;profile=opds-catalog;kind=navigation',
  acquisition: 'application/atom+xml;profile=opds-catalog;kind=acquisition',
} as const

const acquisition = 'http://opds-spec.org/acquisition'

export const relations = {
  /** It is for whoever has the link, no matter how. */
  acquire: acquisition,
  /** For everybody, at once. */
  open: `${acquisition}/open-access`,
  buy: `${acquisition}/buy`,
  newest: 'http://opds-spec.org/sort/new',
  facet: 'http://opds-spec.org/facet',
  shelf: 'http://opds-spec.org/shelf',
  picture: 'http://opds-spec.org/image',
} as const

export const openSearchType = 'application/opensearchdescription+xml'

export interface CatalogLink {
  rel: string
  /** Path on this site. */
  href: string
  type: string
  title?: string
  /** The price in naira; only a link to buy has one. */
  price?: number
  /** Media types that are behind a page. */
  formats?: string[]
  /** Group of a facet, and whether it narrows this feed. */
  facet?: { group: string; isActive: boolean }
}

export interface CatalogEntry {
  /** A URN or an absolute address that never changes. */
  id: string
  title: string
  /** ISO 8601. */
  updated: string
  text: string
  links: CatalogLink[]
  author?: string
  category?: string
}

interface Catalog {
  publicUrl: string
  publisher: string
  kind: keyof typeof feedTypes
  /** Its own path, with its query. */
  path: string
  title: string
  updated: string
  entries: CatalogEntry[]
  links?: CatalogLink[]
  /** Of a paged list. */
  paging?: { total: number; pageSize: number; page: number }
}

export function catalogFeed(catalog: Catalog): Response {
  const { publicUrl, publisher, kind, path, title, updated, entries, links = [], paging } = catalog
  const address = (href: string) => new URL(href, publicUrl).href
  const feedLinks: CatalogLink[] = [
    { rel: 'self', href: path, type: feedTypes[kind] },
    { rel: 'start', href: opdsPaths.root, type: feedTypes.navigation },
    ...links,
  ]
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/terms/" xmlns:opds="http://opds-spec.org/2010/catalog" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">
<id>${escapeXml(address(path))}</id>
<title>${escapeXml(title)}</title>
<updated>${updated}</updated>
<author><name>${escapeXml(publisher)}</name><uri>${escapeXml(address('/'))}</uri></author>
${paging ? pagingXml(paging) : ''}${feedLinks.map((link) => linkXml(link, address)).join('\n')}
${entries.map((entry) => entryXml(entry, address, kind)).join('\n')}
</feed>
`
  return new Response(xml, { headers: { 'Content-Type': `${feedTypes[kind]}; charset=utf-8` } })
}

/** Links to the neighbours of a page of a list; `pathOf` gives the path of a page, counted from 1. */
export function pageLinks(
  { total, pageSize, page }: { total: number; pageSize: number; page: number },
  pathOf: (page: number) => string,
): CatalogLink[] {
  const last = Math.max(1, Math.ceil(total / pageSize))
  const link = (rel: string, to: number) => ({
    rel,
    href: pathOf(to),
    type: feedTypes.acquisition,
  })
  return [
    link('first', 1),
    ...(page > 1 ? [link('previous', page - 1)] : []),
    ...(page < last ? [link('next', page + 1)] : []),
    link('last', last),
  ]
}

const pagingXml = ({ total, pageSize, page }: { total: number; pageSize: number; page: number }) =>
  `<opensearch:totalResults>${total}</opensearch:totalResults>
<opensearch:itemsPerPage>${pageSize}</opensearch:itemsPerPage>
<opensearch:startIndex>${(page - 1) * pageSize + 1}</opensearch:startIndex>
`

function entryXml(
  { id, title, updated, text, links, author, category }: CatalogEntry,
  address: (href: string) => string,
  kind: keyof typeof feedTypes,
) {
  return [
    '<entry>',
    `<id>${escapeXml(id)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<updated>${updated}</updated>`,
    author && `<author><name>${escapeXml(author)}</name></author>`,
    kind === 'acquisition' && '<dc:language>en</dc:language>',
    category && `<category term="${escapeXml(category)}" label="${escapeXml(category)}"/>`,
    kind === 'acquisition'
      ? `<summary>${escapeXml(text)}</summary>`
      : `<content type="text">${escapeXml(text)}</content>`,
    ...links.map((link) => linkXml(link, address)),
    '</entry>',
  ]
    .filter(Boolean)
    .join('\n')
}

function linkXml(
  { rel, href, type, title, price, formats = [], facet }: CatalogLink,
  address: (href: string) => string,
) {
  const attributes = [
    `rel="${escapeXml(rel)}" href="${escapeXml(address(href))}" type="${escapeXml(type)}"`,
    title && `title="${escapeXml(title)}"`,
    facet && `opds:facetGroup="${escapeXml(facet.group)}"`,
    facet?.isActive && 'opds:activeFacet="true"',
  ]
  const inside = [
    ...(price === undefined
      ? []
      : [`<opds:price currencycode="NGN">${price.toFixed(2)}</opds:price>`]),
    ...formats.map((format) => `<opds:indirectAcquisition type="${escapeXml(format)}"/>`),
  ]
  const opening = `<link ${attributes.filter(Boolean).join(' ')}`
  return inside.length === 0 ? `${opening}/>` : `${opening}>${inside.join('')}</link>`
}
