import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServer } from '#api/http/open-server.ts'
import { findCurrentRelease } from '#api/pages/building/releases.ts'
import { servePages } from '#api/pages/serve-pages.ts'
import { readStaticFiles } from '#api/pages/static-files.ts'
import { pdf } from '#contract/form-limits.ts'
import { sql } from '#db/sql.ts'
import { aBuiltSite } from '#tests/built-site.ts'
import { aFolder } from '#tests/folders.ts'
import { aBook, aStory, startApp, thePublisher } from '#tests/people.ts'
import { aFreePort } from '#tests/processes.ts'
import { sendRaw } from '#tests/raw-request.ts'
import { aPdf } from '#tests/shop/pdfs.ts'
import { aFrontServer, aNetworkCounter } from './nginx-server.ts'

// The real nginx with its real configuration, beside the real service and the real site.

let site: Awaited<ReturnType<typeof aBuiltSite>>
let front: Awaited<ReturnType<typeof aFrontServer>>

beforeAll(async () => {
  const { id } = await aStory({ title: 'The borehole committee' })
  await sql`insert into moved_addresses values ('/2019/03/borehole', ${id})`
  site = await aBuiltSite()
  front = await aFrontServer({ dataDir: site.dataDir, replicas: [new URL(site.base).host] })
}, 180_000)
afterAll(async () => {
  await front?.stop()
  await site?.stop()
})

interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/** The bytes as they are sent, by a digest. */
function ask(base: string, path: string, headers = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(base), { path, headers, method, agent: false }, (answer) => {
      const hash = createHash('sha256')
      answer.on('data', (chunk) => hash.update(chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers as Record<string, string>,
          body: hash.digest('hex'),
        }),
      )
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** What may differ: who sends it when and over which connection, and the tag's form. A 304 says only what it must. */
const ownHeaders = ['server', 'date', 'connection', 'keep-alive', 'etag', 'x-request-id']
const output = (headers: Record<string, string>, but = ownHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !but.includes(name)))

/** Built files as api/server.ts answers them, before its app is asked. */
async function builtFiles() {
  const release = findCurrentRelease(site.dataDir)
  if (!release) throw new Error('Nothing was built')
  const files = await readStaticFiles(release)
  const loaded = { ...release, files, render: async () => undefined }
  const { sendFile } = servePages({
    site: () => loaded,
    publicUrl: '',
    localsFor: () => ({}),
    draftedFor: async () => undefined,
  })
  const port = await aFreePort()
  const server = await openServer((asked, answer) => void sendFile(asked, answer), {
    port,
    host: '127.0.0.1',
    isBehind: false,
  })
  // The page that says that there is none is the app's: see below.
  const addresses = [...files.keys()].filter((address) => address !== '/404')
  return { addresses, base: `http://127.0.0.1:${port}`, close: server.close }
}

/** Only the service answers with an id. */
const isFromService = ({ headers }: Answer) => headers['x-request-id'] !== undefined

describe('a reader behind the front server', () => {
  test('gets every built file exactly as from the service, in each encoding', {
    timeout: 60_000,
  }, async () => {
    const { addresses, base, close } = await builtFiles()
    expect(addresses.length).toBeGreaterThan(50)
    for (const address of addresses) {
      for (const encoding of ['br, gzip', 'gzip', 'identity', 'br;q=0, gzip;q=1']) {
        const headers = { 'Accept-Encoding': encoding }
        const [ours, theirs] = await Promise.all([
          ask(front.base, address, headers),
          ask(base, address, headers),
        ])
        const label = `${address} as ${encoding}`
        expect(ours.status, label).toBe(theirs.status)
        expect(ours.body, label).toBe(theirs.body)
        expect(output(ours.headers), label).toEqual(output(theirs.headers))
        expect('etag' in ours.headers, label).toBe('etag' in theirs.headers)
        expect(isFromService(ours), label).toBe(false)
      }
    }
    await close()
  })

  test('gets a 304 for a file that they have', async () => {
    for (const address of ['/', '/about', '/favicon.svg']) {
      const headers = { 'Accept-Encoding': 'br' }
      const { etag } = (await ask(front.base, address, headers)).headers
      const again = await ask(front.base, address, { ...headers, 'If-None-Match': etag })
      expect(again.status, address).toBe(304)
      const lasts = address === '/favicon.svg' ? 'public, max-age=86400' : 'no-cache'
      expect(again.headers['cache-control'], address).toBe(lasts)
    }
  })

  test('gets the whole file even for a range request', async () => {
    const part = await ask(front.base, '/about', { Range: 'bytes=0-3' })
    expect(part.status).toBe(200)
    expect(part.body).toBe((await ask(front.base, '/about')).body)
  })

  test.each([
    ['with a query', '/?category=Lifestyle+and+Culture', {}],
    ['with a query that changes nothing', '/about?utm=x', {}],
    ['who saves data', '/about', { 'Save-Data': 'on' }],
    ['who has switched data saver on', '/', { Cookie: 'a=b; data_saver=on' }],
    ['who is signed in, for the front page', '/', { Cookie: 'session=x' }],
    ['who is signed in over https', '/', { Cookie: 'a=b; __Host-session=x' }],
    ['for the page that says that there is none', '/404', {}],
    ['for a file by its name', '/about.html', {}],
    ['for a compressed file by its name', '/about.html.br', {}],
    ['for an address in other letters', '/ABOUT', {}],
    ['for an address written in another way', '/%61bout', {}],
    ['for an address with dots', '/x/../about', {}],
    ['for an address with a slash too many', '//about', {}],
    ['for an address that is not UTF-8', '/%ff', {}],
    ['for what is not there', '/_astro/none.js', {}],
    ['for an address of the old site', '/2019/03/Borehole/', {}],
    ['of the API', '/api/stories', {}],
    ['for a picture', '/uploads/none.webp', {}],
  ])('is answered by the service %s', async (_, path, headers) => {
    const [ours, theirs] = await Promise.all([
      ask(front.base, path, headers),
      ask(site.base, path, headers),
    ])
    expect(isFromService(ours)).toBe(true)
    const but = [...ownHeaders, 'transfer-encoding', 'content-length']
    expect(ours.status).toBe(theirs.status)
    expect(output(ours.headers, but)).toEqual(output(theirs.headers, but))
    // What is refused in JSON names the request.
    const isRefused = ours.status >= 400 && ours.headers['content-type']?.includes('json')
    if (!isRefused) expect(ours.body).toBe(theirs.body)
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])(
    'is answered by the service to %s',
    async (method) => {
      const ours = await ask(front.base, '/about', {}, method)
      expect(ours.status).toBe((await ask(site.base, '/about', {}, method)).status)
      expect(isFromService(ours)).toBe(true)
    },
  )

  test('cannot forge a host name or address by forwarded headers', async () => {
    const from = { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Host': 'evil.example' }
    const answer = await fetch(`${front.base}/api/stories?pageSize=1&page=1`, { headers: from })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('link') ?? '').not.toContain('evil.example')
  })
})

test('the publisher uploads a book of the maximum size and downloads it unchanged', async () => {
  const publisher = await thePublisher(front.base)
  const { id } = await aBook()
  const book = aPdf(3, { padding: pdf.bytes - 1000 })
  const form = new FormData()
  form.set('file', new Blob([book as BlobPart]), 'book.pdf')
  const put = await publisher.send(`/api/admin/books/${id}/file`, { method: 'PUT', body: form })
  expect(put.status).toBe(200)
  const got = await publisher.send(`/api/admin/books/${id}/file`)
  expect(Buffer.from(await got.arrayBuffer()).equals(book)).toBe(true)
})

describe('an attacker', () => {
  const twoAtOnce = '0\r\n\r\nGET /api/health HTTP/1.1\r\nHost: x\r\n\r\n'
  test.each([
    ['two lengths', ['Content-Length: 5', 'Content-Length: 6']],
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['chunks by another name', ['Transfer-Encoding: xchunked']],
    ['a space before the colon', ['Transfer-Encoding : chunked']],
    ['two hosts', ['Host: y']],
  ])('cannot smuggle a request by %s', async (_, headers) => {
    const asked = ['POST /api/newsletter HTTP/1.1', 'Host: x', ...headers]
    const answer = await sendRaw(front.base, asked, twoAtOnce)
    expect([400, 501]).toContain(answer.status)
    // One answer, and nothing that a replica has said.
    expect(answer.body).not.toContain('HTTP/1.1')
    expect(answer.headers['x-request-id']).toBeUndefined()
  })

  test.each([
    '/../order-secret',
    '/%2e%2e/order-secret',
    '/..%2forder-secret',
    '/%2e%2e%2f%2e%2e%2fetc/passwd',
    '/_astro/../../../order-secret',
    '/_astro/%2e%2e/%2e%2e/front/pages.conf',
    '/about%00.js',
    '//order-secret',
    '/..\\order-secret',
    '/server/entry.mjs',
    '/release.json',
  ])('cannot read a file of the service by %s', async (path) => {
    const answer = await sendRaw(front.base, [`GET ${path} HTTP/1.1`, 'Host: x'])
    expect([400, 404]).toContain(answer.status)
  })

  test('cannot make the front server send a file by a header of the service', async () => {
    const asked = ['GET /api/health HTTP/1.1', 'Host: x', 'X-Accel-Redirect: /about']
    expect((await sendRaw(front.base, asked)).body).toContain('"status":"ok"')
  })

  test('cannot evade rate limits by forwarded headers', async () => {
    await sql`delete from rate_limits`
    // The service as it runs behind a front server.
    const replica = await startApp({ trustProxy: 1 })
    const behind = await aFrontServer({ dataDir: site.dataDir, replicas: [new URL(replica).host] })
    for (const claimed of ['203.0.113.1', '203.0.113.2', '203.0.113.3, 127.0.0.1']) {
      const { status } = await fetch(`${behind.base}/api/newsletter`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': claimed },
        body: JSON.stringify({ email: 'ada@ascend.example' }),
      })
      expect(status).toBeLessThan(300)
    }
    const counted = await sql<
      { points: number }[]
    >`select points from rate_limits where key like '%newsletter%'`
    expect(counted).toEqual([{ points: 3 }])
    await behind.stop()
  })
})

describe('an operator of the front server', () => {
  test('finds requests in the log, without addresses, cookies or download tokens', async () => {
    await ask(front.base, '/about?secret=query', {
      Cookie: 'session=secret-cookie',
      'X-Forwarded-For': '203.0.113.9',
    })
    await ask(front.base, '/api/downloads/secret-token', { Accept: 'application/json' })
    await expect.poll(front.said, { timeout: 5_000 }).toContain('/api/downloads/:token')
    const lines = (await front.said()).split('\n').filter((line) => line.startsWith('{'))
    for (const line of lines) {
      expect(Object.keys(JSON.parse(line))).toEqual([
        'time',
        'method',
        'path',
        'status',
        'seconds',
        'requestId',
      ])
    }
    expect(JSON.parse(lines.find((line) => line.includes('"/about"')) ?? '{}')).toMatchObject({
      method: 'GET',
      status: 200,
    })
    expect(lines.join('\n')).not.toMatch(/secret[-=](cookie|token|query)|203\.0\.113|127\.0\.0\.1/)
  })

  test('shows no version, and rejects a header that is too long', async () => {
    const answer = await sendRaw(front.base, [
      'GET /about HTTP/1.1',
      'Host: x',
      `X-Long: ${'a'.repeat(17_000)}`,
    ])
    expect([400, 431]).toContain(answer.status)
    expect(JSON.stringify(answer)).not.toMatch(/nginx\/\d/)
  })

  test('publishes under load without a failed request or a page with the policy of another release', {
    timeout: 240_000,
  }, async () => {
    let isOver = false
    const seen = new Map<string, string>()
    const reads = Array.from({ length: 4 }, async () => {
      let count = 0
      while (!isOver) {
        const answer = await ask(front.base, '/')
        expect(answer.status).toBe(200)
        expect(isFromService(answer)).toBe(false)
        const policy = `${answer.headers['content-security-policy']} ${answer.headers['etag']}`
        expect(seen.get(answer.body) ?? policy).toBe(policy)
        seen.set(answer.body, policy)
        count++
      }
      return count
    })
    const first = (await ask(front.base, '/')).body
    const about = (await ask(front.base, '/about')).headers['etag']
    for (const title of ['A second borehole', 'A third borehole']) {
      const before = (await ask(front.base, '/')).body
      // The others come to see each of them a moment after us.
      await expect.poll(() => seen.has(before), { timeout: 60_000 }).toBe(true)
      await aStory({ title, isFeatured: false })
      await expect
        .poll(async () => (await ask(front.base, '/')).body, { timeout: 60_000 })
        .not.toBe(before)
    }
    await expect.poll(() => seen.size, { timeout: 60_000 }).toBeGreaterThanOrEqual(3)
    isOver = true
    const counts = await Promise.all(reads)
    expect(Math.min(...counts)).toBeGreaterThan(10)
    expect((await ask(front.base, '/')).body).not.toBe(first)
    // Its bytes are the same in every release, and so is its tag.
    expect((await ask(front.base, '/about')).headers['etag']).toBe(about)
    expect(new Set(seen.values()).size).toBe(seen.size)
    const [built] = await sql<
      { count: number }[]
    >`select count(*) from site_builds where error is null`
    expect(built?.count).toBeGreaterThanOrEqual(3)
  })

  test('reloads it without breaking a slow download', async () => {
    const publisher = await thePublisher(site.base)
    const { id } = await aBook()
    const book = aPdf(3, { padding: pdf.bytes - 1000 })
    const form = new FormData()
    form.set('file', new Blob([book as BlobPart]), 'book.pdf')
    await publisher.send(`/api/admin/books/${id}/file`, { method: 'PUT', body: form })
    const headers = { Authorization: `Bearer ${publisher.token}` }
    const answer = await fetch(`${front.base}/api/admin/books/${id}/file`, { headers })
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    const hash = createHash('sha256')
    const first = await reader.read()
    hash.update(first.value ?? '')
    for (let round = 0; round < 3; round++) {
      await front.reload()
      expect((await ask(front.base, '/about')).status).toBe(200)
      const { value } = await reader.read()
      hash.update(value ?? '')
    }
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      hash.update(part.value)
    }
    expect(hash.digest('hex')).toBe(createHash('sha256').update(book).digest('hex'))
    // Whoever never ends a download keeps no old configuration alive for ever.
    expect(await front.configuration()).toMatch(/worker_shutdown_timeout 30m;/)
  })

  test('can serve thousands behind one address, and a flood gets 429 in HTML and JSON', async () => {
    const alone = await aFrontServer({ dataDir: site.dataDir, replicas: ['127.0.0.1:1'] })
    const agent = new Agent({ keepAlive: true, maxSockets: 50 })
    const flood = (count: number, type: string) =>
      Promise.all(Array.from({ length: count }, () => textOf(alone.base, type, agent)))
    const first = await flood(2000, 'application/json')
    expect(first.some(({ status }) => status === 429)).toBe(false)
    const sentence = 'That was tried too often. Please wait a while and try again.'
    for (const type of ['application/json', 'text/html']) {
      const stopped = (await flood(4000, type)).find(({ status }) => status === 429)
      expect(stopped?.headers).toMatchObject({
        'content-type': `${type}; charset=utf-8`,
        'retry-after': '5',
        'cache-control': 'no-store',
      })
      const page = expect.stringContaining(`<h1>${sentence}</h1>`)
      expect(stopped?.text).toEqual(
        type === 'text/html' ? page : JSON.stringify({ message: sentence }),
      )
    }
    // Files cost nothing: nobody waits for them.
    expect((await ask(alone.base, '/about')).status).toBe(200)
    agent.destroy()
    await alone.stop()
  })

  test('has each IPv6 subscriber limited as one client, apart from all others', async () => {
    const counter = await aNetworkCounter()
    const networks = await Promise.all(
      [
        ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::1', '2001:db8:1:2:ffff::'],
        ['2001:db8:1:3::1'],
        ['2001:db8:1::1', '2001:db8:1:0:a:b:c:d', '2001:db8:1::a:b:c:d'],
        ['2001:db8::1', '2001:db8::a:b:c:d', '2001:db8::a:0:0:d', '2001:db8::a:0:0:0'],
        ['2001:db8::7:a:b:c:d'],
        ['2001::7:a:b:c:d', '2001::7:e:f:1:2'],
        ['::1', '::'],
        ['203.0.113.1'],
        ['203.0.113.2'],
        ['::ffff:203.0.113.3'],
      ].map((addresses) => Promise.all(addresses.map(counter.networkOf))),
    )
    for (const ofOne of networks) expect(new Set(ofOne).size, String(ofOne)).toBe(1)
    const different = new Set(networks.map(([first]) => first))
    expect(different.size, [...different].join(' ')).toBe(networks.length)
    await counter.stop()
  })

  test('can serve built pages without any replica, and the rest gets 503 in HTML and JSON', async () => {
    const alone = await aFrontServer({ dataDir: site.dataDir, replicas: ['127.0.0.1:1'] })
    expect((await ask(alone.base, '/about')).status).toBe(200)
    const page = await fetch(`${alone.base}/account`, { headers: { Accept: 'text/html' } })
    expect(page.status).toBe(503)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await page.text()).toContain(
      '<h1>We cannot answer just now. Please try again in a moment.</h1>',
    )
    for (const method of ['GET', 'POST', 'DELETE']) {
      const api = await fetch(`${alone.base}/api/stories`, {
        method,
        headers: { Accept: 'application/json' },
      })
      expect(api.status).toBe(503)
      expect(api.headers.get('retry-after')).toBe('5')
      expect(api.headers.get('cache-control')).toBe('no-store')
      expect(await api.json()).toEqual({
        message: 'We cannot answer just now. Please try again in a moment.',
      })
    }
    await alone.stop()
  })

  test('can start with a self-signed certificate, and http redirects to https', async () => {
    const publicUrl = 'https://ascend.example'
    const secure = await aFrontServer({
      dataDir: await aFolder(),
      replicas: ['127.0.0.1:1'],
      publicUrl,
    })
    const led = await fetch(`${secure.base}/story/1?x=1`, { redirect: 'manual' })
    expect([led.status, led.headers.get('location')]).toEqual([308, `${publicUrl}/story/1?x=1`])
    const answer = await askSecurely(secure.tls, '/')
    // Nothing is built yet: it waits for the first release, and says so.
    expect(answer).toEqual({ status: 503, protocol: 'TLSv1.3' })
    await mkdir(join(secure.certificates, 'challenges/.well-known/acme-challenge'), {
      recursive: true,
    })
    await writeFile(
      join(secure.certificates, 'challenges/.well-known/acme-challenge/proof'),
      'it is us',
    )
    const proof = await fetch(`${secure.base}/.well-known/acme-challenge/proof`)
    expect(await proof.text()).toBe('it is us')
    await secure.stop()
  })
})

function textOf(base: string, type: string, agent: Agent, isAgain = false) {
  return new Promise<{ status: number; headers: object; text: string }>((resolve, reject) => {
    const asked = request(
      new URL('/account', base),
      { agent, headers: { Accept: type } },
      (answer) => {
        const { statusCode: status = 0, headers } = answer.setEncoding('utf8')
        let text = ''
        answer.on('data', (part) => (text += part))
        answer.on('end', () => resolve({ status, headers, text }))
      },
    )
    // nginx closes a connection after a thousand requests; one that was just being sent goes again, as browsers do it, and
    // so does once one whose new connection the flood itself pushed out.
    asked.on('error', (error) => {
      if (asked.reusedSocket) resolve(textOf(base, type, agent))
      else if (!isAgain) resolve(textOf(base, type, agent, true))
      else reject(error)
    })
    asked.end()
  })
}

function askSecurely(port: number, path: string) {
  return new Promise<{ status: number; protocol: string | null }>((resolve, reject) => {
    const asked = secureRequest(
      { host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false },
      (answer) => {
        const protocol = (answer.socket as TLSSocket).getProtocol()
        answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0, protocol }))
      },
    )
    asked.on('error', reject)
    asked.end()
  })
}
