import { readdir } from 'node:fs/promises'
import { Window } from 'happy-dom'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuiltSite } from '#tests/built-site.ts'
import { aBook, aReader, aStory } from '#tests/people.ts'
import { aBookWithFile } from '#tests/shop/buyers.ts'

// What feed readers, search engines and phones read of the pages, as the real bundle renders them.

const own = 'https://ascend.example'
const window = new Window()
const parsed = (text: string, type: 'text/html' | 'application/xml') =>
  new window.DOMParser().parseFromString(text, type)

let site: Awaited<ReturnType<typeof aBuiltSite>>
const stories: { id: string; slug: string | null; title: string; publishedAt: string }[] = []
const books: { id: string; slug: string | null; title: string }[] = []
let author = ''
const lines = ['The pump came on a Tuesday.', 'Everybody had “an opinion” about it & said so.']
beforeAll(async () => {
  const { reader, call } = await aReader()
  for (const day of [3, 2, 1]) {
    const title = `How we built <borehole> ${day}`
    const publishedAt = new Date(Date.UTC(2026, 0, day)).toISOString()
    const content = lines.join('\n\n')
    const story = await aStory({ title, publishedAt, content, authorId: reader.id })
    stories.push({ ...story, title, publishedAt })
  }
  for (const title of ['The Quiet Climb', 'Small Chops']) {
    const content = 'It began with rain.\n\n'.repeat(40)
    books.push({ title, ...(await aBook({ title, price: 1250.5, content })) })
  }
  const page = { name: 'Simi Odu-Bello', about: 'Writes from Aba.', isPublic: true }
  author = `/author/${(await call('PUT /account/author-page', page)).slug}`
  site = await aBuiltSite()
}, 120_000)
afterAll(async () => {
  await site.stop()
  await window.happyDOM.close()
})

const get = (path: string) => fetch(new URL(path, site.base))
async function xmlOf(path: string) {
  const answer = await get(path)
  expect(answer.status, path).toBe(200)
  expect(answer.headers.get('Content-Type')).toContain('xml')
  const document = parsed(await answer.text(), 'application/xml')
  expect(document.querySelector('parsererror')?.textContent).toBeUndefined()
  return document
}
const htmlOf = async (path: string) => parsed(await (await get(path)).text(), 'text/html')

describe('a feed reader', () => {
  test('gets the newest stories in full, in valid XML, by a link of every page', async () => {
    const feed = await xmlOf('/rss.xml')
    expect((await get('/rss.xml')).headers.get('Content-Type')).toContain('application/rss+xml')
    expect(feed.documentElement.getAttribute('version')).toBe('2.0')
    expect(feed.querySelector('channel > title')?.textContent).toBe('Ascend')
    const text = (item: (typeof items)[number], name: string) =>
      item.getElementsByTagName(name)[0]?.textContent ?? ''
    const items = [...feed.querySelectorAll('item')]
    expect(items.map((item) => text(item, 'title'))).toEqual(stories.map(({ title }) => title))
    for (const [index, item] of items.entries()) {
      const story = stories[index]
      expect(text(item, 'link')).toBe(`${own}/story/${story?.slug}`)
      expect(text(item, 'guid')).toBe(`${own}/story/${story?.id}`)
      expect(new Date(text(item, 'pubDate')).toISOString()).toBe(story?.publishedAt)
      expect(text(item, 'dc:creator')).toBe('Simi Odu-Bello')
      const words = parsed(text(item, 'content:encoded'), 'text/html').body.textContent
      for (const line of lines) expect(words).toContain(line)
    }
    const link = (await htmlOf('/about')).querySelector('link[type="application/rss+xml"]')
    expect(link?.getAttribute('href')).toBe('/rss.xml')
  })
})

describe('a search engine', () => {
  test('finds every story, every book and every public page in the sitemap, and each answers', async () => {
    const placesIn = async (address: string, element: string) =>
      [...(await xmlOf(address)).querySelectorAll(`${element} > loc`)].map(
        ({ textContent }) => textContent ?? '',
      )
    const parts = await placesIn('/sitemap.xml', 'sitemap')
    expect(parts).toEqual(
      ['pages', 'stories-1', 'books-1', 'samples-1', 'authors-1'].map(
        (part) => `${own}/sitemap-${part}.xml`,
      ),
    )
    const pathOf = (place: string) => place.slice(own.length)
    const places = (await Promise.all(parts.map((part) => placesIn(pathOf(part), 'url')))).flat()
    for (const beyond of [
      'stories-2',
      'books-99',
      'samples-9',
      'stories-0',
      'authors-2',
      'people-1',
    ])
      expect((await get(`/sitemap-${beyond}.xml`)).status, beyond).toBe(404)
    expect(new Set(places).size).toBe(places.length)
    const publications = await readdir('content/publications')
    for (const path of [
      ...['/', '/books', '/about', '/terms', '/privacy', '/category/lifestyle-and-culture', author],
      ...['/standards', '/accessibility', '/corrections', '/editions'],
      ...stories.map(({ slug }) => `/story/${slug}`),
      ...books.flatMap(({ id, slug }) => [`/book/${slug}`, `/book/${id}/sample`]),
      ...publications.map((id) => `/publications/${id}`),
    ]) {
      expect(places).toContain(`${own}${path}`)
    }
    for (const place of places) expect((await get(pathOf(place))).status, place).toBe(200)
  })

  test('may read the pages, and finds the sitemap in robots.txt', async () => {
    const answer = await get('/robots.txt')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toContain('text/plain')
    const allowed = (await answer.text()).split('\n')
    expect(allowed).toContain('User-agent: *')
    expect(allowed).toContain(`Sitemap: ${own}/sitemap.xml`)
    expect(allowed).not.toContain('Disallow: /')
  })

  test('gets a canonical address, a description and a share picture of every page', async () => {
    const pictures = new Set<string>()
    const descriptions = new Set<string>()
    for (const [path, canonical] of [
      ['/', '/'],
      ['/?category=Lifestyle+and+Culture&utm_source=x', '/category/lifestyle-and-culture'],
      ['/?category=Gossip', '/'],
      ['/category/lifestyle-and-culture', '/category/lifestyle-and-culture'],
      ['/category/lifestyle-and-culture?page=1&utm_source=x', '/category/lifestyle-and-culture'],
      ['/books', '/books'],
      ['/books?page=2', undefined],
      ['/resources', undefined],
      ['/about', '/about'],
      ['/terms', '/terms'],
      ['/privacy', '/privacy'],
      [`/story/${stories[0]?.id}`, `/story/${stories[0]?.slug}`],
      [`/story/${stories[0]?.slug}`, `/story/${stories[0]?.slug}`],
      [`/book/${books[0]?.id}?utm_source=x`, `/book/${books[0]?.slug}`],
    ] as const) {
      const { title, head } = await htmlOf(path)
      const read = (selector: string, name = 'content') =>
        head.querySelector(selector)?.getAttribute(name) ?? ''
      const address = read('link[rel=canonical]', 'href')
      if (canonical) expect(address, path).toBe(`${own}${canonical}`)
      else expect(address, path).toContain(`${own}/`)
      expect(title, path).toContain('Ascend')
      expect(read('meta[property="og:title"]').length, path).toBeGreaterThan(3)
      const description = read('meta[name=description]')
      expect(description.length, path).toBeGreaterThan(20)
      descriptions.add(description)
      const picture = read('meta[property="og:image"]')
      expect(picture, path).toMatch(`${own}/`)
      pictures.add(picture.slice(own.length))
    }
    expect(pictures.size).toBe(3)
    expect(descriptions.size).toBeGreaterThanOrEqual(7)
    for (const picture of pictures) {
      const answer = await get(picture)
      expect(answer.status, picture).toBe(200)
      expect(answer.headers.get('Content-Type')).toBe('image/jpeg')
      const body = Buffer.from(await answer.arrayBuffer())
      expect(body.length, picture).toBeLessThan(150 * 1024)
      expect(await sharp(body).metadata()).toMatchObject({
        format: 'jpeg',
        width: 1200,
        height: 630,
      })
    }
  })

  test('gets structured data for every kind of page', async () => {
    const dataOf = async (path: string) => {
      const scripts = (await htmlOf(path)).querySelectorAll('script[type="application/ld+json"]')
      const all = [...scripts].map(
        ({ textContent }) => JSON.parse(textContent ?? '') as Record<string, unknown>,
      )
      return (type: string) => all.find((one) => [one['@type']].flat().includes(type))
    }
    const [story, book] = [stories[0], books[0]]
    expect((await dataOf('/'))('WebSite')).toMatchObject({
      '@context': 'https://schema.org',
      name: 'Ascend',
      url: `${own}/`,
      potentialAction: {
        '@type': 'SearchAction',
        target: { urlTemplate: `${own}/search?q={search_term_string}` },
      },
    })
    const ofStory = await dataOf(`/story/${story?.id}`)
    expect(ofStory('Article')).toMatchObject({
      headline: story?.title,
      datePublished: story?.publishedAt,
      author: { name: 'Simi Odu-Bello' },
      image: expect.stringMatching(/^https?:.*\.jpg$/),
    })
    expect(ofStory('BreadcrumbList')).toMatchObject({ itemListElement: expect.any(Array) })
    const ofBook = await dataOf(`/book/${book?.id}`)
    expect(ofBook('Book')).toMatchObject({
      name: book?.title,
      author: { name: 'Kele Umez-Ray' },
      offers: { price: '1250.50', priceCurrency: 'NGN' },
    })
    // Nobody takes money in this shop, but a free book can be had.
    const free = await aBookWithFile(site.dataDir, { price: 0 })
    expect((await dataOf(`/book/${free.id}`))('Book')).toMatchObject({
      offers: { price: '0.00', availability: 'https://schema.org/InStock' },
    })
    expect(ofBook('BreadcrumbList')).toMatchObject({
      itemListElement: [
        { position: 1, name: 'Books' },
        { position: 2, name: 'Novel' },
        { position: 3, name: book?.title },
      ],
    })
  })

  test('indexes no search, and is told what was searched for as text', async () => {
    const path = '/search?q=<script>alert(1)</script>'
    expect((await get(path)).headers.get('Cache-Control')).toBe('private, no-store')
    const page = await htmlOf(path)
    expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
    expect(page.querySelector('main')?.textContent).toContain('<script>alert(1)</script>')
  })
})

describe('a publication', () => {
  test('is a page of text beside its PDF, found from its card on the front page', async () => {
    const ids = await readdir('content/publications')
    const section = (await htmlOf('/')).querySelector('#publications')
    const linksOf = (words: RegExp) =>
      [...(section?.querySelectorAll('a') ?? [])]
        .filter((link) => words.test(link.getAttribute('aria-label') ?? link.textContent.trim()))
        .map((link) => link.getAttribute('href'))
        .sort()
    expect(linksOf(/^Read as text/)).toEqual(ids.map((id) => `/publications/${id}`).sort())
    for (const [words, disposition] of [
      [/^Read Online/, /^inline/],
      [/^Download/, /^attachment/],
    ] as const) {
      const links = linksOf(words)
      expect(links, String(words)).toHaveLength(ids.length)
      for (const link of links) {
        const answer = await get(link ?? '')
        expect(answer.headers.get('Content-Type'), link ?? '').toContain('application/pdf')
        expect(answer.headers.get('Content-Disposition') ?? 'inline').toMatch(disposition)
      }
    }
    for (const id of ids) {
      const page = await htmlOf(`/publications/${id}`)
      const words = page.querySelector('.body')?.textContent.split(/\s+/) ?? []
      expect(words.length, id).toBeGreaterThan(2000)
      expect(page.querySelectorAll('h1')).toHaveLength(1)
      expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
        `${own}/publications/${id}`,
      )
      const main = page.querySelector('main')?.textContent ?? ''
      expect(page.querySelector(`a[href="/api/magazines/${id}.pdf"]`)?.textContent).toContain(
        'Read Online as PDF',
      )
      expect(main).toContain('Download the PDF')
      expect(main).toMatch(/PDF: \d+ KB, about ₦0\.\d\d of data/)
      const data = page.querySelector('script[type="application/ld+json"]')?.textContent ?? ''
      expect(JSON.parse(data)).toMatchObject({ '@type': 'Book', isAccessibleForFree: true })
    }
  })

  test.each(['/publications/no-such', '/publications/growing-right/x'])(
    'is missing at %s',
    async (path) => {
      const answer = await get(path)
      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain('404 Page Not Found')
    },
  )
})

test('a phone gets what it needs to put the site on its home screen', async () => {
  const home = await htmlOf('/')
  const answer = await get(home.querySelector('link[rel=manifest]')?.getAttribute('href') ?? '')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toContain('application/manifest+json')
  const manifest = await answer.json()
  expect(manifest).toMatchObject({
    short_name: 'Ascend',
    start_url: '/',
    lang: expect.stringMatching(/^en/),
  })
  for (const { src, type, sizes } of manifest.icons) {
    const icon = await get(src)
    expect(icon.status, src).toBe(200)
    expect(icon.headers.get('Content-Type')).toContain(type)
    if (type !== 'image/png') continue
    const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
  // It stands in the page, where it costs less than a request; the file is for who asks for it by its name.
  const inPage = home.querySelector('link[rel=icon]')?.getAttribute('href') ?? ''
  expect(decodeURIComponent(inPage)).toMatch(/^data:image\/svg\+xml,<svg .*<\/svg>$/)
  const favicon = await get('/favicon.svg')
  expect(favicon.status).toBe(200)
  expect(favicon.headers.get('Content-Type')).toContain('image/svg+xml')
})
