import type { APIResponse } from 'playwright/test'
import sharp from 'sharp'
import { booksOf, linesOf, magazinePages, storiesOf } from './content.ts'
import { expect, test } from './test.ts'

const policyOf = (answer: Pick<APIResponse, 'headers'>) =>
  Object.fromEntries(
    (answer.headers()['content-security-policy'] ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      return [name, sources]
    }),
  )

test('the feed is valid XML with the newest stories in full', async ({
  page,
  request,
  baseURL,
}) => {
  const stories = await storiesOf(request)
  const answer = await request.get('/rss.xml')
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toContain('application/rss+xml')
  await page.goto('/about')
  const feed = await page.evaluate(
    (xml) => {
      const document = new DOMParser().parseFromString(xml, 'application/xml')
      const text = (item: Element, name: string) =>
        item.getElementsByTagName(name)[0]?.textContent ?? ''
      return {
        broken: document.querySelector('parsererror')?.textContent,
        version: document.documentElement.getAttribute('version'),
        title: document.querySelector('channel > title')?.textContent,
        items: [...document.querySelectorAll('item')].map((item) => ({
          title: text(item, 'title'),
          link: text(item, 'link'),
          guid: text(item, 'guid'),
          date: text(item, 'pubDate'),
          author: text(item, 'dc:creator'),
          content: text(item, 'content:encoded'),
        })),
      }
    },
    await answer.text(),
  )
  expect(feed.broken).toBeUndefined()
  expect(feed.version).toBe('2.0')
  expect(feed.title).toBe('Ascend')
  expect(feed.items.length).toBeGreaterThanOrEqual(10)
  const [first] = stories
  for (const [index, item] of feed.items.entries()) {
    expect(item.title).toBe(stories[index]?.title)
    expect(item.link).toBe(`${baseURL}/story/${stories[index]?.id}`)
    expect(item.guid).toBe(item.link)
    expect(new Date(item.date).getTime()).toBeCloseTo(
      new Date(stories[index]?.publishedAt ?? '').getTime(),
      -4,
    )
    expect(item.author).toBe(stories[index]?.authorName)
  }
  for (const line of await linesOf(request, first?.id ?? '')) {
    const words = await page.evaluate(
      (html) => new DOMParser().parseFromString(html, 'text/html').body.textContent,
      feed.items[0]?.content ?? '',
    )
    expect(words).toContain(line)
  }
  await expect(page.locator('link[type="application/rss+xml"]')).toHaveAttribute('href', '/rss.xml')
})

test('the sitemap lists every story, every book and every public page, and each answers', async ({
  page,
  request,
  baseURL,
}) => {
  const [stories, books] = await Promise.all([storiesOf(request), booksOf(request)])
  await page.goto('/about')
  const placesIn = async (address: string, element: string) => {
    const answer = await request.get(address)
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-type']).toContain('xml')
    return page.evaluate(
      ([xml = '', wanted]) => {
        const document = new DOMParser().parseFromString(xml, 'application/xml')
        if (document.querySelector('parsererror')) return ['broken']
        return [...document.querySelectorAll(`${wanted} > loc`)].map((one) => one.textContent ?? '')
      },
      [await answer.text(), element],
    )
  }
  const parts = await placesIn('/sitemap.xml', 'sitemap')
  expect(parts).toEqual(
    ['pages', 'stories-1', 'books-1', 'samples-1', 'authors-1'].map(
      (part) => `${baseURL}/sitemap-${part}.xml`,
    ),
  )
  const places = (await Promise.all(parts.map((part) => placesIn(part, 'url')))).flat()
  for (const beyond of [
    'stories-2',
    'books-99',
    'samples-9',
    'stories-0',
    'authors-2',
    'people-1',
  ]) {
    expect((await request.get(`/sitemap-${beyond}.xml`)).status(), beyond).toBe(404)
  }
  expect(new Set(places).size).toBe(places.length)
  for (const path of [
    '/',
    '/books',
    '/about',
    '/terms',
    '/privacy',
    ...magazinePages,
    ...stories.map(({ id }) => `/story/${id}`),
    ...books.flatMap(({ id }) => [`/book/${id}`, `/book/${id}/sample`]),
  ]) {
    expect(places).toContain(`${baseURL}${path}`)
  }
  for (const place of places) {
    const found = await request.head(place)
    expect(found.status(), place).toBe(200)
  }
})

test('robots.txt allows the pages and names the sitemap', async ({ request, baseURL }) => {
  const answer = await request.get('/robots.txt')
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toContain('text/plain')
  const lines = (await answer.text()).split('\n')
  expect(lines).toContain('User-agent: *')
  expect(lines).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  expect(lines).not.toContain('Disallow: /')
})

test('the site can be added to a home screen, with its icons', async ({ page, request }) => {
  await page.goto('/')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await request.get(address ?? '')
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await answer.json()
  expect(manifest).toMatchObject({
    short_name: 'Ascend',
    start_url: '/',
    lang: expect.stringMatching(/^en/),
  })
  for (const { src, type, sizes } of manifest.icons as {
    src: string
    type: string
    sizes: string
  }[]) {
    const icon = await request.get(src)
    expect(icon.status(), src).toBe(200)
    expect(icon.headers()['content-type']).toContain(type)
    if (type === 'image/png') {
      const { width, height } = await sharp(await icon.body()).metadata()
      expect(`${width}x${height}`).toBe(sizes)
    }
  }
  // In the page, where it costs less than a request; the file is for who asks for it by its name.
  const inPage = (await page.locator('link[rel=icon]').getAttribute('href')) ?? ''
  expect(decodeURIComponent(inPage)).toMatch(/^data:image\/svg\+xml,<svg .*<\/svg>$/)
  const favicon = await request.get('/favicon.svg')
  expect(favicon.status()).toBe(200)
  expect(favicon.headers()['content-type']).toContain('image/svg+xml')
})

test('every page has a canonical address, a description and a share picture', async ({
  page,
  request,
  baseURL,
}) => {
  const [story] = await storiesOf(request)
  const [book] = await booksOf(request)
  const pictures = new Set<string>()
  const descriptions = new Set<string>()
  for (const [path, canonical] of [
    ['/', '/'],
    ['/?category=Faith+and+Inspiration&utm_source=x', '/category/faith-and-inspiration'],
    ['/?category=Gossip', '/'],
    ...magazinePages.map((path) => [path, path] as const),
    ['/category/faith-and-inspiration?page=1&utm_source=x', '/category/faith-and-inspiration'],
    ['/books', '/books'],
    ['/books?page=2', undefined],
    ['/resources', undefined],
    ['/about', '/about'],
    ['/terms', '/terms'],
    ['/privacy', '/privacy'],
    [`/story/${story?.id}`, `/story/${story?.id}`],
    [`/book/${book?.id}?utm_source=x`, `/book/${book?.id}`],
  ] as const) {
    const html = await (await request.get(path)).text()
    const head = await page.evaluate((text) => {
      const { title, head } = new DOMParser().parseFromString(text, 'text/html')
      const read = (selector: string, name = 'content') =>
        head.querySelector(selector)?.getAttribute(name) ?? ''
      return {
        title,
        canonical: read('link[rel=canonical]', 'href'),
        description: read('meta[name=description]'),
        ogTitle: read('meta[property="og:title"]'),
        picture: read('meta[property="og:image"]'),
      }
    }, html)
    if (canonical) expect(head.canonical, path).toBe(new URL(canonical, baseURL).href)
    else expect(head.canonical, path).toContain(`${baseURL}/`)
    expect(head.title, path).toContain('Ascend')
    expect(head.ogTitle.length, path).toBeGreaterThan(3)
    expect(head.description.length, path).toBeGreaterThan(20)
    descriptions.add(head.description)
    expect(head.picture, path).toMatch(new RegExp(`^${baseURL}/`))
    pictures.add(head.picture)
  }
  expect(pictures.size).toBe(3)
  expect(descriptions.size).toBeGreaterThanOrEqual(7)
  for (const picture of pictures) {
    const answer = await request.get(picture)
    expect(answer.status(), picture).toBe(200)
    expect(answer.headers()['content-type']).toBe('image/jpeg')
    const body = await answer.body()
    expect(body.length, picture).toBeLessThan(150 * 1024)
    expect(await sharp(body).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  }
})

test('search engines get structured data for every kind of page', async ({
  page,
  request,
  baseURL,
}) => {
  const [story] = await storiesOf(request)
  const [book] = await booksOf(request)
  const label = async (path: string) => {
    const html = await (await request.get(path)).text()
    const texts = await page.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, 'text/html')
      const data = parsed.querySelectorAll('script[type="application/ld+json"]')
      return [...data].map(({ textContent }) => textContent ?? '')
    }, html)
    return texts.map((text) => JSON.parse(text) as Record<string, unknown>)
  }
  const kind = (data: Record<string, unknown>[], type: string) =>
    data.find((one) => [one['@type']].flat().includes(type))

  const home = await label('/')
  expect(kind(home, 'WebSite')).toMatchObject({
    '@context': 'https://schema.org',
    name: 'Ascend',
    url: `${baseURL}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { urlTemplate: `${baseURL}/search?q={search_term_string}` },
    },
  })

  const article = await label(`/story/${story?.id}`)
  expect(kind(article, 'Article')).toMatchObject({
    headline: story?.title,
    datePublished: story?.publishedAt,
    author: { name: story?.authorName },
    image: expect.stringMatching(/^https?:.*\.jpg$/),
  })
  expect(kind(article, 'BreadcrumbList')).toMatchObject({ itemListElement: expect.any(Array) })

  const volume = await label(`/book/${book?.id}`)
  expect(kind(volume, 'Book')).toMatchObject({
    name: book?.title,
    author: { name: book?.authorName },
    offers: {
      price: book?.price.toFixed(2),
      priceCurrency: 'NGN',
      availability: 'https://schema.org/InStock',
    },
  })
  const crumbs = kind(volume, 'BreadcrumbList') as {
    itemListElement: { position: number; name: string }[]
  }
  expect(crumbs.itemListElement.map(({ name }) => name)).toEqual([
    'Books',
    book?.category,
    book?.title,
  ])
  expect(crumbs.itemListElement.map(({ position }) => position)).toEqual([1, 2, 3])
})

test('every page forbids scripts that are not its own', async ({ request }) => {
  const [story] = await storiesOf(request)
  const [book] = await booksOf(request)
  for (const path of [
    '/',
    '/?category=Faith+and+Inspiration',
    '/books',
    '/books?search=a',
    '/resources',
    '/about',
    '/terms',
    '/privacy',
    '/nowhere',
    ...magazinePages,
    `/story/${story?.id}`,
    '/story/no-such-story',
    `/book/${book?.id}`,
    '/book/no-such-book',
  ]) {
    const answer = await request.get(path)
    const policy = policyOf(answer)
    const scripts = policy['script-src'] ?? policy['default-src'] ?? []
    expect(scripts, path).toContain("'self'")
    for (const source of scripts) {
      expect(source, path).toMatch(/^('self'|'sha(256|384|512)-[\w+/=]+'|'strict-dynamic')$/)
    }
    expect(policy['default-src'], path).toEqual(["'self'"])
    expect(policy['object-src'], path).toEqual(["'none'"])
    expect(policy['base-uri'], path).toEqual(["'none'"])
    expect(policy['frame-ancestors'], path).toEqual(["'none'"])
    expect(answer.headers()['x-content-type-options'], path).toBe('nosniff')
    // A handler in an attribute would need `unsafe-inline`.
    expect(await answer.text(), path).not.toMatch(/<[^>]+\son[a-z]+\s*=\s*["']/i)
  }
})

test('a publication is read and downloaded', async ({ page, request }) => {
  await page.goto('/')
  const section = page.getByRole('region', { name: 'Read Our Publications' })
  const reads = await section.getByRole('link', { name: /^Read Online/ }).all()
  const downloads = await section.getByRole('link', { name: /^Download/ }).all()
  expect([reads.length, downloads.length]).toEqual([4, 4])
  for (const [index, link] of [...reads, ...downloads].entries()) {
    const answer = await request.get((await link.getAttribute('href')) ?? '')
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-type']).toContain('application/pdf')
    const disposition = answer.headers()['content-disposition'] ?? 'inline'
    expect(disposition).toMatch(index < 4 ? /^inline/ : /^attachment/)
    expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
  }
})
