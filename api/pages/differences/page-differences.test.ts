import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { aBuiltSite } from '#tests/built-site.ts'
import { ask, chromium, chromiumWith, decode } from '#tests/differences.ts'
import { aBook, aReader, aStory, startApp } from '#tests/people.ts'
import { deleteOldDictionaries } from './dictionaries.queries.ts'
import { type EncodeDifference, zstdEncoder } from './encode-difference.ts'
import { pageDifferences } from './page-differences.ts'

const { encode, stop } = zstdEncoder(pino({ level: 'silent' }))

const differencesBy = (encoder: EncodeDifference) =>
  pageDifferences({ encode: encoder, log: pino({ level: 'silent' }) })

let site: Awaited<ReturnType<typeof aBuiltSite>>
let base = ''
/** The same site, sent whole. */
let plain = ''
const ids = { story: '', other: '', book: '' }
let pages: string[] = []
const landingValue = 'match="/*", match-dest=("document" "")'

beforeAll(async () => {
  ids.story = (await aStory({ isFeatured: true })).id
  ids.other = (await aStory()).id
  ids.book = (await aBook()).id
  site = await aBuiltSite({ differences: differencesBy(encode) })
  base = site.base
  plain = await startApp({ site: site.loaded })
  pages = [
    '/',
    '/?page=1',
    '/?page=1&part',
    '/books',
    '/books?search=nothing-of-that-name',
    '/books?part',
    `/story/${ids.story}`,
    `/book/${ids.book}`,
    '/category/faith-and-inspiration',
    '/about',
    '/help',
    '/search',
    '/offline',
    '/submit',
    '/nowhere',
    `/story/${randomBytes(8).toString('hex')}`,
  ]
}, 120_000)
afterAll(async () => {
  await site.stop()
  await stop()
})

const whole = async (path: string, headers: Record<string, string> = {}) =>
  (await ask(plain, path, headers)).body

/** Asked again until the difference is ready: a reader waits ten milliseconds only. */
async function asked(path: string, headers: Record<string, string>, at = base) {
  for (let round = 0; ; round++) {
    const sent = await ask(at, path, headers)
    if (sent.headers['content-encoding'] === 'dcz' || round > 200) return sent
  }
}

/** Leaves out what is made anew for each answer, and what a second request has compressed better. */
const asBefore = async (sent: Awaited<ReturnType<typeof ask>>) => {
  const { date: _, 'x-request-id': __, 'content-length': ___, ...headers } = sent.headers
  return { status: sent.status, headers, body: String(await decode(sent)) }
}

describe('a browser that has no page yet', () => {
  test('gets whole pages, of which the landing page, stories and books are dictionaries', async () => {
    for (const path of pages) {
      const sent = await ask(base, path, chromium)
      const isStory = path === `/story/${ids.story}`
      expect(sent.headers['use-as-dictionary'], path).toBe(
        path === '/'
          ? landingValue
          : isStory
            ? `match="/story/*", match-dest=("document" ""), id="${path}"`
            : path === `/book/${ids.book}`
              ? `match="/book/*", match-dest=("document" ""), id="${path}"`
              : undefined,
      )
      expect((await decode(sent)).equals(await whole(path)), path).toBe(true)
      if (!sent.headers['use-as-dictionary']) continue
      const seconds = path === '/' ? 1_209_600 : 14_400
      expect(sent.headers['cache-control']).toBe(
        `private, max-age=0, stale-while-revalidate=${seconds}`,
      )
      expect(sent.headers['vary']).toBe('Accept-Encoding, Save-Data, Available-Dictionary')
      expect(sent.headers['etag']).toMatch(/^W\//)
    }
  })

  test.each([
    ['an older Chromium', { ...chromium, 'Sec-CH-UA': '"Chromium";v="129"' }],
    ['Firefox', { ...chromium, 'Sec-CH-UA': '', 'User-Agent': 'Mozilla/5.0 Firefox/140.0' }],
    ['a script', { ...chromium, 'Sec-Fetch-Dest': 'empty' }],
    ['a frame', { ...chromium, 'Sec-Fetch-Dest': 'iframe' }],
    ['a program', { 'Accept-Encoding': 'br' }],
    ['one without compression', {}],
  ])('and is %s gets what everybody got before', async (_, headers) => {
    for (const path of pages) {
      expect(await asBefore(await ask(base, path, headers)), path).toEqual(
        await asBefore(await ask(plain, path, headers)),
      )
    }
  })

  test('gets the same by a service worker, which passes the navigation on', async () => {
    const { 'Sec-CH-UA': _, ...rest } = chromium
    const sent = await ask(base, '/', {
      ...rest,
      'Sec-Fetch-Dest': 'empty',
      'Upgrade-Insecure-Requests': '1',
      'User-Agent': 'Mozilla/5.0 (Linux; Android 10; K) Chrome/130.0.0.0 Mobile Safari/537.36',
    })
    expect(sent.headers['use-as-dictionary']).toBe(landingValue)
  })
})

describe('a browser that has a page', () => {
  test('gets every public page as its difference to that one', async () => {
    const landing = await decode(await ask(base, '/', chromium))
    for (const path of pages) {
      const sent = await asked(path, chromiumWith(landing))
      expect(sent.headers['content-encoding'], path).toBe('dcz')
      expect(sent.headers['cache-control'], path).toMatch(/^private, (no-cache$|max-age=0, stale)/)
      expect(sent.headers['vary'], path).toContain('Accept-Encoding')
      expect(sent.headers['vary'], path).toContain('Available-Dictionary')
      expect(sent.headers['set-cookie'], path).toBeUndefined()
      expect((await decode(sent, landing)).equals(await whole(path)), path).toBe(true)
      const brotli = await ask(plain, path, { 'Accept-Encoding': 'br' })
      expect(sent.status, path).toBe(brotli.status)
      expect(sent.body.length, path).toBeLessThan(brotli.body.length)
      expect(sent.headers['server-timing'], path).toMatch(/^whole;desc="\d{3,5}"$/)
    }
  })

  test('gets lite pages so, too', async () => {
    const lite = { ...chromium, 'Save-Data': 'on' }
    const landing = await decode(await ask(base, '/', lite))
    expect(landing.toString()).toContain('<html data-lite')
    for (const path of ['/', '/about', '/books', `/story/${ids.story}`]) {
      const sent = await asked(path, { ...chromiumWith(landing), 'Save-Data': 'on' })
      expect(sent.headers['content-encoding'], path).toBe('dcz')
      const same = await whole(path, { 'Save-Data': 'on' })
      expect((await decode(sent, landing)).equals(same), path).toBe(true)
    }
  })

  test('gets whole pages for a dictionary that nobody sent, and for what is none', async () => {
    const landing = await decode(await ask(base, '/', chromium))
    for (const hash of [
      `:${randomBytes(32).toString('base64')}:`,
      '',
      'x',
      '::',
      ':AAAA:',
      `:${'A'.repeat(8000)}:`,
      `${chromiumWith(landing)['Available-Dictionary']}, :AAAA:`,
    ]) {
      for (const path of pages) {
        const headers = { ...chromiumWith(landing), 'Available-Dictionary': hash }
        const sent = await ask(base, path, headers)
        expect(sent.headers['content-encoding'], `${path} ${hash}`).toBe('br')
        expect((await decode(sent)).equals(await whole(path)), path).toBe(true)
      }
    }
  })

  test('gets whole pages if it takes no differences', async () => {
    const landing = await decode(await ask(base, '/', chromium))
    for (const accepted of ['gzip, br', 'br, dcz;q=0', 'br, dcz; q=0.000, zstd', 'br, dcb']) {
      const headers = { ...chromiumWith(landing), 'Accept-Encoding': accepted }
      for (const path of pages) {
        const sent = await ask(base, path, headers)
        expect(sent.headers['content-encoding'], `${path} ${accepted}`).toBe('br')
        expect((await decode(sent)).equals(await whole(path)), path).toBe(true)
      }
    }
  })

  test('gets no personal page, and none of the staff, so', async () => {
    const landing = await decode(await ask(base, '/', chromium))
    const { cookies } = await aReader(base)
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    for (const path of [
      '/account',
      '/orders/find',
      '/search?q=a',
      '/submit?sent=1',
      '/sign-in',
      '/sign-in?mode=register',
      '/newsletter/preferences',
      '/admin/login',
      '/admin/dashboard',
      '/admin/nowhere',
      '/order/AB12?key=secret',
      '/api/stories',
    ]) {
      for (let round = 0; round < 3; round++) {
        const { headers } = await ask(base, path, { ...chromiumWith(landing), Cookie })
        expect(headers['content-encoding'], path).not.toBe('dcz')
        expect(headers['use-as-dictionary'], path).toBeUndefined()
      }
    }
  })

  test('gets no answer so that sets a cookie', async () => {
    const landing = await decode(await ask(base, '/', chromium))
    const Cookie = `__Host-session=${randomBytes(20).toString('hex')}`
    const sent = await ask(base, '/', { ...chromiumWith(landing), Cookie })
    expect(sent.headers['set-cookie']).toBeDefined()
    expect(sent.headers['content-encoding']).toBe('br')
    expect(sent.headers['use-as-dictionary']).toBeUndefined()
  })

  test('is told that its page is still fresh', async () => {
    const { headers, body } = await ask(base, '/', chromium)
    expect(body.length).toBeGreaterThan(0)
    const again = await ask(base, '/', {
      ...chromiumWith(await whole('/')),
      'If-None-Match': String(headers['etag']),
    })
    expect(again.status).toBe(304)
    expect(again.body.length).toBe(0)
    expect(again.headers['use-as-dictionary']).toBe(landingValue)
  })

  test('gets a page ahead on a slow connection as a small difference, or not at all', async () => {
    const ahead = { 'Sec-Purpose': 'prefetch', 'Sec-Speculation-Tags': '"dcz"' }
    const story = await decode(await ask(base, `/story/${ids.story}`, chromium))
    const known = chromiumWith(story, `/story/${ids.story}`)
    const path = `/story/${ids.other}`
    expect((await ask(base, path, { ...chromium, ...ahead })).status).toBe(406)
    const small = await ask(base, path, { ...known, ...ahead })
    expect(small).toMatchObject({ status: 200, headers: { 'content-encoding': 'dcz' } })
    const passedOn = { ...chromium, 'X-Speculation-Tags': '"dcz"' }
    expect((await ask(base, path, passedOn)).status).toBe(406)
    expect((await ask(base, '/', { ...chromium, ...ahead })).status).toBe(406)
    const etag = String(small.headers['etag'])
    expect((await ask(base, path, { ...passedOn, 'If-None-Match': etag })).status).toBe(304)
  })

  test('gets the headers alone for HEAD', async () => {
    const headers = chromiumWith(await decode(await ask(base, '/', chromium)))
    const sent = await asked('/about', headers)
    const head = await ask(base, '/about', headers, 'HEAD')
    expect(head.body.length).toBe(0)
    expect(head.headers['content-length']).toBe(sent.headers['content-length'])
  })
})

describe('signed-in readers', () => {
  test('get the same bytes on every page, and the landing page as a dictionary', async () => {
    const [one, other] = [await aReader(base), await aReader(base)]
    const cookiesOf = ({ cookies }: typeof one) =>
      [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    for (const path of pages) {
      const [first, second] = await Promise.all(
        [one, other].map((reader) => ask(base, path, { Cookie: cookiesOf(reader) })),
      )
      expect(first?.body.equals(second?.body as Buffer), path).toBe(true)
    }
    const home = await ask(base, '/', { ...chromium, Cookie: cookiesOf(one) })
    const page = await decode(home)
    expect(home.headers['use-as-dictionary']).toBe(landingValue)
    // The service worker stores nothing that depends on it.
    expect(home.headers['vary']).toContain('Cookie')
    const about = await asked('/about', { ...chromiumWith(page), Cookie: cookiesOf(other) })
    expect((await decode(about, page)).equals(await whole('/about'))).toBe(true)
  })

  test('get a landing page that is not stored where it is no dictionary', async () => {
    const { cookies } = await aReader(base)
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { headers } = await ask(base, '/', { Cookie, 'Accept-Encoding': 'br' })
    expect(headers['cache-control']).toBe('private, no-store')
  })
})

describe('another replica', () => {
  test('knows a landing page from before a publication, whoever sent it', async () => {
    // It is asked for by its file, as nginx does.
    const landing = await whole('/')
    await expect.poll(async () => (await sql`select from dictionaries`).length).toBeGreaterThan(0)
    await aStory({ isFeatured: true })
    await expect
      .poll(
        async () => {
          await site.look()
          return landing.equals((await ask(plain, '/')).body)
        },
        { timeout: 60_000 },
      )
      .toBe(false)
    const replica = await startApp({ site: site.loaded, differences: differencesBy(encode) })
    for (const path of ['/', `/story/${ids.story}`]) {
      const sent = await asked(path, chromiumWith(landing), replica)
      expect(sent.headers['content-encoding'], path).toBe('dcz')
      expect((await decode(sent, landing)).equals(await whole(path)), path).toBe(true)
    }
  })

  test('finds a story by its address', async () => {
    const replica = await startApp({ site: site.loaded, differences: differencesBy(encode) })
    const address = `/story/${ids.story}`
    const story = await whole(address)
    const sent = await asked(`/story/${ids.other}`, chromiumWith(story, address), replica)
    expect(sent.headers['content-encoding']).toBe('dcz')
    expect((await decode(sent, story)).equals(await whole(`/story/${ids.other}`))).toBe(true)
  })

  test('takes no other page for a dictionary, whatever its address', async () => {
    const replica = await startApp({ site: site.loaded, differences: differencesBy(encode) })
    for (const address of [
      '/about',
      '/account',
      '/admin/login',
      '/story/nowhere',
      `/story/${ids.other}`,
      `/story/../about`,
      `/story/${ids.story}?a=b`,
      '//evil.example/story/1',
      `/story/${'a'.repeat(5000)}`,
    ]) {
      const page = await whole(/^\/(account|admin)/.test(address) ? address : '/about')
      for (let round = 0; round < 3; round++) {
        const sent = await ask(replica, `/story/${ids.story}`, chromiumWith(page, address))
        expect(sent.headers['content-encoding'], address).toBe('br')
      }
    }
  })
})

describe('behind a cache', () => {
  test('Varnish learns which pages are dictionaries, and stores none that is sent to one browser', async () => {
    const at = await aBuiltSite({ cache: 'varnish', differences: differencesBy(encode) })
    const tagsOf = async (path: string, headers: Record<string, string>) => {
      const sent = await ask(at.base, path, headers)
      return [sent.headers['surrogate-dictionary'], sent.headers['surrogate-control']]
    }
    const story = `/story/${ids.story}`
    const program = { 'Accept-Encoding': 'br' }
    for (let round = 0; round < 2; round++) {
      expect((await tagsOf('/', program))[0]).toBe(`1209600 ${landingValue}`)
      expect((await tagsOf('/', { ...program, 'Save-Data': 'on' }))[0]).toBe(
        `1209600 ${landingValue}`,
      )
      expect((await tagsOf(story, program))[0]).toBe(
        `14400 match="/story/*", match-dest=("document" ""), id="${story}"`,
      )
      expect((await tagsOf('/about', program))[0]).toBeUndefined()
      expect((await tagsOf('/story/nowhere', program))[0]).toBeUndefined()
      for (const path of ['/', story, '/about']) {
        expect((await tagsOf(path, program))[1], path).toBeDefined()
        const one = chromiumWith(await whole('/'))
        expect(await tagsOf(path, one), path).toEqual([undefined, undefined])
        const malformed = { ...one, 'Available-Dictionary': 'x' }
        expect(await tagsOf(path, malformed), path).toEqual([undefined, undefined])
      }
    }
    // What Varnish sent as a dictionary is known.
    const page = await decode(await ask(at.base, story, program))
    const sent = await asked(`/story/${ids.other}`, chromiumWith(page, story), at.base)
    expect(sent.headers['content-encoding']).toBe('dcz')
    await at.stop()
  })
})

describe('an encoder', () => {
  test('that is slow delays nobody, and its difference is sent to the next', async () => {
    let finish = () => {}
    const slow: EncodeDifference = async (page, dictionary) => {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      return encode(page, dictionary)
    }
    const at = await startApp({ site: site.loaded, differences: differencesBy(slow) })
    const landing = await decode(await ask(at, '/', chromium))
    const first = await ask(at, '/about', chromiumWith(landing))
    expect(first.headers['content-encoding']).toBe('br')
    // On 3g nobody waits yet for a page that is fetched ahead, and it comes so or not at all.
    const ahead = { ...chromiumWith(landing), 'X-Speculation-Tags': '"dcz"' }
    const later = ask(at, '/about', ahead)
    finish()
    expect((await later).headers['content-encoding']).toBe('dcz')
    const next = await asked('/about', chromiumWith(landing), at)
    expect((await decode(next, landing)).equals(await whole('/about'))).toBe(true)
  })

  test('is asked once for a hundred readers', async () => {
    let count = 0
    const counting: EncodeDifference = (page, dictionary) => {
      count++
      return encode(page, dictionary)
    }
    const at = await startApp({ site: site.loaded, differences: differencesBy(counting) })
    const landing = await decode(await ask(at, '/', chromium))
    await Promise.all(Array.from({ length: 100 }, () => ask(at, '/help', chromiumWith(landing))))
    await asked('/help', chromiumWith(landing), at)
    expect(count).toBe(1)
  })

  test('that cannot start costs nobody a page, and is reported once', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
    const broken = zstdEncoder(log, new URL('./no-such-thread.mjs', import.meta.url))
    const at = await startApp({ site: site.loaded, differences: differencesBy(broken.encode) })
    const landing = await decode(await ask(at, '/', chromium))
    await expect.poll(() => lines.length).toBe(1)
    for (const path of pages) {
      const sent = await ask(at, path, chromiumWith(landing))
      expect(sent.status, path).toBeLessThan(500)
      expect(sent.headers['content-encoding'], path).toBe('br')
    }
    expect(lines).toHaveLength(1)
    await broken.stop()
  })
})

test('landing pages that no browser can have any more are deleted', async () => {
  await sql`insert into dictionaries (hash, body, sent_at) values
    ('old', '', now() - interval '16 days'), ('recent', '', now() - interval '13 days')`
  await deleteOldDictionaries()
  const left = await sql<{ hash: string }[]>`
    select hash from dictionaries where hash in ('old', 'recent')`
  expect(left.map(({ hash }) => hash)).toEqual(['recent'])
})
