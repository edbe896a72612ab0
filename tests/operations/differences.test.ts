import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkCdn } from '#api/operations/doctor/check-cdn.ts'
import { zstdEncoder } from '#api/pages/differences/encode-difference.ts'
import { pageDifferences } from '#api/pages/differences/page-differences.ts'
import { slugOf } from '#contract/magazine/categories.ts'
import { pageRoutes } from '#contract/pages/page-routes.ts'
import { sql } from '#db/sql.ts'
import { aBuiltSite } from '#tests/built-site.ts'
import { ask, chromium, chromiumWith, decode, type Sent } from '#tests/differences.ts'
import { aFolder } from '#tests/folders.ts'
import { aBook, aStory } from '#tests/people.ts'
import { aFreePort } from '#tests/processes.ts'
import { aCloudflare } from '#tests/servers/cloudflare-server.ts'
import { aCaddy } from './caddy-server.ts'
import { aFrontServer } from './nginx-server.ts'
import { aVarnish } from './varnish-server.ts'

// Pages as differences through each front of the project: the real servers before the real service with the real site.

type Site = Awaited<ReturnType<typeof aBuiltSite>>

const category = 'Lifestyle and Culture'
const log = pino({ level: 'silent' })
const encoder = zstdEncoder(log)
const ids = { story: '', other: '', book: '' }
let pages: string[] = []
let sites: Site[] = []
const stops: (() => Promise<unknown>)[] = []
/** The addresses by the name of the front. */
const bases: Record<string, string> = {}
/** The landing page before the last publication. */
let old: Buffer

beforeAll(async () => {
  ids.story = (await aStory({ title: 'The borehole committee', category })).id
  ids.other = (await aStory({ title: 'A market at night', category })).id
  ids.book = (await aBook()).id
  const differences = () => pageDifferences({ encode: encoder.encode, log })
  const first = await aBuiltSite({ differences: differences() })
  const second = await aBuiltSite({ differences: differences() })
  const cached = await aBuiltSite({ differences: differences(), cache: 'varnish' })
  sites = [first, second, cached]
  const hostOf = ({ base }: Site) => new URL(base).host
  const replicas = await aFrontServer({
    dataDir: first.dataDir,
    replicas: [hostOf(first), hostOf(second)],
  })
  const caddy = await aCaddy(await aFolder(), Number(new URL(first.base).port))
  const [at, insidePort] = [await aFreePort(), await aFreePort()]
  const outside = await aFrontServer({
    dataDir: cached.dataDir,
    replicas: [hostOf(cached)],
    cache: { at: `127.0.0.1:${at}`, insidePort },
  })
  const varnish = await aVarnish(`127.0.0.1:${insidePort}`, at)
  for (const { stop } of [replicas, caddy, outside, varnish]) stops.push(stop)
  // It went around the cache while that did not answer yet.
  while (!('x-cache' in (await ask(outside.base, '/about')).headers)) await pause(50)
  Object.assign(bases, {
    'the service alone': first.base,
    'nginx and two replicas': replicas.base,
    'nginx, Varnish and nginx': outside.base,
    Caddy: caddy.base,
  })
  old = (await ask(first.base, '/')).body
  while ((await sql`select from dictionaries`).length === 0) await pause(50)
  await aStory({ title: 'A second borehole', category })
  for (const base of [...sites.map((site) => site.base), replicas.base]) {
    while (!(await ask(base, '/')).body.includes('A second borehole')) await pause(100)
  }
  const [author] = await sql<{ slug: string }[]>`select slug from authors limit 1`
  pages = publicPages(author?.slug ?? 'nobody')
  expect(pages.length).toBeGreaterThan(16)
}, 240_000)
afterAll(async () => {
  for (const stop of stops) await stop()
  for (const site of sites) await site.stop()
  await encoder.stop()
})

/** Every page that is the same for everybody, feeds apart, with something there where it can be. */
function publicPages(authorSlug: string) {
  const fill = (path: string) =>
    path
      .replace('/category/:slug', `/category/${slugOf(category)}`)
      .replace('/publications/:id', '/publications/growing-right')
      .replace('/book/:id', `/book/${ids.book}`)
      .replace('/author/:slug', `/author/${authorSlug}`)
      .replace(':id', ids.story)
  const routes = Object.entries(pageRoutes)
    .filter(
      ([path, { kind }]) =>
        // Chapters are for whoever may read them.
        !['personal', 'gated'].includes(kind) &&
        !/^\/(admin|sign-in|opds)|\.\w+$|\/invoice$/.test(path),
    )
    .map(([path]) => fill(path))
  return [...routes, '/?page=1', '/books?price=free', '/books?page=1&part=1']
}

/** Asked again until the difference is ready: meanwhile the page comes as to everybody. */
async function askForDifference(base: string, path: string, dictionary: Buffer, id?: string) {
  let sent: Sent | undefined
  const encoding = async () => {
    sent = await ask(base, path, chromiumWith(dictionary, id))
    return sent.headers['content-encoding']
  }
  await expect.poll(encoding, { timeout: 10_000, message: path }).toBe('dcz')
  return sent as Sent
}

describe.each(['the service alone', 'nginx and two replicas', 'nginx, Varnish and nginx', 'Caddy'])(
  'a reader behind %s',
  (name) => {
    test('gets every public page whole, whatever page they name', { timeout: 60_000 }, async () => {
      const base = bases[name] as string
      const landing = (await ask(base, '/')).body
      for (const path of pages) {
        // It is asked twice: a cache answers the second time.
        for (let round = 0; round < 2; round++) {
          const whole = await ask(base, path)
          const none = await ask(base, path, chromium)
          const known = await askForDifference(base, path, landing)
          const before = await askForDifference(base, path, old)
          const madeUp = await ask(base, path, chromiumWith(Buffer.from('made up')))
          const inBrotli = await ask(base, path, { 'Accept-Encoding': 'br' })
          for (const sent of [none, madeUp, inBrotli]) {
            expect([path, sent.headers['content-encoding']]).toEqual([path, 'br'])
          }
          for (const [sent, dictionary] of [
            [none],
            [known, landing],
            [before, old],
            [madeUp],
            [inBrotli],
          ] as const) {
            expect([path, sent.status]).toEqual([path, whole.status])
            expect((await decode(sent, dictionary)).equals(whole.body), path).toBe(true)
          }
          for (const sent of [known, before]) {
            expect(sent.headers['cache-control'], path).toMatch(/^private/)
            expect(sent.headers['vary'], path).toMatch(/Accept-Encoding.*Available-Dictionary/)
            expect(sent.body.length, path).toBeLessThan(none.body.length)
          }
        }
      }
    })

    test('is told what to keep only as a browser that can use it', async () => {
      const base = bases[name] as string
      const throughWorker = {
        'Accept-Encoding': 'gzip, br',
        'Sec-Fetch-Dest': 'empty',
        'Upgrade-Insecure-Requests': '1',
        'User-Agent': 'Mozilla/5.0 (Linux; Android 10; K) Chrome/141.0.0.0 Mobile Safari/537.36',
      }
      for (const [path, seconds] of [
        ['/', 1_209_600],
        [`/story/${ids.story}`, 14_400],
      ] as const) {
        for (let round = 0; round < 2; round++) {
          for (const headers of [chromium, throughWorker, chromiumWith(old)]) {
            const told = (await ask(base, path, headers)).headers
            expect(told['use-as-dictionary'], path).toMatch(/^match="\//)
            expect(told['cache-control'], path).toBe(
              `private, max-age=0, stale-while-revalidate=${seconds}`,
            )
          }
          const { 'Sec-CH-UA': _, ...unnamed } = chromium
          for (const headers of [
            { ...chromium, 'Sec-CH-UA': '"Chromium";v="129"' },
            { ...chromium, 'Sec-Fetch-Dest': 'empty' },
            { ...chromium, 'Sec-Fetch-Dest': 'iframe' },
            { ...throughWorker, 'User-Agent': 'Mozilla/5.0 Chrome/87.0.0.0' },
            unnamed,
            { 'Accept-Encoding': 'br' },
          ]) {
            const { headers: told } = await ask(base, path, headers)
            expect([path, told['use-as-dictionary'], told['cache-control']]).toEqual([
              path,
              undefined,
              'no-cache',
            ])
          }
        }
      }
      const { headers } = await ask(base, '/about', chromium)
      expect([headers['use-as-dictionary'], headers['cache-control']]).toEqual([
        undefined,
        'no-cache',
      ])
    })

    test('gets a story as the difference to another one', async () => {
      const base = bases[name] as string
      const path = `/story/${ids.story}`
      const story = await decode(await ask(base, path, chromium))
      const next = await askForDifference(base, `/story/${ids.other}`, story, path)
      expect(next.body.length).toBeLessThan(4_000)
    })
  },
)

test('a cache keeps answering whoever names no page', async () => {
  const base = bases['nginx, Varnish and nginx'] as string
  const path = `/story/${ids.story}`
  for (const headers of [chromium, { 'Accept-Encoding': 'br' }]) {
    await ask(base, path, headers)
    expect((await ask(base, path, headers)).headers['x-cache']).toBe('hit')
  }
  // The same holds for pictures and the API, with which browsers may name one too.
  const { 'Available-Dictionary': named } = chromiumWith(old)
  const asked = { 'Accept-Encoding': 'br, dcz', 'Available-Dictionary': named }
  await ask(base, '/api/stories', asked)
  expect((await ask(base, '/api/stories', asked)).headers['x-cache']).toBe('hit')
})

describe('the front server', () => {
  test('sends its files by itself to whoever names no page', async () => {
    const base = bases['nginx and two replicas'] as string
    for (const path of ['/', '/about', '/admin/login']) {
      for (const headers of path === '/admin/login' ? [chromium, chromiumWith(old)] : [chromium]) {
        expect((await ask(base, path, headers)).headers['x-request-id'], path).toBeUndefined()
      }
    }
    const { headers } = await ask(base, '/about', chromiumWith(old))
    expect(headers['x-request-id']).toBeDefined()
  })

  test('sends them while no replica answers, whatever page a reader names', async () => {
    const [{ dataDir, base }] = sites as [Site]
    const front = await aFrontServer({ dataDir, replicas: [`127.0.0.1:${await aFreePort()}`] })
    for (const path of ['/', '/about']) {
      const sent = await ask(front.base, path, chromiumWith(old))
      expect([sent.status, sent.headers['content-encoding']]).toEqual([200, 'br'])
      expect((await decode(sent)).equals((await ask(base, path)).body)).toBe(true)
    }
    await front.stop()
  })

  test('passes the check of the cache in front, with the landing page from the service', async () => {
    const differences = pageDifferences({ encode: encoder.encode, log })
    const site = await aBuiltSite({ differences, cache: 'cloudflare' })
    const replicas = [[new URL(site.base).host], [`127.0.0.1:${await aFreePort()}`]]
    const [front, alone] = await Promise.all(
      replicas.map((hosts) => aFrontServer({ dataDir: site.dataDir, replicas: hosts })),
    )
    const { base } = await aCloudflare(front?.base ?? '')
    const findings = await checkCdn({ base, purge: async () => {}, everyMs: 100 })
    // Nothing was purged here.
    expect(findings.filter(({ state }) => state === 'problem').map(({ title }) => title)).toEqual([
      'Purges',
    ])
    expect((await ask(base, '/', chromium)).headers['use-as-dictionary']).toBeDefined()
    // While no replica answers it is the file, which no browser is told to keep.
    const { status, headers } = await ask(alone?.base ?? '', '/', chromium)
    expect([status, headers['cache-control'], headers['use-as-dictionary']]).toEqual([
      200,
      'no-cache',
      undefined,
    ])
    await Promise.all([front?.stop(), alone?.stop()])
    await site.stop()
  }, 60_000)
})
