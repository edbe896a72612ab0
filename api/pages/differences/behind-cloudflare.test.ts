import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBuiltSite } from '#tests/built-site.ts'
import { ask, chromium, chromiumWith, decode } from '#tests/differences.ts'
import { aReader, aStory, startApp } from '#tests/people.ts'
import { aCloudflare } from '#tests/servers/cloudflare-server.ts'
import { zstdEncoder } from './encode-difference.ts'
import { pageDifferences } from './page-differences.ts'

// Readers behind a cache that behaves as Cloudflare documents it, with the rules of docs/how-to/put-a-cache-in-front.md.

const log = pino({ level: 'silent' })
const { encode, stop } = zstdEncoder(log)
let site: Awaited<ReturnType<typeof aBuiltSite>>
let base = ''
let story = ''
let pages: string[] = []

/** A Chromium that opens a page over https, as Cloudflare's rule knows it. */
const opening = {
  ...chromium,
  'Upgrade-Insecure-Requests': '1',
  'User-Agent': 'Mozilla/5.0 (Linux; Android 10; K) Chrome/141.0.0.0 Mobile Safari/537.36',
}
const openingWith = (page: Buffer, id?: string) => ({ ...opening, ...chromiumWith(page, id) })
const firefox = {
  'Accept-Encoding': 'gzip, br',
  'Sec-Fetch-Dest': 'document',
  'Upgrade-Insecure-Requests': '1',
  'User-Agent': 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
}

beforeAll(async () => {
  story = `/story/${(await aStory({ isFeatured: true })).id}`
  site = await aBuiltSite({ differences: pageDifferences({ encode, log }), cache: 'cloudflare' })
  base = (await aCloudflare(site.base)).base
  pages = ['/', story, '/books', '/?page=1', '/about', '/nowhere']
}, 120_000)
afterAll(async () => {
  await site.stop()
  await stop()
})

const cookiesOf = ({ cookies }: Awaited<ReturnType<typeof aReader>>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** Asked again until the difference is ready. */
async function difference(path: string, headers: Record<string, string>, at = base) {
  const encoding = async () => (await ask(at, path, headers)).headers['content-encoding']
  await expect.poll(encoding, { timeout: 10_000, message: path }).toBe('dcz')
  return ask(at, path, headers)
}

test('a Chromium is told which page to keep, and nobody else, whoever asked first', async () => {
  for (const [path, seconds] of [
    ['/', 1_209_600],
    [story, 14_400],
  ] as const) {
    for (const asks of [firefox, opening, firefox, { 'Accept-Encoding': 'br' }, opening]) {
      const { headers } = await ask(base, path, asks)
      expect(headers['cache-control'], path).toBe(
        asks === opening ? `private, max-age=0, stale-while-revalidate=${seconds}` : 'no-cache',
      )
      expect(headers['use-as-dictionary'], path).toMatch(/^match="\//)
      expect(headers['vary'], path).toMatch(/Accept-Encoding.*Available-Dictionary/)
    }
    expect((await ask(base, path, opening)).headers['cf-cache-status']).toBe('HIT')
  }
})

test('every page comes as a difference to who has one and whole to everybody else, stored or not', async () => {
  const landing = await decode(await ask(base, '/', opening))
  for (const path of pages) {
    for (let round = 0; round < 2; round++) {
      const known = await difference(path, openingWith(landing))
      expect(known.headers['cache-control'], path).toMatch(/^private/)
      const whole = await ask(site.base, path)
      const madeUp = openingWith(Buffer.from('made up'))
      for (const asks of [firefox, opening, madeUp, { 'Accept-Encoding': 'br' }, {}]) {
        const sent = await ask(base, path, { ...asks })
        expect([path, sent.status]).toEqual([path, whole.status])
        expect(sent.headers['content-encoding'], path).not.toBe('dcz')
        expect((await decode(sent)).equals(whole.body), path).toBe(true)
      }
      expect((await decode(known, landing)).equals(whole.body), path).toBe(true)
    }
  }
})

test('a signed-in reader’s front page is kept by their browser and stored by nobody', async () => {
  const Cookie = cookiesOf(await aReader(site.base))
  for (let round = 0; round < 2; round++) {
    const { headers } = await ask(base, '/', { ...opening, Cookie })
    expect(headers['cf-cache-status']).toBe('BYPASS')
    expect(headers['cache-control']).toMatch(/^private/)
    expect(headers['cloudflare-cdn-cache-control']).toBeUndefined()
    const plain = await ask(site.base, '/', { Cookie })
    expect(plain.headers['cache-control']).toBe('private, no-store')
    expect(plain.headers['cloudflare-cdn-cache-control']).toBeUndefined()
  }
})

test('a page ahead on a slow connection is no whole page of the cache', async () => {
  await ask(base, story, firefox)
  const ahead = { ...opening, 'Sec-Purpose': 'prefetch', 'Sec-Speculation-Tags': '"dcz"' }
  expect((await ask(base, story, ahead)).status).toBe(406)
  expect((await ask(base, story, { ...opening, 'X-Speculation-Tags': '"dcz"' })).status).toBe(406)
})

test('before the setting is made nobody gets a difference or is told to keep a page, but for the check', async () => {
  const differences = pageDifferences({ encode, log, isTrial: true })
  const at = await startApp({ site: site.loaded, cache: 'cloudflare', differences })
  const landing = await decode(await ask(at, '/', opening))
  for (const path of pages) {
    for (const asks of [opening, openingWith(landing), firefox]) {
      const { headers } = await ask(at, path, asks)
      expect([headers['content-encoding'], headers['use-as-dictionary']]).toEqual(['br', undefined])
      expect(headers['vary']).not.toContain('Available-Dictionary')
    }
  }
  const trial = { 'X-Try-Differences': '1' }
  expect((await ask(at, '/', { ...opening, ...trial })).headers['use-as-dictionary']).toBeDefined()
  await difference('/about', { ...openingWith(landing), ...trial }, at)
})
