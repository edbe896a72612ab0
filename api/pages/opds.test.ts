import OpdsParser, { AcquisitionFeed, NavigationFeed, OPDSAcquisitionLink } from 'opds-feed-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertOrderParts } from '#api/shop/orders/order-parts.queries.ts'
import { libraryReads } from '#contract/form-limits.ts'
import { sql } from '#db/sql.ts'
import { aBuiltSite } from '#tests/built-site.ts'
import { aBook, aReader } from '#tests/people.ts'
import { aBundle } from '#tests/shop/bundles.ts'
import { anOrder, giveEpub, giveFile } from '#tests/shop/buyers.ts'

// The catalogue for reading apps (OPDS 1.2), read by the parser of one of them.

let site: Awaited<ReturnType<typeof aBuiltSite>>
beforeAll(async () => {
  site = await aBuiltSite()
}, 120_000)
afterAll(() => site.stop())

async function request(address: string) {
  const { pathname, search } = new URL(address, site.base)
  const response = await fetch(new URL(pathname + search, site.base))
  expect(response.status, address).toBe(200)
  return { type: response.headers.get('content-type'), text: await response.text() }
}

async function openFeed(address: string) {
  const { type, text } = await request(address)
  const feed = await new OpdsParser().parse(text)
  if (!(feed instanceof AcquisitionFeed || feed instanceof NavigationFeed))
    throw new Error(`${address} is no feed`)
  const linkTo = (rel: string) => feed.links.find((link) => link.rel === rel)?.href ?? ''
  return { type, feed, linkTo }
}

const own = 'Ledgers of reading apps'
const titlesOf = ({ feed }: Awaited<ReturnType<typeof openFeed>>) =>
  feed.entries.map(({ title }) => title)

describe('a reading app', () => {
  test('begins at a list that leads to the books and the free publications', async () => {
    const { type, feed, linkTo } = await openFeed('/opds')
    expect(type).toBe('application/atom+xml;profile=opds-catalog;kind=navigation; charset=utf-8')
    expect(feed).toBeInstanceOf(NavigationFeed)
    expect(linkTo('self')).toBe('https://ascend.example/opds')
    const [books, publications] = feed.entries.map(({ links }) => links[0]?.href ?? '')
    expect((await openFeed(books ?? '')).feed).toBeInstanceOf(AcquisitionFeed)
    expect((await openFeed(publications ?? '')).feed).toBeInstanceOf(AcquisitionFeed)
  })

  test('shows a book with its price, its picture and the page where it is bought', async () => {
    const { id, slug } = await aBook({ title: 'Salt & <Ledgers>', category: own, price: 2499.5 })
    const path = `/opds/books?${new URLSearchParams({ category: own })}`
    const { feed } = await openFeed(path)
    const [entry] = feed.entries
    expect(entry).toMatchObject({ id: `urn:uuid:${id}`, title: 'Salt & <Ledgers>' })
    expect(entry?.authors.map(({ name }) => name)).toEqual(['Kele Umez-Ray'])
    const buying = entry?.links.find((link) => link instanceof OPDSAcquisitionLink)
    expect(buying).toMatchObject({
      rel: OPDSAcquisitionLink.BUY_REL,
      href: `https://ascend.example/book/${slug}`,
      type: 'text/html',
      prices: [{ value: '2499.50' }],
      indirectAcquisitions: [{ type: 'application/pdf' }],
    })
    // It is spelled as in the schema; the parser looks for `currencyCode`.
    expect((await request(path)).text).toContain('<opds:price currencycode="NGN">2499.50<')
    const picture = entry?.links.find(({ rel }) => rel === 'http://opds-spec.org/image')
    expect((await request(picture?.href ?? '')).type).toBe('image/jpeg')
  })

  test('shows a free book without a price', async () => {
    const category = `${own}, free`
    await aBook({ category, price: 0 })
    const { feed } = await openFeed(`/opds/books?${new URLSearchParams({ category })}`)
    const taking = feed.entries[0]?.links.find((link) => link instanceof OPDSAcquisitionLink)
    expect(taking).toMatchObject({ rel: OPDSAcquisitionLink.GENERIC_REL, prices: [] })
  })

  test('turns the pages of a long list to its end', async () => {
    const category = `${own}, many`
    for (let at = 0; at < 26; at++) await aBook({ category, title: `Ledger ${at}` })
    const first = await openFeed(`/opds/books?${new URLSearchParams({ category })}`)
    const second = await openFeed(first.linkTo('next'))
    expect(second.linkTo('next')).toBe('')
    expect(second.linkTo('previous')).toBe(first.linkTo('self'))
    expect([...titlesOf(first), ...titlesOf(second)].sort()).toEqual(
      Array.from({ length: 26 }, (_, at) => `Ledger ${at}`).sort(),
    )
  })

  test('finds a book by the search that the catalogue describes', async () => {
    await aBook({ title: 'Ọ̀rọ̀ & the tide of ledgers', category: own })
    const { linkTo } = await openFeed('/opds')
    const { type, text } = await request(linkTo('search'))
    expect(type).toContain('application/opensearchdescription+xml')
    const template = text.match(/template="([^"]*)"/)?.[1] ?? ''
    const typed = encodeURIComponent('ọ̀rọ̀ & the')
    const found = await openFeed(template.replace('{searchTerms}', typed))
    expect(titlesOf(found)).toEqual(['Ọ̀rọ̀ & the tide of ledgers'])
    const none = await openFeed(template.replace('{searchTerms}', 'zzyzxqwv'))
    expect(titlesOf(none)).toEqual([])
  })

  test('takes a free publication as a PDF', async () => {
    const { feed } = await openFeed('/opds/publications')
    const links = feed.entries.flatMap((entry) =>
      entry.links.filter(({ rel }) => rel === OPDSAcquisitionLink.OPEN_ACCESS_REL),
    )
    expect(links.length).toBe(feed.entries.length)
    for (const { href } of links)
      expect(href).toMatch(/^https:\/\/ascend\.example\/api\/magazines\/[a-z-]+\.pdf$/)
  })

  test('does not see a book that is not published', async () => {
    const category = `${own}, hidden`
    const { id } = await aBook({ category })
    const path = `/opds/books?${new URLSearchParams({ category })}`
    expect((await openFeed(path)).feed.entries).toHaveLength(1)
    await sql`update books set is_published = false where id = ${id}`
    expect((await openFeed(path)).feed.entries).toEqual([])
  })

  test('shows a reader their own books, in both formats, and a renewed link behind the order', async () => {
    const { call, reader } = await aReader()
    const [book, old] = [await aBook({ title: 'Mine' }), await aBook({ title: 'Old' })]
    for (const { id } of [book, old]) await giveFile(id, site.dataDir)
    await giveEpub(book.id, site.dataDir)
    const over = await anOrder(old.id, { readerId: reader.id })
    await sql`update download_links set expires_at = now() where order_id = ${over.id}`
    await anOrder(book.id, { readerId: reader.id })
    const latest = await anOrder(book.id, { readerId: reader.id })
    const { token } = await call('PUT /account/library-link', {})
    const { feed } = await openFeed(`/opds/library/${token}`)
    const waysOf = (title: string) =>
      feed.entries
        .filter((entry) => entry.title === title)
        .map(({ links }) => links.filter((link) => link instanceof OPDSAcquisitionLink))
    const url = `https://ascend.example/api/downloads/${latest.token}`
    expect(waysOf('Mine')).toMatchObject([
      [
        { href: `${url}?format=epub`, type: 'application/epub+zip' },
        { href: url, type: 'application/pdf' },
      ],
    ])
    expect(waysOf('Old')).toMatchObject([
      [{ href: 'https://ascend.example/account', type: 'text/html' }],
    ])
    const bundle = await aBundle({ title: 'Both' }, [book, old])
    const both = await anOrder(bundle.id, { readerId: reader.id })
    const authorName = 'Kele Umez-Ray'
    await insertOrderParts(both.id, [
      { id: book.id, title: 'Mine', authorName, unitKobo: 1 },
      { id: old.id, title: 'Old', authorName, unitKobo: 1 },
    ])
    const again = await openFeed(`/opds/library/${token}`)
    const parts = again.feed.entries
      .filter(({ title }) => title === 'Both')
      .flatMap(({ links }) => links.filter((link) => link instanceof OPDSAcquisitionLink))
    const partUrl = `https://ascend.example/api/downloads/${both.token}?part=`
    expect(parts.map(({ href }) => href)).toEqual([
      `${partUrl}${book.id}&format=epub`,
      `${partUrl}${book.id}`,
      `${partUrl}${old.id}`,
    ])
    const wrong = await fetch(new URL('/opds/library/wrong', site.base))
    expect([wrong.status, wrong.headers.get('cache-control')]).toEqual([404, 'private, no-store'])
  })

  test('asks an app to wait that opens a library too often', async () => {
    const { call } = await aReader()
    const { token } = await call('PUT /account/library-link', {})
    const open = () => fetch(new URL(`/opds/library/${token}`, site.base))
    for (let left = libraryReads.points; left > 0; left--) expect((await open()).status).toBe(200)
    const refused = await open()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  })
})
