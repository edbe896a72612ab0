import { randomUUID } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { connect, sql } from '#db/sql.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { aStory, aVisitor, startApp, theApp } from '#tests/people.ts'
import { sendRaw } from '#tests/raw-request.ts'
import { etagOf, respond, toAnswer } from './respond.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'
const somethingWrong = 'Something went wrong on our side. Please try again.'

describe('a rejected request', () => {
  test.each([
    ['GET', `/api/stories/${nowhere}`, 404, "The story you're looking for doesn't exist."],
    ['GET', `/api/books/${nowhere}`, 404, "The book you're looking for doesn't exist."],
    ['GET', '/api/stories/not-an-id', 404, "The story you're looking for doesn't exist."],
    ['GET', '/api/books/1', 404, "The book you're looking for doesn't exist."],
    ['POST', '/api/stories/1/share', 404, "The story you're looking for doesn't exist."],
    ['POST', '/api/stories/1/view', 404, "The story you're looking for doesn't exist."],
    ['GET', '/api/magazines/none.pdf', 404, "The publication you're looking for doesn't exist."],
    ['GET', '/api/art/story/x/nothex.svg', 404, "The picture you're looking for doesn't exist."],
    [
      'GET',
      '/api/share-pictures/story/1.jpg',
      404,
      "The picture you're looking for doesn't exist.",
    ],
    ['GET', '/api/unheard-of', 404, 'There is nothing at this address.'],
    ['GET', '/api', 404, 'There is nothing at this address.'],
    ['GET', '/api/', 404, 'There is nothing at this address.'],
    ['GET', '/api/stories?page=0', 400, 'Please check what you sent and try again.'],
    ['GET', '/api/auth/user', 401, 'Unauthorized'],
    ['DELETE', '/api/stories', 405, 'This address does not take that method.'],
    ['GET', '/api/ready', 503, 'The service is starting. Please try again in a moment.'],
  ])('%s %s gets the reason and the request id', async (method, path, status, message) => {
    const { send } = await aVisitor()
    const response = await send(path, { method })
    expect(response.status).toBe(status)
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const body = await response.json()
    expect(Object.keys(body).filter((key) => key !== 'errors')).toEqual(['message', 'requestId'])
    expect(body.message).toBe(message)
    expect(body.requestId).toBe(response.headers.get('X-Request-Id'))
  })

  test('gets a new request id each time, whatever id was sent', async () => {
    const { send } = await aVisitor()
    const ids = await Promise.all(
      [1, 2, 3].map(async () => {
        const headers = { 'X-Request-Id': 'mine' }
        return (await send('/api/health', { headers })).headers.get('X-Request-Id')
      }),
    )
    expect(new Set(ids).size).toBe(3)
    expect(ids).not.toContain('mine')
  })

  test('lists every wrong field', async () => {
    const { send } = await aVisitor()
    const response = await send('/api/books?page=x&pageSize=500&price=dear')
    expect(Object.keys((await response.json()).errors).sort()).toEqual([
      'page',
      'pageSize',
      'price',
    ])
  })
})

describe('a request with an unsupported method', () => {
  test.each([
    ['DELETE', '/api/stories', 'HEAD, GET, POST'],
    ['DELETE', '/api/books', 'HEAD, GET'],
    ['POST', '/api/stories/featured', 'HEAD, GET'],
    ['PUT', `/api/books/${nowhere}`, 'HEAD, GET'],
    ['PATCH', '/api/magazines/growing-right.pdf', 'HEAD, GET'],
    ['GET', `/api/stories/${nowhere}/share`, 'POST'],
    ['HEAD', `/api/stories/${nowhere}/view`, 'POST'],
    ['OPTIONS', '/api/books', 'HEAD, GET'],
    ['PROPFIND', '/api/books', 'HEAD, GET'],
    ['MKCALENDAR', `/api/stories/${nowhere}/share`, 'POST'],
    ['TRACE', '/api/health', 'HEAD, GET'],
  ])('%s %s is rejected, and Allow lists the supported ones', async (method, path, allow) => {
    const { status, headers } = await sendRaw(await theApp(), [
      `${method} ${path} HTTP/1.1`,
      'Host: ascend.example',
    ])
    expect(status).toBe(405)
    expect(headers['allow']?.split(', ').sort()).toEqual(allow.split(', ').sort())
  })

  test.each(['OPTIONS', 'PROPFIND', 'DELETE'])('%s of nothing is missing', async (method) => {
    const { status, headers } = await sendRaw(await theApp(), [
      `${method} /api/unheard-of HTTP/1.1`,
      'Host: ascend.example',
    ])
    expect(status).toBe(404)
    expect(headers).not.toHaveProperty('allow')
  })
})

describe('a body', () => {
  const share = async (init: RequestInit) => {
    const { id } = await aStory()
    const { send } = await aVisitor()
    return send(`/api/stories/${id}/share`, { method: 'POST', ...init })
  }
  const asJson = { 'Content-Type': 'application/json' }

  test.each(['{', '{"a":}', 'null', '"text"', '7', 'undefined', "{'a':1}", '{"a":1}x'])(
    'that is not a JSON object (%s) is rejected',
    async (body) => {
      const response = await share({ headers: asJson, body })
      expect(response.status).toBe(400)
      expect((await response.json()).message).toBe('The request body must be JSON.')
    },
  )

  test('of 100 KB is accepted, a larger one is rejected', async () => {
    const ofBytes = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`
    expect((await share({ headers: asJson, body: ofBytes(100 * 1024) })).status).toBe(200)
    const response = await share({ headers: asJson, body: ofBytes(100 * 1024 + 1) })
    expect(response.status).toBe(413)
    expect((await response.json()).message).toBe('The request is too large.')
  })

  test('nested fifty thousand levels deep causes no internal error', async () => {
    const body = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
    expect((await share({ headers: asJson, body })).status).toBeLessThan(500)
  })

  test('of another content type is ignored by an endpoint that needs none', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const response = await share({ headers: { 'Content-Type': type }, body: 'a=1' })
      expect(response.status).toBe(200)
    }
  })

  test('with an unknown content encoding is rejected', async () => {
    const headers = { ...asJson, 'Content-Encoding': 'rot13' }
    expect((await share({ headers, body: '{}' })).status).toBe(415)
  })

  test('that is declared as gzip and is not is rejected', async () => {
    for (const encoding of ['gzip', 'deflate', 'br']) {
      const headers = { ...asJson, 'Content-Encoding': encoding }
      const response = await share({ headers, body: '{"a":1}' })
      expect([400, 415], encoding).toContain(response.status)
    }
  })

  test('cannot override a parameter of the path', async () => {
    const [mine, other] = [await aStory(), await aStory()]
    const { send, call } = await aVisitor()
    await send(`/api/stories/${mine.id}/share?id=${other.id}`, {
      method: 'POST',
      headers: asJson,
      body: JSON.stringify({ id: other.id }),
    })
    expect(await call('GET /stories/:id', { id: mine.id })).toMatchObject({ sharesCount: 1 })
    expect(await call('GET /stories/:id', { id: other.id })).toMatchObject({ sharesCount: 0 })
  })
})

describe('a cross-site write', () => {
  const shareWith = async (headers: Record<string, string>) => {
    const { id } = await aStory()
    const { send } = await aVisitor()
    const response = await send(`/api/stories/${id}/share`, { method: 'POST', headers })
    const [counted] = await sql<{ count: number }[]>`
      select count(*) from story_shares where story_id = ${id}`
    return { response, counted: counted?.count }
  }

  test.each([
    { Origin: 'https://evil.example' },
    { Origin: 'https://ascend.example.evil.example' },
    { Origin: 'https://evil.example/https://ascend.example' },
    { Origin: 'https://ascend.example:8443' },
    { Origin: 'null' },
    { Origin: 'nonsense' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'https://ascend.example', 'Sec-Fetch-Site': 'cross-site' },
  ])('with %o is rejected and changes no counter', async (headers) => {
    const { response, counted } = await shareWith(headers)
    expect(response.status).toBe(403)
    expect((await response.json()).message).toMatch(/came from another site/)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(counted).toBe(0)
  })

  test.each([
    {},
    { Origin: 'https://ascend.example' },
    { 'Sec-Fetch-Site': 'same-origin' },
    { Origin: 'https://ascend.example', 'Sec-Fetch-Site': 'same-origin' },
  ])('is distinguished from a same-origin one with %o', async (headers) => {
    const { response, counted } = await shareWith(headers)
    expect(response.status).toBe(200)
    expect(counted).toBe(1)
  })

  test('is rejected while cross-site reads are answered', async () => {
    const { send } = await aVisitor()
    const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    const response = await send('/api/stories', { headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
  })
})

describe('a response', () => {
  test('to HEAD has the headers of GET and no body', async () => {
    const { id } = await aStory()
    const { send } = await aVisitor()
    for (const path of [`/api/stories/${id}`, '/api/books', '/api/health', '/api/openapi.json']) {
      const [get, head] = [await send(path), await send(path, { method: 'HEAD' })]
      expect(head.status).toBe(200)
      expect(await head.text()).toBe('')
      for (const name of ['ETag', 'Content-Type', 'Cache-Control', 'X-Total-Count', 'Vary']) {
        expect(head.headers.get(name), `${name} of ${path}`).toBe(get.headers.get(name))
      }
    }
  })

  test('that the browser has already is answered with 304', async () => {
    const { id } = await aStory()
    const { call } = await aVisitor()
    const path = `/api/stories/${id}`
    // The request is written by hand: fetch would add a Cache-Control that asks for everything anew.
    const ask = async (etag: string) => rawGet(path, 'br', [`If-None-Match: ${etag}`])
    const first = await ask('"none"')
    expect(first.status).toBe(200)
    const etag = first.headers['etag'] ?? ''
    const second = await ask(`W/"other", ${etag}`)
    expect(second.status).toBe(304)
    expect(second.body).toBe('')
    for (const name of ['etag', 'vary', 'cache-control']) {
      expect(second.headers[name], name).toBe(first.headers[name])
    }
    await call('POST /stories/:id/view', { id })
    const third = await ask(etag)
    expect(third.status).toBe(200)
    expect(third.headers['etag']).not.toBe(etag)
  })

  test('to a write is never "not modified"', async () => {
    const { id } = await aStory()
    const { send } = await aVisitor()
    const response = await send(`/api/stories/${id}/share`, {
      method: 'POST',
      headers: { 'If-None-Match': '*' },
    })
    expect(response.status).toBe(200)
  })

  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1, br;q=0.5', 'br'],
    ['', null],
    ['identity', null],
    ['zstd', null],
    ['br;q=0, gzip;q=0', null],
    ['*', 'br'],
  ])('to a browser that accepts %s is sent as %s', async (accepted, encoding) => {
    const response = await rawGet('/api/openapi.json', accepted)
    expect(response.headers['content-encoding'] ?? null).toBe(encoding)
    expect(response.headers['vary']).toContain('Accept-Encoding')
    const bytes = Buffer.from(response.body, 'latin1')
    const body =
      encoding === 'br'
        ? brotliDecompressSync(bytes)
        : encoding === 'gzip'
          ? gunzipSync(bytes)
          : bytes
    expect(JSON.parse(body.toString()).openapi).toBe('3.1.0')
  })

  test('that is small is not compressed', async () => {
    const response = await rawGet('/api/health', 'br')
    expect(response.headers).not.toHaveProperty('content-encoding')
    expect(response.body).toBe('{"status":"ok"}')
  })

  test.each(['/api/health', '/api/unheard-of', '/api/magazines/growing-right.pdf'])(
    'from %s forbids type sniffing, framing and scripts',
    async (path) => {
      const { send } = await aVisitor()
      const { headers } = await send(path, { method: 'HEAD' })
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('Content-Security-Policy')).toBe(
        "default-src 'none'; frame-ancestors 'none'",
      )
      expect(headers.get('X-Powered-By')).toBeNull()
      expect(headers.get('Server')).toBeNull()
    },
  )

  test('with public data is revalidated before a cache serves it', async () => {
    const { send } = await aVisitor()
    expect((await send('/api/stories')).headers.get('Cache-Control')).toBe('no-cache')
  })
})

describe('an internal error', () => {
  /** An app whose log can be read. */
  async function aLoggedApp() {
    const lines: Record<string, unknown>[] = []
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line)) })
    return { lines, ...(await aVisitor(await startApp({ log }))) }
  }

  test('in a query reveals no internals, and is logged with its request id', async () => {
    const { id } = await aStory()
    const { send, lines } = await aLoggedApp()
    await sql`alter table stories rename to stories_elsewhere`
    const response = await send(`/api/stories/${id}`)
    await sql`alter table stories_elsewhere rename to stories`
    expect(response.status).toBe(500)
    const requestId = response.headers.get('X-Request-Id')
    expect(await response.json()).toEqual({ message: somethingWrong, requestId })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ requestId, method: 'GET', path: `/api/stories/${id}` })
    expect(JSON.stringify(lines[0])).toContain('relation \\"stories\\" does not exist')
  })

  test('does not affect the next response', async () => {
    const { id } = await aStory()
    const { send } = await aLoggedApp()
    await sql`alter table stories rename to stories_elsewhere`
    await send('/api/stories')
    await sql`alter table stories_elsewhere rename to stories`
    expect((await send(`/api/stories/${id}`)).status).toBe(200)
    expect((await send('/api/stories')).status).toBe(200)
  })

  test('is logged, an error of the client is not', async () => {
    const { send, lines } = await aLoggedApp()
    await send(`/api/stories/${nowhere}`)
    await send('/api/unheard-of')
    expect(lines).toEqual([])
  })

  test('without a database is a 503: the service is alive and not ready', async () => {
    const url = await ownDatabaseUrl()
    const { send, lines } = await aLoggedApp()
    await sql.end()
    connect(`postgres://nobody:s3cret-${randomUUID()}@127.0.0.1:1/none`)
    try {
      const response = await send('/api/books')
      const text = await response.text()
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '3'])
      expect(JSON.parse(text)).toEqual({
        message: errors.databaseUnavailable[1],
        requestId: response.headers.get('X-Request-Id'),
      })
      expect((await send('/api/ready')).status).toBe(503)
      expect((await send('/api/health')).status).toBe(200)
      expect(JSON.stringify(lines)).not.toContain('s3cret')
    } finally {
      await sql.end()
      connect(url)
    }
    expect((await send('/api/books')).status).toBe(200)
  })
})

async function rawGet(path: string, accepted: string, headers: string[] = []) {
  return sendRaw(await theApp(), [
    `GET ${path} HTTP/1.1`,
    'Host: ascend.example',
    `Accept-Encoding: ${accepted}`,
    ...headers,
  ])
}

test.each(['br', 'gzip'] as const)(
  'a response that is cached as %s occupies no more memory than its bytes',
  async (encoding) => {
    const body = Buffer.from('the pump came on a Tuesday '.repeat(40))
    const answer = toAnswer({ headers: {}, body, etag: etagOf(body) })
    const ctx = { headers: { 'accept-encoding': encoding }, set: () => {} }
    await respond(ctx as never, answer)
    const compressed = answer.variants[encoding]?.body as Buffer
    expect(compressed.length).toBeLessThan(body.length)
    expect(compressed.buffer.byteLength).toBe(compressed.length)
  },
)
