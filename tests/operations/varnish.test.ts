import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { purgeCache } from '#api/integrations/purge-cache.ts'
import { avifName } from '#api/magazine/uploads/picture-files.ts'
import { findCurrentRelease } from '#api/pages/building/releases.ts'
import { startPurging } from '#api/pages/caches/start-purging.ts'
import { contract } from '#contract/endpoints/contract.ts'
import { slugOf } from '#contract/magazine/categories.ts'
import { pageRoutes } from '#contract/pages/page-routes.ts'
import { sql } from '#db/sql.ts'
import { aBuiltSite } from '#tests/built-site.ts'
import { aFolder } from '#tests/folders.ts'
import { aPicture, upload } from '#tests/magazine/pictures.ts'
import { aBook, aReader, aStory, thePublisher } from '#tests/people.ts'
import { aFreePort } from '#tests/processes.ts'
import { aFrontServer } from './nginx-server.ts'
import { aVarnish } from './varnish-server.ts'

// The real Varnish with its real rules between the real front server and the real service with the real site, as
// docker-compose.yml has it: readers ask nginx, nginx asks Varnish, Varnish asks nginx, which sends files and asks us.

const category = 'Lifestyle and Culture'
let site: Awaited<ReturnType<typeof aBuiltSite>>
let cache: Awaited<ReturnType<typeof aVarnish>>
let front: Awaited<ReturnType<typeof aFrontServer>>
let purging: ReturnType<typeof startPurging>
let story = { id: '' }
let book = { id: '' }

beforeAll(async () => {
  story = await aStory({ title: 'The borehole committee', category })
  book = await aBook()
  site = await aBuiltSite({ cache: 'varnish' })
  const [at, insidePort] = [await aFreePort(), await aFreePort()]
  front = await aFrontServer({
    dataDir: site.dataDir,
    replicas: [new URL(site.base).host],
    cache: { at: `127.0.0.1:${at}`, insidePort },
  })
  const varnish = await aVarnish(`127.0.0.1:${insidePort}`, at)
  cache = { ...varnish, base: front.base }
  // It went around the cache while that did not answer yet.
  while (!('x-cache' in (await ask(front.base, '/about')).headers)) await pause(50)
  const told = {
    release: () => findCurrentRelease(site.dataDir)?.madeFrom,
    log: pino({ level: 'silent' }),
  }
  // The first purges of all are over before anything is stored.
  const first = startPurging({ ...told, purge: async () => {}, everyMs: 20, againMs: 20 })
  while (!(await isQuiet())) await pause(20)
  await first.stop()
  const purge = purgeCache({ kind: 'varnish', purgeUrl: cache.purgeUrl, token: undefined })
  purging = startPurging({ ...told, purge })
  await purging.ready
}, 180_000)
afterAll(async () => {
  await purging?.stop()
  await cache?.stop()
  await front?.stop()
  await site?.stop()
})

async function isQuiet() {
  const [row] = await sql<{ isQuiet: boolean }[]>`
    select p.version = s.version and release_version = s.version and again = '{}' as is_quiet
    from cache_purges p, site_version s`
  return row?.isQuiet ?? false
}

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

function ask(base: string, path: string, headers = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(base), { path, headers, method, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const { statusCode: status = 0, headers } = answer
        resolve({ status, headers, body: Buffer.concat(chunks).toString('latin1') })
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}

const isHit = ({ headers }: Answer) => headers['x-cache'] === 'hit'

describe('a reader behind the cache', () => {
  test.each(['/', '/about', '/books', '/rss.xml', '/favicon.svg'])(
    'gets %s from it in their encoding, and a 304 for what they have',
    async (path) => {
      for (const encoding of ['gzip, deflate, br', 'gzip', 'identity']) {
        const headers = { 'Accept-Encoding': encoding }
        const ours = await ask(site.base, path, headers)
        await ask(cache.base, path, headers)
        const theirs = await ask(cache.base, path, headers)
        expect([isHit(theirs), theirs.status]).toEqual([true, 200])
        expect(theirs.body === ours.body, encoding).toBe(true)
        for (const name of ['cache-control', 'vary', 'content-encoding', 'content-type']) {
          expect(theirs.headers[name], name).toBe(ours.headers[name])
        }
        const { etag } = theirs.headers
        expect(etag).toBeTruthy()
        const again = await ask(cache.base, path, { ...headers, 'If-None-Match': etag })
        expect([isHit(again), again.status]).toEqual([true, 304])
      }
    },
  )

  test('sees neither cache keys nor cache lifetimes', async () => {
    const { headers } = await ask(cache.base, `/story/${story.id}`)
    expect(Object.keys(headers).filter((name) => /surrogate|xkey|cdn|tag$/.test(name))).toEqual([
      'etag',
    ])
    expect(headers['cache-control']).toBe('no-cache')
  })

  test('gets an uploaded picture as AVIF only if their browser takes it', async () => {
    const sent = await upload(await aReader(site.base), await aPicture(600, 400).jpeg().toBuffer())
    const { url } = (await sent.json()) as { url: string }
    const webp = await ask(site.base, url)
    await folderFiles(site.dataDir).store(avifName(url.slice(1)), Buffer.from('the AVIF'))
    const kinds = [
      ['image/avif,image/webp,image/apng,*/*;q=0.8', 'the AVIF'],
      ['image/webp,image/avif;q=0.9,*/*', 'the AVIF'],
      ['image/webp,*/*', webp.body],
      ['image/avif;q=0, image/webp', webp.body],
      ['*/*', webp.body],
      ['text/html,image/avif,*/*', 'the AVIF'],
    ] as const
    for (const round of ['miss', 'hit']) {
      for (const [Accept, body] of kinds) {
        const { headers, ...answer } = await ask(cache.base, url, { Accept })
        expect(answer.body === body, `${Accept}, ${round}`).toBe(true)
        expect(headers['content-type']).toBe(body === webp.body ? 'image/webp' : 'image/avif')
        expect(headers['vary']).toBe('Accept')
        if (round === 'hit') expect(headers['x-cache']).toBe('hit')
      }
    }
    const person = await ask(cache.base, url.replace(/[0-9a-f]{8}/, '00000000'), {
      Accept: 'text/html,image/avif,*/*;q=0.8',
    })
    expect([person.status, person.headers['content-type']]).toEqual([
      404,
      'text/html; charset=utf-8',
    ])
  })

  test('gets the lite page only with data saver', async () => {
    const path = `/story/${story.id}`
    const lite = await ask(site.base, path, { 'Save-Data': 'on' })
    const full = await ask(site.base, path)
    expect(lite.body).not.toBe(full.body)
    for (let round = 0; round < 2; round++) {
      expect((await ask(cache.base, path, { 'Save-Data': 'ON' })).body).toBe(lite.body)
      expect((await ask(cache.base, path, { Cookie: 'a=b; data_saver=on' })).body).toBe(lite.body)
      expect((await ask(cache.base, path)).body).toBe(full.body)
      const off = { 'Save-Data': 'on', Cookie: 'data_saver=off' }
      expect((await ask(cache.base, path, off)).body).toBe(full.body)
    }
  })

  test('can purge nothing', async () => {
    const headers = { 'Surrogate-Key': 'ascend-data' }
    expect((await ask(cache.base, '/', headers, 'PURGE')).status).toBe(403)
    expect((await ask(cache.purgeUrl, '/')).status).toBe(403)
  })
})

test('the rules bypass the cache for pages that differ for signed-in readers', () => {
  const own = Object.entries(pageRoutes).filter(([, route]) => 'hasReaderPage' in route)
  expect(own.map(([path]) => path)).toEqual(['/'])
  const rules = readFileSync('deploy/varnish/ascend.vcl', 'utf8')
  expect(rules).toContain('req.http.Cookie ~ "session=" && req.url ~ "^/(\\?|$)"')
})

/** Every address that anybody can ask for, with something there where it can be. */
function addresses(authorSlug: string) {
  const values: Record<string, string> = {
    ':slug': authorSlug,
    ':part': '1',
    ':reference': 'a-reference-of-nobody',
    ':token': 'a-token-of-nobody',
  }
  const fill = (path: string) =>
    path
      .replace('/category/:slug', `/category/${slugOf(category)}`)
      .replace('/publications/:id', '/publications/growing-right')
      .replace(/\/book(s?)\/:id/, `/book$1/${book.id}`)
      .replace(/:id\b/, story.id)
      .replace(/:\w+/g, (name) => values[name] ?? 'x')
  const pages = Object.keys(pageRoutes).map(fill)
  const withQuery = [
    `/?category=${encodeURIComponent(category)}`,
    '/books?page=2',
    '/search?q=borehole',
  ]
  const lines = Object.keys(contract)
    .filter((line) => line.startsWith('GET '))
    .map((line) => `/api${fill(line.slice('GET '.length))}`)
  return [...pages, ...withQuery, ...lines, `/api/stories/engagement?ids=${story.id}`]
}

/** Ids, times and the proofs of addresses that expire are made anew for each answer. */
const alike = (text: string) =>
  createHash('sha256')
    .update(
      text
        .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'id')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
        .replace(/until=\d+&proof=[^"]+/, 'until a time'),
    )
    .digest('hex')

test('nobody gets a page that was made for somebody else, at any address', {
  timeout: 120_000,
}, async () => {
  const [ada, bola] = [await aReader(site.base), await aReader(site.base)]
  const publisher = await thePublisher(site.base)
  for (const { call } of [ada, bola]) await call('POST /stories/:id/like', { id: story.id })
  // The dashboard tells whether the first checks have run.
  const tasks = async () => (await publisher.call('GET /admin/tasks', {})).areChecksPending
  await expect.poll(tasks, { timeout: 30_000 }).toBeUndefined()
  const cookiesOf = ({ cookies }: typeof ada) =>
    [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const people = {
    ada: { Cookie: cookiesOf(ada) },
    bola: { Cookie: cookiesOf(bola) },
    'who saves data': { 'Save-Data': 'on' },
    publisher: { Authorization: `Bearer ${publisher.token}` },
    nobody: {},
  }
  // What tells one of them from all others.
  const secrets = [
    { of: 'ada', text: ada.email },
    { of: 'ada', text: ada.reader.id },
    { of: 'bola', text: bola.email },
    { of: 'bola', text: bola.reader.id },
  ]
  let hits = 0
  const walk = async (path: string) => {
    const direct = new Map<string, Answer>()
    for (let round = 0; round < 2; round++) {
      for (const [name, headers] of Object.entries(people)) {
        const accept = { Accept: 'text/html, application/json', ...headers }
        const through = await ask(cache.base, path, accept)
        const ours = direct.get(name) ?? (await ask(site.base, path, accept))
        direct.set(name, ours)
        const label = `${path} as ${name}, round ${round}`
        for (const { of, text } of secrets) {
          const isForThem = of === name || name === 'publisher'
          if (!isForThem && through.body.includes(text)) expect.fail(`${label} shows ${of}`)
        }
        if (isHit(through)) {
          hits++
          expect(through.headers['set-cookie'], label).toBeUndefined()
          expect(through.headers['cache-control'], label).not.toMatch(/private|no-store/)
        }
        if (through.status === 429 || ours.status === 429) continue
        expect([label, through.status]).toEqual([label, ours.status])
        expect([label, through.headers['cache-control']]).toEqual([
          label,
          ours.headers['cache-control'],
        ])
        expect([label, alike(through.body)]).toEqual([label, alike(ours.body)])
      }
    }
  }
  const [author] = await sql<{ slug: string }[]>`select slug from authors limit 1`
  const all = addresses(author?.slug ?? 'nobody')
  expect(all.length).toBeGreaterThan(130)
  // It ends the sessions of those who walk.
  const last = '/api/logout'
  const waiting = [...new Set(all)].filter((path) => path !== last)
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      for (let path = waiting.pop(); path; path = waiting.pop()) await walk(path)
    }),
  )
  for (const headers of [people.ada, people.ada, people.nobody]) {
    const answer = await ask(cache.base, last, headers)
    expect([isHit(answer), answer.headers['cache-control']]).toEqual([false, 'no-store'])
  }
  expect(hits).toBeGreaterThan(300)
})

// `npm run bench -- million` measures in how many seconds; without purges a page would stay for ten minutes.
test('a change of a story reaches every page behind the cache', {
  timeout: 150_000,
}, async () => {
  const title = `A second borehole ${Date.now()}`
  const shown = ['/', '/category/lifestyle-and-culture', '/api/stories', '/rss.xml']
  const own = `/story/${story.id}`
  for (const path of [...shown, own]) {
    await ask(cache.base, path)
    expect(isHit(await ask(cache.base, path)), path).toBe(true)
  }
  const wait = { timeout: 60_000 }
  await sql`update stories set title = ${title}, published_at = now(), approved_hash = 'this text' where id = ${story.id}`
  for (const path of [...shown, own]) {
    const isThere = async () => (await ask(cache.base, path)).body.includes(title)
    await expect.poll(isThere, { ...wait, message: path }).toBe(true)
  }
  // What is taken back is gone.
  await sql`update stories set is_published = false where id = ${story.id}`
  await expect.poll(async () => (await ask(cache.base, own)).status, wait).toBe(404)
  for (const path of shown) {
    const isThere = async () => (await ask(cache.base, path)).body.includes(title)
    await expect.poll(isThere, { ...wait, message: path }).toBe(false)
  }
})

test('a dead cache is bypassed, and no reader can forge a client address', async () => {
  const told: Record<string, unknown>[] = []
  const replica = createServer((asked, answer) => {
    told.push(asked.headers)
    answer.end('answered')
  }).listen(0, '127.0.0.1')
  await once(replica, 'listening')
  const [insidePort, { port }] = [await aFreePort(), replica.address() as AddressInfo]
  const alone = await aFrontServer({
    dataDir: site.dataDir,
    replicas: [`127.0.0.1:${port}`],
    cache: { at: '127.0.0.1:1', insidePort },
  })
  try {
    const lies = { 'X-Reader-Address': '203.0.113.9', 'X-Forwarded-For': '203.0.113.9' }
    expect((await ask(alone.base, `/story/${story.id}`, lies)).body).toBe('answered')
    expect(told.at(-1)).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
    })
    expect(JSON.stringify(told)).not.toContain('203.0.113.9')
    // It asks as Varnish does at the inner side, which nobody else reaches.
    const inside = `http://127.0.0.1:${insidePort}`
    await ask(inside, `/story/${story.id}`, { 'X-Reader-Address': '203.0.113.7' })
    expect(told.at(-1)).toMatchObject({ 'x-forwarded-for': '203.0.113.7' })
  } finally {
    await alone.stop()
    replica.closeAllConnections()
    replica.close()
  }
})

test('only the cache may set the client address at the port of the cache', async () => {
  const told: unknown[] = []
  const replica = createServer((asked, answer) => {
    told.push(asked.headers['x-forwarded-for'])
    answer.end('answered')
  }).listen(0, '127.0.0.1')
  await once(replica, 'listening')
  const { port } = replica.address() as AddressInfo
  /** The inner port is asked at an address from another one of this machine, as if by another machine. */
  const toldBy = async (at: string, from: string, told: () => unknown) => {
    const asked = get(`${at}/api/stories`, {
      localAddress: from,
      headers: { 'X-Reader-Address': '203.0.113.9' },
    })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
    return told()
  }
  const asAlways = await aFreePort()
  const opened = await aFreePort()
  const replicas = [`127.0.0.1:${port}`]
  const fronts = await Promise.all([
    aFrontServer({
      dataDir: site.dataDir,
      replicas,
      cache: { at: '127.0.0.1:1', insidePort: asAlways },
    }),
    aFrontServer({
      dataDir: site.dataDir,
      replicas,
      cache: {
        at: '127.0.0.1:1',
        insidePort: opened,
        insideHost: '0.0.0.0',
        address: '127.0.0.8/29',
      },
    }),
  ])
  const last = () => told.at(-1)
  try {
    // Loopback unless told otherwise, for the port and for who is believed there.
    await expect(toldBy(`http://127.0.0.2:${asAlways}`, '127.0.0.1', last)).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    })
    const inside = `http://127.0.0.1:${asAlways}`
    expect(await toldBy(inside, '127.0.0.1', last)).toBe('203.0.113.9')
    expect(await toldBy(inside, '127.0.0.3', last)).toBe('127.0.0.3')
    const outside = `http://127.0.0.2:${opened}`
    expect(await toldBy(outside, '127.0.0.9', last)).toBe('203.0.113.9')
    expect(await toldBy(outside, '127.0.0.3', last)).toBe('127.0.0.3')
    // Past the cache, which is not there, a reader is known all the same.
    await ask((fronts[1] as (typeof fronts)[1]).base, '/api/stories', {
      'X-Reader-Address': '203.0.113.9',
    })
    expect(last()).toBe('127.0.0.1')
  } finally {
    await Promise.all(fronts.map((front) => front.stop()))
    replica.closeAllConnections()
    replica.close()
  }
})

test.each([
  ['CACHE_ADDRESS', 'everybody'],
  ['CACHE_ADDRESS', '0.0.0.0/0'],
  ['CACHE_ADDRESS', '::/0'],
  ['CACHE_ADDRESS', '10.0.0.300'],
  ['CACHE_ADDRESS', '10.0.0.0/33'],
  ['INSIDE_HOST', 'front'],
])('the front server rejects %s=%s with a reason', async (name, value) => {
  const folder = await aFolder()
  const { status, stderr } = spawnSync(
    'sh',
    ['deploy/front/front.sh', site.dataDir, folder, folder, '1', '2', '127.0.0.1:1'],
    {
      env: {
        PATH: process.env['PATH'],
        PUBLIC_URL: 'http://127.0.0.1:1',
        CACHE_AT: '127.0.0.1:1',
        INSIDE_PORT: '3',
        [name]: value,
      },
      encoding: 'utf8',
      timeout: 20_000,
    },
  )
  expect([status, stderr]).toEqual([2, expect.stringContaining(`${name}=${value} is no `)])
})

test('a small write is sent again when the front server closes its connection', async () => {
  const answered = new WeakSet<object>()
  const sent: string[] = []
  // Each connection is closed by its second request, as if both had happened at once.
  const way = createServer(async (asked, answer) => {
    if (answered.has(asked.socket)) return asked.socket.destroy()
    answered.add(asked.socket)
    const body = await text(asked)
    if (asked.method === 'POST') sent.push(body)
    return answer.end('here')
  }).listen(0, '127.0.0.1')
  await once(way, 'listening')
  const closing = await aVarnish(`127.0.0.1:${(way.address() as AddressInfo).port}`)
  try {
    const send = (body: string) => fetch(`${closing.base}/api/counts`, { method: 'POST', body })
    const told = ['first', 'second', 'third'].map((word) => JSON.stringify({ page: word }))
    for (const body of told) expect((await send(body)).status).toBe(200)
    expect(sent).toEqual(told)
    // A file is sent again by whoever has it. A moment after an answer its connection is not yet free for the next
    // request, which then opens one and is answered.
    await expect.poll(async () => (await send('x'.repeat(100_000))).status).toBe(503)
  } finally {
    await closing.stop()
    way.closeAllConnections()
    way.close()
  }
})

test('readers get stale pages while the service is down, for as long as the page allows', {
  timeout: 120_000,
}, async () => {
  let state: 'passes' | 'has no replica' | 'is away' = 'passes'
  const path = `/category/${slugOf(category)}`
  // The same page, allowed for less than a day, so that nobody waits for one.
  const short = `${path}?short`
  const lifetime = (asked: string) =>
    `max-age=1, stale-while-revalidate=1, stale-if-error=${asked === short ? 2 : 86400}`
  const way = createServer((asked, answer) => {
    if (state === 'is away') {
      asked.socket.destroy()
      return
    }
    // Varnish looks there, and has not noticed anything.
    if (state === 'has no replica' && asked.url !== '/api/health') {
      answer.writeHead(503).end('no replica')
      return
    }
    void ask(site.base, asked.url ?? '/').then(({ status, headers, body }) => {
      const { 'transfer-encoding': _, ...rest } = headers
      const isMarked = 'surrogate-control' in rest
      const marked = {
        ...rest,
        ...(isMarked && { 'surrogate-control': lifetime(asked.url ?? '') }),
      }
      answer.writeHead(status, marked).end(Buffer.from(body, 'latin1'))
    })
  }).listen(0, '127.0.0.1')
  await once(way, 'listening')
  const stale = await aVarnish(`127.0.0.1:${(way.address() as AddressInfo).port}`)
  try {
    const before = await ask(stale.base, path)
    expect([before.status, (await ask(stale.base, short)).status]).toEqual([200, 200])
    // It is out of date from here on. For three seconds that is no matter; then what is there goes out because nothing
    // better comes, and when Varnish has noticed (it looks every two seconds, and twice) because nothing can.
    await pause(1500)
    // A difference could come from the service alone.
    const named = { 'Accept-Encoding': 'dcz', 'Available-Dictionary': `:${'A'.repeat(43)}=:` }
    for (const now of ['has no replica', 'is away'] as const) {
      state = now
      for (const end = Date.now() + 4500; Date.now() < end; await pause(100)) {
        for (const headers of [{}, named]) {
          const { status, body } = await ask(stale.base, path, headers)
          expect([now, status, body === before.body]).toEqual([now, 200, true])
        }
      }
    }
    const status = async (asked: string) => (await ask(stale.base, asked)).status
    await expect.poll(() => status(short), { timeout: 30_000 }).toBe(503)
    // A form is told the truth, and so is who asks for what is not there.
    expect((await ask(stale.base, '/api/books', {}, 'POST')).status).toBe(503)
    expect([await status('/nothing-stored'), await status(path)]).toEqual([503, 200])
    state = 'passes'
    await expect.poll(() => status(short), { timeout: 30_000 }).toBe(200)
  } finally {
    await stale.stop()
    way.closeAllConnections()
    way.close()
  }
})
