import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { describeApi } from '#api/http/openapi.ts'
import { type Random, randomFrom } from '#tests/fixtures/random.ts'
import { aBook, aStory, aVisitor, theApp } from '#tests/people.ts'
import { sendRaw } from '#tests/raw-request.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'

const get = async (target: string, headers: string[] = ['Host: ascend.example']) =>
  sendRaw(await theApp(), [`GET ${target} HTTP/1.1`, ...headers])

describe('a reader with a mangled address', () => {
  test.each([
    '%',
    '%E0%A4%A',
    '%00',
    '%c0%ae%c0%ae',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e',
    '{id}',
    ':id',
    "1' or '1'='1",
    `${nowhere}%00`,
    `${nowhere}0`,
    ` ${nowhere}`,
    '__proto__',
    'constructor',
    'NaN',
    'x'.repeat(8_000),
  ])('finds no story at /api/stories/%s', async (id) => {
    const { status, body } = await get(`/api/stories/${id.replaceAll(' ', '%20')}`)
    expect(status).toBe(404)
    expect(JSON.parse(body).message).toBe("The story you're looking for doesn't exist.")
  })

  test.each([
    '//',
    '/api//stories',
    '/api/../api/unheard-of',
    '/api/%2e%2e/secret',
    '/api/stories/%2f',
    '/api/;/stories',
    '/api/stories\\',
    '/api/magazines/..%2f..%2fpackage.pdf',
    '/api/magazines/%2e%2e%2fbrand.pdf',
    '/api/magazines/growing-right%00.pdf',
    '/api/magazines/.pdf',
    '/api/share-pictures/story/..%2f..%2fcurrent.jpg',
    '/api/art/story/..%2f/00000000.svg',
    '/api/art/poster/novel/00000000.svg',
  ])('gets no page and no internal error at %s', async (target) => {
    const { status } = await get(target)
    // Without a site, what is not below /api is answered "not ready".
    expect(target.startsWith('/api/') ? [400, 404] : [503]).toContain(status)
  })

  test('may write an id in capitals', async () => {
    const { id } = await aStory()
    const { status, body } = await get(`/api/stories/${id.toUpperCase()}`)
    expect(status).toBe(200)
    expect(JSON.parse(body).id).toBe(id)
  })

  test('may omit Host in HTTP/1.0, or send an absolute address as to a proxy', async () => {
    const old = await sendRaw(await theApp(), ['GET /api/health HTTP/1.0'])
    expect(old.status).toBe(200)
    expect((await get('http://evil.example/api/health')).status).toBe(200)
    expect((await get('/api/health', ['Host: \u00e9%%:x'])).status).toBeLessThan(500)
  })
})

describe('a reader with a mangled query string', () => {
  test.each([
    ['page=1&page=2', 400],
    ['category=a&category=b', 400],
    ['category[]=a', 200],
    ['category[x]=a', 200],
    ['__proto__=1', 200],
    ['__proto__[isPublished]=false', 200],
    ['constructor[prototype][x]=1', 200],
    ['hasOwnProperty=1&toString=2&then=3', 200],
    ['category=%00', 400],
    ['category=a%00b', 400],
    ['%00=1', 200],
    ['category=%E0%A4%A', 200],
    ['category=%', 200],
    ['%', 200],
    ['&&&===', 200],
    ['category=%F0%9F%8C%8D', 200],
    ['category=%ED%A0%80', 200],
    ['page=+2', 200],
    ['page=%202', 200],
    ['page=1e400', 400],
    ['page=9007199254740993', 400],
    ['page=-0', 400],
    [`category=${'x'.repeat(201)}`, 400],
    ['unknown=1&isPublished=false', 200],
  ])('GET /api/stories?%s', async (query, status) => {
    expect((await get(`/api/stories?${query}`)).status).toBe(status)
  })

  test('does not pollute the responses of others', async () => {
    await get('/api/stories?__proto__[message]=polluted&__proto__=polluted')
    const { id } = await aStory()
    const { send } = await aVisitor()
    await send(`/api/stories/${id}/share`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"__proto__":{"message":"polluted"},"constructor":{"prototype":{"message":"polluted"}}}',
    })
    expect({}).not.toHaveProperty('message')
    expect((await (await send('/api/health')).json()).message).toBeUndefined()
  })

  test('of nearly 16 KB is answered, with more is rejected', async () => {
    expect((await get(`/api/books?unknown=${'x'.repeat(15_000)}`)).status).toBe(200)
    expect((await get(`/api/books?search=${'x'.repeat(15_000)}`)).status).toBe(400)
    expect((await get(`/api/books?${'a=1&'.repeat(3_900)}`)).status).toBe(200)
    expect((await get(`/api/books?search=${'x'.repeat(17_000)}`)).status).toBe(431)
  })
})

describe('a reader with odd headers', () => {
  test.each([
    'Accept-Encoding: \u00ff\u00fe, ;;q=x, br;q=2',
    'Accept: \u0001',
    'Cookie: visitor=%00; visitor=; =;;; a',
    'If-None-Match: W/,"',
    'If-Modified-Since: yesterday',
    'Range: bytes=a-b',
    'Content-Length: 0',
    'Content-Type: application/json; charset=\u00ff',
    'Transfer-Encoding: gzip, chunked',
    'Expect: 100-continue',
    'Upgrade: h2c',
    'X-Forwarded-For: 1.2.3.4, \u00ff',
    `X-Long: ${'x'.repeat(8_000)}`,
  ])('%s causes no internal error', async (header) => {
    const { status } = await get('/api/stories', ['Host: ascend.example', header])
    expect(status).toBeLessThan(500)
  })

  test('or an unexpected body is answered all the same', async () => {
    const { status } = await sendRaw(
      await theApp(),
      [
        'GET /api/health HTTP/1.1',
        'Host: x',
        'Content-Type: application/json',
        'Content-Length: 1',
      ],
      '{',
    )
    expect(status).toBe(200)
  })
})

// Six hundred requests that nobody meant, the same ones in every run: made of the OpenAPI document and of ideas
// that have broken other services. A failure names the request.
describe('whatever a client sends', () => {
  test('no request below /api causes an internal error', async () => {
    const [story, book] = [await aStory(), await aBook()]
    const base = await theApp()
    const random = randomFrom(20_261_121)
    const known = [story.id, book.id, 'growing-right', 'story', 'novel', '0123abcd', '1', '20-50']
    const failures: string[] = []
    for (let batch = 0; batch < 30; batch++) {
      const requests = Array.from({ length: 20 }, () => oddRequest(random, known))
      await Promise.all(
        requests.map(async (odd) => {
          const status = await sendOdd(base, odd)
          if (status >= 500 && !odd.path.startsWith('/api/ready')) {
            failures.push(`${status} ${JSON.stringify(odd).slice(0, 500)}`)
          }
        }),
      )
    }
    expect(failures).toEqual([])
    const { send } = await aVisitor()
    expect((await send(`/api/stories/${story.id}`)).status).toBe(200)
  })
})

interface OddRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

interface Operation {
  parameters: { name: string; in: 'path' | 'query' }[]
}

const lines = Object.entries(describeApi().paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    parameters: (operation as Operation).parameters,
  })),
)

const oddTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  '9'.repeat(40),
  'null',
  'true',
  '[]',
  '{}',
  '\u0000',
  'a\u0000b',
  '\\u0000',
  '%',
  '%25',
  '../../etc/passwd',
  "' or 1=1 --",
  '"); drop table stories; --',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '\r\nSet-Cookie: a=b',
  '\ud800',
  '\ufffe\uffff',
  '🌍'.repeat(60),
  'İΣß\u202e',
  'x'.repeat(5_000),
  '__proto__',
  'constructor',
  'All Features',
  'under-20',
  '{"a":1}',
  nowhere,
]

const oddBodies = [
  undefined,
  '',
  '{}',
  '{"id":1}',
  '[]',
  'null',
  '{',
  '{"__proto__":{"a":1}}',
  `{"a":"${'x'.repeat(2_000)}"}`,
  '{"a":"\\u0000"}',
  '{"a":1e309}',
  `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
  'a=1&b=2',
  '\ud800',
]

const oddHeaders: Record<string, string>[] = [
  {},
  { 'Content-Type': 'application/json' },
  { 'Content-Type': 'application/json; charset=utf-16' },
  { 'Content-Type': 'application/x-www-form-urlencoded' },
  { 'Content-Type': 'multipart/form-data; boundary=' },
  { 'Content-Type': 'text/plain', Origin: 'null' },
  { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
  { 'Content-Type': 'application/vnd.api+json' },
  { 'Content-Type': 'x'.repeat(500) },
  { Range: 'bytes=0-0' },
  { Range: 'bytes=-0' },
  { Range: 'bytes=9999999999999-' },
  { Range: 'bytes=0-1,2-3,4-5' },
  { Range: 'bytes=' },
  { 'If-None-Match': '*' },
  { 'If-Range': '"x"', Range: 'bytes=5-' },
  { 'Accept-Encoding': '*;q=0' },
  { Accept: 'text/html' },
  { Cookie: 'visitor=%zz; visitor' },
  { 'X-HTTP-Method-Override': 'DELETE' },
]

const oddMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE']

function oddRequest(random: Random, known: string[]): OddRequest {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const text = () => (random() < 0.5 ? pick(known) : pick(oddTexts))
  const line = pick(lines)
  let path = line.path.replace(/\{\w+\}/g, () => encode(text(), random))
  if (random() < 0.1) path = mutate(path, random)
  const names = line.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  const query = Array.from({ length: Math.floor(random() * 4) }, () => {
    const name = random() < 0.8 && names.length > 0 ? pick(names) : pick(oddTexts)
    return `${encode(name, random)}=${encode(text(), random)}`
  })
  const method = random() < 0.75 ? line.method : pick(oddMethods)
  return {
    method,
    path: `/api${path.slice(4)}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: pick(oddHeaders),
    body: method === 'GET' || method === 'HEAD' || method === 'TRACE' ? undefined : pick(oddBodies),
  }
}

/** Percent-encoded as a browser would, or byte by byte, or hardly at all. */
function encode(text: string, random: Random): string {
  const bytes = [...Buffer.from(text)]
  const hex = (byte: number) => `%${byte.toString(16).padStart(2, '0')}`
  if (random() < 0.1) return bytes.map(hex).join('')
  const isPlain = random() < 0.1 ? /[!-~]/ : /[\w.~-]/
  return bytes
    .map((byte) =>
      isPlain.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : hex(byte),
    )
    .join('')
    .replaceAll('#', '%23')
}

/** One sign too many, too few, or another. */
function mutate(path: string, random: Random): string {
  const at = 5 + Math.floor(random() * (path.length - 5))
  const sign = '/%.;:@&=+$,~'.charAt(Math.floor(random() * 12))
  return path.slice(0, at) + sign + path.slice(at + Math.floor(random() * 2))
}

function sendOdd(base: string, { method, path, headers, body }: OddRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base)
    // The client would send the body of a DELETE without its length, as the beginning of another request.
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
    const options = { hostname, port, method, path, headers: { ...headers, ...length } }
    const sent = request(options, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
