import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { aBook, aReader, aStory, aVisitor, startApp } from '#tests/people.ts'
import { sendRaw } from '#tests/raw-request.ts'
import { aSite as aSiteOf, aStaticFile, renderedHeaders } from '#tests/sites.ts'
import type { RenderedPage } from './building/astro-adapter.ts'
import type { LoadedSite } from './building/release-loader.ts'
import { servePages } from './serve-pages.ts'

/** A site with a few files, whose other pages are made by `render`; the addresses asked of it are kept. */
function aSite(
  render: (url: string) => Partial<RenderedPage> | undefined = () => undefined,
  id = 'one',
) {
  const rendered: string[] = []
  const files = {
    '/': aStaticFile(`<h1>Home</h1>${'x'.repeat(2_000)}`),
    '/about': aStaticFile('<h1>About</h1>'),
    '/books': aStaticFile('<h1>Books</h1>'),
    '/404': aStaticFile('<h1>404 Page Not Found</h1>'),
    '/_astro/a.123.js': aStaticFile('let a', { type: 'text/javascript', isImmutable: true }),
  }
  const made = (url: string) => {
    rendered.push(url)
    const page = render(url)
    return (
      page && { status: 200, headers: renderedHeaders, body: Buffer.from(`<p>${url}</p>`), ...page }
    )
  }
  return { site: aSiteOf(files, made, id), rendered }
}

async function aVisitorOf(site: LoadedSite | undefined) {
  const address = await startApp({ site: () => site })
  return { ...(await aVisitor(address)), address }
}

describe('a visitor', () => {
  test('gets a built page with its own policy', async () => {
    const { send } = await aVisitorOf(aSite().site)
    const response = await send('/about')
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('<h1>About</h1>')
    expect(response.headers.get('Content-Security-Policy')).toBe("default-src 'self'")
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  })

  test('gets the same page at an address with tracking parameters', async () => {
    const { site, rendered } = aSite()
    const { send } = await aVisitorOf(site)
    expect(await (await send('/about?utm_source=x')).text()).toBe('<h1>About</h1>')
    expect(await (await send('/books?utm_source=x')).text()).toBe('<h1>Books</h1>')
    expect(rendered).toEqual([])
  })

  test('sends the address of an order to no other site, while its forms still send an origin', async () => {
    const { send } = await aVisitorOf(aSite(() => ({})).site)
    const policyOf = async (path: string) => (await send(path)).headers.get('Referrer-Policy')
    // A browser that does not know the second word goes by the first.
    expect(await policyOf('/order/ASC-1?key=x')).toBe('no-referrer, strict-origin')
    expect(await policyOf('/orders/find')).toBe('same-origin')
  })

  test('is asked to wait while the site is not built', async () => {
    const { send } = await aVisitorOf(undefined)
    const response = await send('/')
    expect(response.status).toBe(503)
    expect((await response.json()).message).toMatch(/^The service is starting/)
    const page = await send('/', { headers: { Accept: 'text/html,*/*;q=0.8' } })
    expect(page.status).toBe(503)
    expect(await page.text()).toMatch(/<meta http-equiv="refresh" content="3">.*<h1>The service is/)
  })

  test('gets the 404 page, with status 404, for everything else', async () => {
    const { send } = await aVisitorOf(aSite().site)
    for (const path of ['/nothing', '/404', '/story', '/nothing?a=b', '/About']) {
      const response = await send(path)
      expect(response.status, path).toBe(404)
      expect(await response.text()).toBe('<h1>404 Page Not Found</h1>')
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    }
  })

  test('is redirected to the address without a trailing slash, with the query string', async () => {
    const { send } = await aVisitorOf(aSite().site)
    const response = await send('/about/?a=b')
    expect(response.status).toBe(308)
    expect(response.headers.get('Location')).toBe('/about?a=b')
    const story = await send('/story/1/?a=b')
    expect([story.status, story.headers.get('Location')]).toEqual([308, '/story/1?a=b'])
  })

  test('is the dashboard for staff who type no more than the admin', async () => {
    const { send } = await aVisitorOf(aSite().site)
    for (const path of ['/admin', '/admin/']) {
      const { status, headers } = await send(path)
      expect([status, headers.get('Location')]).toEqual([302, '/admin/dashboard'])
    }
  })

  test('can only read pages', async () => {
    const { send } = await aVisitorOf(aSite(() => ({})).site)
    for (const path of ['/about', '/story/1']) {
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const response = await send(path, { method })
        expect(response.status, `${method} ${path}`).toBe(405)
        expect(response.headers.get('Allow')).toBe('GET, HEAD')
      }
    }
    expect((await send('/story/1', { method: 'HEAD' })).status).toBe(200)
  })
})

describe('a reader', () => {
  test('has a personal front page, which is cached nowhere', async () => {
    const { site, rendered } = aSite(() => ({}))
    const { address, send: asVisitor } = await aVisitorOf(site)
    const { send, call, cookies } = await aReader(address)
    const mine = await send('/')
    expect(mine.headers.get('Cache-Control')).toBe('private, no-store')
    expect(rendered).toEqual(['/?for=reader'])
    // Nothing of theirs was known where it was rendered: it is the same page for every reader.
    expect(await mine.text()).toBe('<p>/?for=reader</p>')
    const theirs = await asVisitor('/')
    expect(theirs.headers.get('Cache-Control')).toBe('no-cache')
    expect(await theirs.text()).toContain('<h1>Home</h1>')
    expect(await (await send('/about')).text()).toBe('<h1>About</h1>')
    await call('GET /auth/user', {})
    await send('/api/logout', { method: 'POST' })
    expect([...cookies.keys()]).toEqual(['visitor'])
    expect(await (await send('/')).text()).toContain('<h1>Home</h1>')
  })

  test.each(['/?category=Lifestyle+and+Culture', '/?page=2', '/'])(
    'whose session is over gets %s without pictures too, and loses the cookies',
    async (path) => {
      const { send } = await aVisitorOf(aSite(() => ({})).site)
      const headers = { Cookie: '__Host-session=over', 'Save-Data': 'on' }
      for (let times = 0; times < 2; times++) {
        const response = await send(path, { headers })
        expect(response.status).toBe(200)
        expect(response.headers.getSetCookie().join()).toContain('__Host-session=;')
      }
      const other = await send(path, { headers: { 'Save-Data': 'on' } })
      expect(other.headers.getSetCookie()).toEqual([])
    },
  )

  test('whose session has expired gets the public page and loses the cookies', async () => {
    const { send } = await aVisitorOf(aSite(() => ({})).site)
    const response = await send('/', { headers: { Cookie: '__Host-session=x; signed_in=1' } })
    expect(await response.text()).toContain('<h1>Home</h1>')
    const gone = response.headers.getSetCookie().map((line) => line.slice(0, line.indexOf(';')))
    expect(gone.sort()).toEqual(['__Host-session=', 'signed_in='])
  })
})

describe('a page rendered on demand', () => {
  test('is rendered once for all readers', async () => {
    const { site, rendered } = aSite(() => ({}))
    const { address } = await aVisitorOf(site)
    for (let many = 0; many < 5; many++) {
      const { send } = await aVisitor(address)
      expect(await (await send('/story/1')).text()).toBe('<p>/story/1</p>')
    }
    expect(rendered).toEqual(['/story/1'])
  })

  test('is rendered once for simultaneous requests', async () => {
    const { site, rendered } = aSite(() => ({}))
    const { send } = await aVisitorOf(site)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('/story/1')))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(rendered).toEqual(['/story/1'])
  })

  test('is rendered again when the public data changes, and not for a draft', async () => {
    const { site, rendered } = aSite(() => ({}))
    const { send } = await aVisitorOf(site)
    await send('/story/1')
    await aStory({ isPublished: false })
    await send('/story/1')
    expect(rendered).toHaveLength(1)
    await aStory()
    await send('/story/1')
    expect(rendered).toHaveLength(2)
  })

  test('is rendered again by another release', async () => {
    const [old, fresh] = [aSite(() => ({}), 'old'), aSite(() => ({}), 'fresh')]
    let current = old
    const { send } = await aVisitor(await startApp({ site: () => current.site }))
    await send('/story/1')
    current = fresh
    await send('/story/1')
    expect(fresh.rendered).toEqual(['/story/1'])
  })

  test('is rendered once for all missing addresses', async () => {
    const { site, rendered } = aSite((url) => (url === '/story/1' ? {} : { status: 404 }))
    const { send } = await aVisitorOf(site)
    for (const pattern of ['/story/', '/book/']) {
      for (const id of ['x', randomUUID(), randomUUID(), '999999']) {
        const response = await send(pattern + id)
        expect([response.status, await response.text()]).toEqual([404, `<p>${pattern}x</p>`])
      }
    }
    expect(rendered).toEqual(['/story/x', '/book/x'])
  })

  test('is rendered once for all searches without results, whatever their other parameters', async () => {
    const { site, rendered } = aSite((url) => ({
      body: Buffer.from(`<input value="${new URLSearchParams(url.split('?')[1]).get('search')}">`),
    }))
    const { send } = await aVisitorOf(site)
    for (const others of ['', '&page=3', '&price=none', `&category=${randomUUID()}`]) {
      const text = randomUUID()
      const response = await send(`/books?search=${text}${others}`)
      expect(await response.text()).toBe(`<input value="${text}">`)
    }
    expect(rendered).toHaveLength(1)
  })

  test('exists for each category, with its feed, and for no other', async () => {
    const { site, rendered } = aSite(() => ({}))
    const { send } = await aVisitorOf(site)
    const known = ['/category/faith-and-inspiration', '/category/faith-and-inspiration/rss.xml']
    for (const path of [...known, ...known]) expect((await send(path)).status).toBe(200)
    for (const path of [
      '/category/gossip',
      '/category/gossip/rss.xml',
      '/category/Faith-and-inspiration',
    ]) {
      expect((await send(path)).status, path).toBe(404)
    }
    expect(rendered).toEqual(known)
  })

  test('is found at a formerly missing address, and missing again after it is unpublished', async () => {
    const { id } = await aStory()
    let isGone = false
    const { site } = aSite((url) => (url.endsWith(id) && !isGone ? {} : { status: 404 }))
    const { send } = await aVisitorOf(site)
    const statusOf = async (path: string) => (await send(path)).status
    expect(await statusOf('/story/x')).toBe(404)
    expect(await statusOf(`/story/${id}`)).toBe(200)
    isGone = true
    await sql`delete from stories where id = ${id}`
    expect(await statusOf(`/story/${id}`)).toBe(404)
  })

  test.each([
    ['searches', () => `/books?search=${randomUUID()}`],
    ['pieces of searches', () => `/resources?part&search=${randomUUID()}`],
    ['categories that do not exist', () => `/?category=${randomUUID()}`],
    ['addresses of the admin', () => `/admin/books/${randomUUID()}/edit`],
  ])('stays cached during a flood of requests for %s', async (_, madeUp) => {
    const large = Buffer.alloc(4 * 1024 * 1024, 'x')
    const { site, rendered } = aSite((url) => (url === '/story/1' ? {} : { body: large }))
    const { send } = await aVisitorOf(site)
    await send('/story/1')
    for (let count = 0; count < 15; count++) {
      const response = await send(madeUp(), { headers: { 'Accept-Encoding': 'identity' } })
      expect(response.status).toBe(200)
      await response.arrayBuffer()
    }
    await send('/story/1')
    expect(rendered.filter((url) => url === '/story/1')).toHaveLength(1)
  })

  test.each([
    ['searches', (at: number) => `/books?search=${at}`],
    ['made up presents', (at: number) => `/gift/${at}`],
    ['made up tokens of the newsletter', (at: number) => `/newsletter?token=${at}`],
  ])('does not wait for %s, of which a few queue and the others get a 429', async (_, madeUp) => {
    let [running, most] = [0, 0]
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const site = aSiteOf({}, async (url) => {
      if (url !== '/story/1') {
        most = Math.max(most, ++running)
        await released
        running--
      }
      return { status: 200, headers: renderedHeaders, body: Buffer.from(url) }
    })
    const { send } = await aVisitorOf(site)
    const flood = Array.from({ length: 100 }, (_, at) => send(madeUp(at)))
    const refused = await Promise.race(flood)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await refused.json()).message).toMatch(/try again in a moment/)
    expect((await send('/story/1')).status).toBe(200)
    release()
    const statuses = (await Promise.all(flood)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(65)
    expect(most).toBe(1)
  })

  test('that fails reveals no internals, is logged, and is rendered again at the next request', async () => {
    const lines: Record<string, unknown>[] = []
    let isBroken = true
    const { site } = aSite(() => {
      if (isBroken) throw new Error('the inside of /srv/ascend')
      return {}
    })
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line)) })
    const { send } = await aVisitor(await startApp({ site: () => site, log }))
    const response = await send('/story/1')
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('inside of')
    expect(lines).toMatchObject([{ requestId: response.headers.get('X-Request-Id') }])
    isBroken = false
    expect((await send('/story/1')).status).toBe(200)
  })

  test('that the browser has already is answered with 304', async () => {
    const { address } = await aVisitorOf(aSite(() => ({ body: Buffer.from('x'.repeat(900)) })).site)
    const ask = (etag: string) =>
      sendRaw(address, [
        'GET /story/1 HTTP/1.1',
        'Host: x',
        'Accept-Encoding: gzip, deflate, br',
        `If-None-Match: ${etag}`,
      ])
    const first = await ask('"none"')
    expect(first.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(Buffer.from(first.body, 'latin1')).length).toBe(900)
    const second = await ask(first.headers['etag'] ?? '')
    expect(second.status).toBe(304)
    expect(second.body).toBe('')
    expect(second.headers['vary']).toBe('Accept-Encoding, Save-Data')
  })

  test('requested often is compressed further, with the same content', async () => {
    const words = Array.from(
      { length: 4_000 },
      (_, index) => `${(index * 7919) % 613} naira`,
    ).join()
    const { address } = await aVisitorOf(aSite(() => ({ body: Buffer.from(words) })).site)
    const ask = async () => {
      const { body } = await sendRaw(address, [
        'GET /story/1 HTTP/1.1',
        'Host: x',
        'Accept-Encoding: br',
      ])
      return Buffer.from(body, 'latin1')
    }
    const first = await ask()
    await expect.poll(async () => (await ask()).length).toBeLessThan(first.length)
    expect(brotliDecompressSync(await ask()).toString()).toBe(words)
  })
})

describe('a cached page', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
  async function twice(headers: Record<string, string>) {
    const lines: Record<string, unknown>[] = []
    const log = pino(
      { level: 'info' },
      { write: (line: string) => void lines.push(JSON.parse(line)) },
    )
    const { site, rendered } = aSite(() => ({ body: Buffer.from('x'.repeat(2_000)) }))
    const address = await startApp({ site: () => site, log })
    const ask = () =>
      sendRaw(address, [
        `GET /story/${id} HTTP/1.1`,
        'Host: a.example',
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ])
    const answers = [await ask(), await ask()] as const
    await expect.poll(() => lines.length).toBe(2)
    return { answers, lines, rendered }
  }

  test.each([
    ['br, gzip', 200],
    ['gzip', 200],
    ['br;q=0', 200],
  ])('has the headers of the first response for %s', async (accepted, status) => {
    const { answers, lines, rendered } = await twice({ 'Accept-Encoding': accepted })
    const [first, second] = answers.map(({ headers, ...rest }) => {
      const { 'x-request-id': requestId, date: _, ...others } = headers
      expect(requestId).toMatch(/^[\da-f-]{36}$/)
      return { ...rest, headers: others }
    })
    expect(second).toEqual(first)
    expect(second?.status).toBe(status)
    expect(rendered).toEqual([`/story/${id}`])
    expect(lines).toMatchObject(
      answers.map(({ headers }) => ({
        requestId: headers['x-request-id'],
        method: 'GET',
        route: '/story/:id',
        status,
      })),
    )
    expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(2)
  })

  test('is answered with 304 to a browser that has it, and as a lite page with data saver', async () => {
    const { answers } = await twice({})
    const tag = answers[0].headers['etag'] ?? ''
    const again = await twice({ 'If-None-Match': tag })
    for (const { status, body } of again.answers) expect([status, body]).toEqual([304, ''])
    const saver = await twice({ 'Save-Data': 'on' })
    expect(saver.answers[1].headers['etag']).toBe(saver.answers[0].headers['etag'])
    expect(saver.answers[1].body).toBe(saver.answers[0].body)
  })
})

describe('a static address with a query string', () => {
  test.each([
    ['/?category=Faith+and+Inspiration', '/?category=Faith+and+Inspiration'],
    ['/?page=2&utm_source=x', '/?page=2'],
    ['/books?price=20-50&search=a%26b', '/books?search=a%26b&price=20-50'],
    ['/resources?category=Guide&category=Novel', '/resources?category=Guide'],
    // Only the service says which address a twin answers for.
    ['/books?page=2&at=/resources', '/books?page=2'],
    ['/resources?page=2&part', '/fragments/shelf?page=2&at=%2Fresources'],
    ['/?part', '/fragments/story-cards?at=%2F'],
  ])('%s is answered by its on-demand variant', async (path, twin) => {
    await aBook({ title: 'From a&b to z', price: 30 })
    const { site, rendered } = aSite(() => ({}))
    const { send } = await aVisitorOf(site)
    expect((await send(path)).status).toBe(200)
    expect(rendered).toEqual([twin])
  })
})

describe('a built file', () => {
  /** The front of the service, which answers before anything is asked. */
  async function aFront(site: LoadedSite | undefined) {
    const { sendFile } = servePages({
      site: () => site,
      publicUrl: '',
      localsFor: () => ({}),
      draftedFor: async () => undefined,
    })
    const server = createServer((request, response) => {
      if (!sendFile(request, response)) response.writeHead(299).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    server.unref()
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return (line: string, ...headers: string[]) =>
      sendRaw(address, [`${line} HTTP/1.1`, 'Host: x', ...headers])
  }

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0,gzip;q=0', undefined],
    ['identity', undefined],
    ['', undefined],
  ])('for a browser that accepts "%s" is sent as %s', async (accepted, encoding) => {
    const ask = await aFront(aSite().site)
    const { headers, status } = await ask('GET /', `Accept-Encoding: ${accepted}`)
    expect(status).toBe(200)
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers['vary']).toBe('Accept-Encoding, Save-Data')
  })

  test('is revalidated by its ETag', async () => {
    const ask = await aFront(aSite().site)
    const { headers } = await ask('GET /about')
    const again = await ask('GET /about', `If-None-Match: "x", ${headers['etag']}`)
    expect([again.status, again.body]).toEqual([304, ''])
    expect(again.headers).not.toHaveProperty('content-length')
    expect((await ask('GET /about', 'If-None-Match: "x"')).status).toBe(200)
  })

  test('with a hash in its name is cached for good', async () => {
    const ask = await aFront(aSite().site)
    const { headers } = await ask('GET /_astro/a.123.js')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers).not.toHaveProperty('etag')
  })

  test('answers HEAD without its bytes', async () => {
    const ask = await aFront(aSite().site)
    const { status, headers, body } = await ask('HEAD /about')
    expect([status, headers['content-length'], body]).toEqual([200, '14', ''])
  })

  test('of the front page is not sent to a request with a session', async () => {
    const ask = await aFront(aSite().site)
    for (const cookie of ['session=x', '__Host-session=x', 'visitor=y; __Host-session=x']) {
      expect((await ask('GET /', `Cookie: ${cookie}`)).status, cookie).toBe(299)
      expect((await ask('GET /about', `Cookie: ${cookie}`)).status, cookie).toBe(200)
    }
    expect((await ask('GET /', 'Cookie: visitor=y; signed_in=1')).status).toBe(200)
  })

  test('is the only thing that is sent before Koa', async () => {
    const ask = await aFront(aSite().site)
    for (const line of [
      'GET /about?x',
      'POST /about',
      'GET /404',
      'GET /api/health',
      'GET /__proto__',
    ]) {
      expect((await ask(line)).status, line).toBe(299)
    }
    expect((await (await aFront(undefined))('GET /')).status).toBe(299)
  })
})

describe('an address of the build tools', () => {
  test.each([
    '/_image',
    '/_image?href=/_astro/x.png&w=9999',
    '/%5Fimage?href=x',
    '//_image',
    '/_server-islands/Any',
    '/fragments/home',
    '/%66ragments/home',
    '//fragments/home',
    // Pages, written as nobody writes them.
    '/%6Frder/AB12CD',
    '/%61ccount',
    '/stor%79/1',
    '/story/%31',
  ])('or in an unusual spelling is missing: %s', async (path) => {
    const { site, rendered } = aSite(() => ({ body: Buffer.from('made') }))
    const { address } = await aVisitorOf(site)
    const { status, body } = await sendRaw(address, [`GET ${path} HTTP/1.1`, 'Host: a.example'])
    expect(status).toBe(404)
    expect(body).toContain('404 Page Not Found')
    expect(rendered).toEqual([])
  })
})
