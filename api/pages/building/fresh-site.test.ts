import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { aBuiltSite } from '#tests/built-site.ts'
import { aBook, aStory, aVisitor } from '#tests/people.ts'
import { sendRaw } from '#tests/raw-request.ts'
import { aBookOnSale } from '#tests/servers/pretend-provider.ts'

// One real bundle is all that this file can afford.

const openWord = `open${randomUUID().slice(0, 8)}`
const hiddenWord = `hidden${randomUUID().slice(0, 8)}`
const attack = `</script><script>alert("${openWord}")</script>`

let site: Awaited<ReturnType<typeof aBuiltSite>>
let dataDir = ''
let base = ''
const ids = { story: '', book: '', hiddenStory: '', hiddenBook: '' }

beforeAll(async () => {
  const story = {
    title: `${openWord} ${attack}`,
    content: `${attack}\n\nThe end.`,
    isFeatured: true,
  }
  ids.story = (await aStory(story)).id
  ids.book = (await aBook({ title: `${openWord} book`, description: `${attack} is a title.` })).id
  ids.hiddenStory = (await aStory({ title: hiddenWord, isPublished: false, isFeatured: true })).id
  ids.hiddenBook = (await aBook({ title: hiddenWord, isPublished: false })).id
  site = await aBuiltSite()
  ;({ dataDir, base } = site)
}, 120_000)
afterAll(() => site.stop())

const home = () => readFile(join(dataDir, 'current', 'client', 'index.html'), 'utf8')

describe('a built site', () => {
  test('sends security and cache headers with every response', async () => {
    const names = await readdir(join(dataDir, 'current', 'client'), { recursive: true })
    const built = names
      .filter((name) => extname(name) && !/\.(br|gz)$/.test(name))
      .map((name) => `/${name}`.replace(/(\/index)?\.html$/, '') || '/')
    const made = [
      `/story/${ids.story}`,
      `/book/${ids.book}`,
      '/books?page=1',
      '/rss.xml',
      '/nowhere',
    ]
    const personal = ['/account', '/orders/find', '/search?q=a', '/submit?sent=1']
    const spoken = ['/api/stories', '/api/account', '/api/nowhere', '/uploads/nowhere']
    for (const address of [...built, ...made, ...personal, ...spoken]) {
      const response = await fetch(new URL(address, base), { redirect: 'manual' })
      const { headers, status } = response
      expect(status, address).toBeLessThan(500)
      expect(headers.get('X-Content-Type-Options'), address).toBe('nosniff')
      expect(headers.get('Strict-Transport-Security'), address).toBe('max-age=31536000')
      const stored = headers.get('Cache-Control')
      if (address.startsWith('/_astro/')) expect(stored).toBe('public, max-age=31536000, immutable')
      else if (personal.includes(address)) expect(stored, address).toBe('private, no-store')
      else if (/\.(svg|png)$/.test(address)) expect(stored, address).toBe('public, max-age=86400')
      else expect(stored, address).toMatch(/^(no-cache|(private, )?no-store)$/)
      if (stored === 'no-cache') expect(headers.get('ETag'), address).toBeTruthy()
      const policy = headers.get('Content-Security-Policy') ?? ''
      if (!headers.get('Content-Type')?.startsWith('text/html')) continue
      expect(headers.get('Content-Type')).not.toContain(',')
      expect(headers.get('Permissions-Policy'), address).toContain('camera=()')
      expect(headers.get('Referrer-Policy'), address).toMatch(/origin|no-referrer/)
      for (const directive of [
        "default-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "object-src 'none'",
      ])
        expect(policy, address).toContain(directive)
      expect(policy, address).not.toMatch(/unsafe|script-src[^;]*(\*|https?:|data:)/)
      const isDesk = address.startsWith('/admin/')
      expect(/require-trusted-types-for 'script'/.test(policy), address).toBe(isDesk)
      expect(/trusted-types 'none'/.test(policy), address).toBe(isDesk)
      const directives = policy.split(';').map((one) => one.trim().split(' ')[0])
      expect(new Set(directives).size, address).toBe(directives.length)
      // A handler in an attribute would need `unsafe-inline`.
      expect(await response.text(), address).not.toMatch(/<[^>]+\son[a-z]+\s*=\s*["']/i)
    }
  })

  test('has a security.txt that has not expired (RFC 9116)', async () => {
    const response = await fetch(new URL('/.well-known/security.txt', base))
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    const text = await response.text()
    // Without an address of the publisher it is where readers find how to write to them.
    expect(text).toMatch(/^Contact: (mailto:\S+@\S+|https:\S+\/about#contact)$/m)
    expect(text).toMatch(/^Canonical: https?:\S+\/\.well-known\/security\.txt$/m)
    const expires = Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? '')
    expect(expires).toBeGreaterThan(Date.now() + 30 * 24 * 60 * 60 * 1000)
    expect(expires).toBeLessThan(Date.now() + 365 * 24 * 60 * 60 * 1000)
  })

  test('shows what is published, as text', async () => {
    const page = await home()
    expect(page).toContain(openWord)
    expect(page).not.toContain('<script>alert(')
    expect(await readFile(join(dataDir, 'current', 'client', 'books.html'), 'utf8')).toContain(
      `${openWord} book`,
    )
  })

  test('contains nothing unpublished in any of its files', async () => {
    const client = join(dataDir, 'current', 'client')
    const names = await readdir(client, { recursive: true })
    const texts = names.filter((name) => /^\.(html|js|json|xml|txt)$/.test(extname(name)))
    expect(texts.length).toBeGreaterThan(5)
    for (const name of texts) {
      const text = await readFile(join(client, name), 'utf8')
      for (const secret of [hiddenWord, ids.hiddenStory, ids.hiddenBook]) {
        expect(text.includes(secret), `${secret} in ${name}`).toBe(false)
      }
    }
  })

  test('shows nothing unpublished on pages rendered on demand, in feeds and filters', async () => {
    const { send } = await aVisitor(base)
    for (const path of [
      '/?page=1',
      '/?category=Lifestyle+and+Culture',
      `/books?search=${hiddenWord}`,
      '/books?category=Novel&part',
      '/?page=1&part',
      '/resources?price=over-50',
      '/rss.xml',
      '/sitemap-stories-1.xml',
    ]) {
      const response = await send(path)
      expect(response.status, path).toBe(200)
      const text = (await response.text()).replace(`value="${hiddenWord}"`, '')
      // The search box may repeat what the visitor typed; no page may add to it.
      const shown = text.replaceAll(`search=${hiddenWord}`, '')
      expect(shown.includes(hiddenWord), `the title on ${path}`).toBe(false)
      expect(shown.includes(ids.hiddenStory) || shown.includes(ids.hiddenBook), path).toBe(false)
    }
  })

  test('answers 404 with the words of the specification for what is not published', async () => {
    const { send } = await aVisitor(base)
    for (const id of [ids.hiddenStory, randomUUID(), 'not-an-id']) {
      const response = await send(`/story/${id}`)
      expect(response.status).toBe(404)
      const text = await response.text()
      expect(text).toContain('Story Not Found')
      expect(text).not.toContain(hiddenWord)
    }
    for (const id of [ids.hiddenBook, randomUUID(), '%00']) {
      const response = await send(`/book/${id}`)
      expect(response.status).toBe(404)
      const text = await response.text()
      expect(text).toContain('Book Not Found')
      expect(text).toContain('The book you&#39;re looking for doesn&#39;t exist.')
      expect(text).toContain('Back to Books</a>')
    }
  })

  test('shows a published story and book on demand, whose text is never executed', async () => {
    const { send } = await aVisitor(base)
    for (const path of [`/story/${ids.story}`, `/book/${ids.book}`]) {
      const response = await send(path)
      expect(response.status).toBe(200)
      const policy = response.headers.get('Content-Security-Policy') ?? ''
      expect(policy).toContain("default-src 'self'")
      expect(policy).not.toMatch(/script-src[^;]*'unsafe-inline'/)
      const page = await response.text()
      expect(page).toContain(openWord)
      // Within quotes a tag is text; what is left must have none.
      expect(page.replace(/="[^"]*"/g, '')).not.toContain('<script>alert(')
    }
  })

  test('allows forms to the payment provider on the page of a book only', async () => {
    const { send } = await aVisitor(base)
    const ours = "form-action 'self'"
    const book = `/book/${ids.book}`
    const pages = {
      [book]: `${ours} https://checkout.paystack.com https://checkout.flutterwave.com`,
      [`/story/${ids.story}`]: ours,
      [`/book/${ids.hiddenBook}`]: ours,
      '/order/ASC-1': ours,
      '/': ours,
      '/?page=1': ours,
      '/books': ours,
      '/redeem': ours,
      '/orders/find': ours,
    }
    for (const [path, valid] of Object.entries(pages)) {
      const policy = (await send(path)).headers.get('Content-Security-Policy')
      expect([path, policy?.match(/form-action [^;]*/g)]).toEqual([path, [valid]])
    }
  })

  test('says on the page of a book why it cannot be bought, with a button that cannot be pressed', async () => {
    const { send } = await aVisitor(base)
    // Nobody takes money in this shop.
    const { id: ready } = await aBookOnSale({ price: 2500 })
    const { id: free } = await aBookOnSale({ price: 0 })
    const { id: unready } = await aBook({ price: 2500 })
    const boxOf = async (id: string) => {
      const [box] = /<section[^>]*id="purchase"[\s\S]*?<\/section>/.exec(
        await (await send(`/book/${id}`)).text(),
      ) as RegExpExecArray
      return box
    }
    for (const [id, why] of [
      [ready, 'Buying opens soon'],
      [unready, 'Not yet available'],
    ] as const) {
      const box = await boxOf(id)
      expect(box).toContain(why)
      expect(box).toMatch(
        /<button type="button"[^>]* disabled[^>]*>\s*Buy Now - ₦2,500\s*<\/button>/,
      )
      expect(box).not.toContain('<form')
    }
    expect(await boxOf(free)).toContain('<form')
  })

  test('has no address that causes an internal error', async () => {
    const odd = [
      '//',
      '/%',
      '/%00',
      '/story/%',
      '/story/%00',
      '/story/%2e%2e',
      '/story/..%2f..%2fetc%2fpasswd',
      `/story/${'x'.repeat(3_000)}`,
      '/story/',
      '/book',
      '/book/1/2',
      '/books?page=0',
      '/books?page=99999999999999999999',
      '/books?page=1&page=2',
      '/books?price=cheap',
      '/books?search=%00',
      '/books?search=%E0%A4%A',
      `/books?search=${'x'.repeat(5_000)}`,
      '/books?search[]=x&__proto__=1',
      '/?category=%F0%9F%8C%8D',
      '/?category=%00&page=2',
      '/?page=-1',
      '/?part',
      '/?part&page=10000',
      '/live/home',
      '/_image?href=/favicon.svg',
      '/_server-islands/x',
      '/index.html',
      '/404',
      '/404.html',
      '/.env',
      '/..%2fpackage.json',
      '/_astro/..%2f..%2frelease.json',
      '/release.json',
      '/server/entry.mjs',
      '/constructor',
      '/__proto__',
      '/%61bout',
      '/about/',
      '/about%2f',
      '/ABOUT',
      '/about%00',
      '/about/.',
      '/./about',
      '/x/../about',
      '/x/%2e%2e/about',
      '/story/%2e%2e/%2e%2e',
      '/%2f',
      '/%2e',
      '/index',
      '/about.html',
      '/books/?page=2',
      '/%62ooks?page=2',
      '/rss.xml/',
      '/%72ss.xml',
      '/sitemap.xml?x',
      '/robots.txt/x',
      '/\\evil.example',
      '//evil.example/about',
      '/story/a?b#c',
      '*',
    ]
    const statuses = await Promise.all(
      odd.flatMap((target) =>
        ['GET', 'HEAD', 'POST', 'OPTIONS', 'PROPFIND'].map(async (method) => {
          const { status } = await sendRaw(base, [`${method} ${target} HTTP/1.1`, 'Host: x'])
          return { method, target: target.slice(0, 60), status }
        }),
      ),
    )
    expect(statuses.filter(({ status }) => status >= 500 || status === 0)).toEqual([])
  })

  test.each([
    '/live/home',
    '/%6Cive/home',
    '//live/home',
    '/x/../live/home',
    '/x/%2e%2e/live/home',
    '/./live/home',
    '/live\\home',
    '/%5Clive/home',
    '/live%2fhome',
    '/_image?href=/favicon.svg',
    '/%5fimage?href=/favicon.svg',
    '/_server-islands/x',
    '/.env',
    '/server/entry.mjs',
    '/release.json',
  ])('serves no file at %s', async (target) => {
    const { status } = await sendRaw(base, [`GET ${target} HTTP/1.1`, 'Host: x'])
    expect(status).toBe(404)
  })

  test('shows a change within ten seconds of its commit, and a complete page until then', async () => {
    const title = `A changed title ${randomUUID()}`
    await sql`update stories set title = ${title}, approved_hash = 'this text' where id = ${ids.story}`
    const committed = Date.now()
    for (;;) {
      const page = await home()
      expect(page).toContain('</html>')
      if (page.includes(title)) break
      expect(page).toContain(openWord)
      expect(Date.now() - committed, 'ms after the commit').toBeLessThan(10_000)
      await pause(25)
    }
    await site.look()
    const { send } = await aVisitor(base)
    expect(await (await send('/')).text()).toContain(title)
    expect(await (await send(`/story/${ids.story}`)).text()).toContain(title)
  }, 60_000)
})
