import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { describeApi } from '#api/http/openapi.ts'
import { sql } from '#db/sql.ts'
import { runs } from '#tests/long.ts'
import { aBook, aReader, aStory, aVisitor, startApp, thePublisher } from '#tests/people.ts'
import { aPretendProvider } from '#tests/servers/pretend-provider.ts'

/** It has as much of JSON Schema as the document uses. */
interface Schema {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}
interface Operation {
  parameters: { name: string; in: 'path' | 'query' | 'header'; schema: Schema }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
}

const operations = Object.entries(describeApi().paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    ...(operation as Operation),
  })),
)
/** More than 10,000 in the long run, over every line alike. */
const each = Math.ceil(runs({ sample: 320, long: 12_000 }) / operations.length)
/** Nothing that anybody sends keeps them waiting this long. */
const patienceMs = 20_000

const nasty = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '../../../etc/passwd',
    "' or 1=1; drop table stories;--",
    '<script>alert(1)</script>',
    '{{7*7}}',
    '%00%ff%',
    '__proto__',
    'constructor',
    'null',
    '-0',
    '1e309',
    '9007199254740993',
    '\r\nBcc: all@readers.example',
    '\u202egnp.exe',
    '%_\\',
    '!&|:*()<>',
    'a'.repeat(20_000),
    '('.repeat(2_000),
    '2026-02-30T25:61:61Z',
    randomUUID(),
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)
const anything: fc.Arbitrary<unknown> = fc.oneof(
  nasty,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, -1, 0, 1.5, 2 ** 31, 2 ** 53, 1e308, [], {}, [[]], { length: -1 }),
)

/** What exists, so that not everything ends with "not found". */
const known: string[] = []

/** What the schema allows, as far as it says. */
function valid(schema: Schema = {}): fc.Arbitrary<unknown> {
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (parts) return fc.oneof(...parts.map(valid))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  const { minimum = 0, maximum = 1_000 } = schema
  switch (schema.type) {
    case 'integer':
      return fc.integer({ min: Math.max(minimum, -1e9), max: Math.min(maximum, 1e9) })
    case 'number':
      return fc.double({ min: Math.max(minimum, -1e9), max: Math.min(maximum, 1e9), noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valid(schema.items), { maxLength: 4 })
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, one]) => [name, valid(one)]),
        ),
        { requiredKeys: schema.required ?? [] },
      )
    case 'string':
      return validText(schema)
    default:
      return anything
  }
}

function validText({ format, minLength = 0, maxLength = 300 }: Schema): fc.Arbitrary<string> {
  const most = Math.min(maxLength, minLength + 200)
  const text = fc.string({ minLength, maxLength: most })
  const id = fc.constantFrom(...known, randomUUID())
  if (format === 'email') return fc.emailAddress()
  if (format === 'uri') return fc.webUrl()
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((at) => at.toISOString())
  if (format === 'uuid') return id
  return fc.oneof({ weight: 3, arbitrary: text }, { weight: 1, arbitrary: id })
}

/** Lawful, but for something here and there. */
const twisted = (schema: Schema | undefined) =>
  fc.oneof({ weight: 3, arbitrary: valid(schema) }, { weight: 1, arbitrary: anything })

const wordIn = (value: unknown) =>
  encodeURIComponent(
    String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed(),
  )

type Sent = { url: string; init: RequestInit }

function request({ method, path, parameters, requestBody }: (typeof operations)[number]) {
  const at = (where: string) => parameters.filter((one) => one.in === where)
  const values = (where: string) =>
    fc.record(Object.fromEntries(at(where).map(({ name, schema }) => [name, twisted(schema)])), {
      requiredKeys: where === 'query' ? [] : at(where).map(({ name }) => name),
    })
  const headers = fc.record(
    {
      Accept: fc.constantFrom('*/*', 'text/html', 'application/json;q=0', 'x'),
      'Accept-Encoding': fc.constantFrom('br', 'gzip;q=0, br;q=0', 'identity;q=0', '\u00ff'),
      'If-None-Match': fc.constantFrom('*', '"x"', 'W/', '"'.repeat(500)),
      Range: fc.constantFrom(
        'bytes=0-',
        'bytes=9-1',
        'bytes=-0',
        'bytes=0-0,2-',
        'x=1',
        'bytes=1e9-',
      ),
      'If-Range': fc.constantFrom('"x"', 'never'),
      'Idempotency-Key': fc.constantFrom('', 'x', 'a'.repeat(5_000), '\u00ff\u00fe'),
      Cookie: fc.constantFrom(
        'session=x',
        '__Host-session=%',
        '=;;=',
        `visitor=${'a'.repeat(4_000)}`,
      ),
      Authorization: fc.constantFrom(
        'Bearer',
        'Bearer x',
        `bearer ${'a'.repeat(300)}`,
        'Basic eA==',
      ),
      'Save-Data': fc.constantFrom('on', 'off', 'x'),
      'Sec-Fetch-Site': fc.constantFrom('same-origin', 'cross-site', 'none', 'x'),
      Origin: fc.constantFrom('https://ascend.example', 'https://evil.example', 'null', 'x'),
      'Content-Encoding': fc.constantFrom('gzip', 'br', 'x'),
    },
    { requiredKeys: [] },
  )
  const body = requestBody ? bodyOf(requestBody.content) : fc.constant(undefined)
  return fc
    .record({
      inPath: values('path'),
      inQuery: values('query'),
      inHeader: values('header'),
      more: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
      body,
      who: fc.constantFrom('anonymous' as const, 'reader' as const, 'publisher' as const),
    })
    .map(({ inPath, inQuery, inHeader, more, body: sent, who }) => {
      const filled = path.replace(/\{(\w+)\}/g, (_, name) => wordIn(inPath[name]) || '%20')
      const query = Object.entries(inQuery).map(([name, value]) => `${name}=${wordIn(value)}`)
      const extra = Object.entries({ ...inHeader, ...more }).map(([name, value]) => [
        name,
        String(value).replace(/[^\x20-\x7e\x80-\xff]/g, ''),
      ])
      const url = query.length > 0 ? `${filled}?${query.join('&')}` : filled
      const init: RequestInit = {
        method,
        headers: { ...sent?.headers, ...Object.fromEntries(extra) },
        ...(method !== 'GET' && sent && { body: sent.body }),
      }
      return { who, sent: { url, init } }
    })
}

/** A body of one of the kinds that the line takes, or of one that it does not. */
function bodyOf(content: Record<string, { schema?: Schema }>) {
  const odd = fc.constantFrom(
    '',
    '{',
    '[]',
    '"x"',
    'null',
    '{"a":'.repeat(2_000),
    '{"__proto__":{"x":1}}',
  )
  const kinds = Object.entries(content).map(([type, { schema }]) => {
    if (type === 'multipart/form-data' || !/json|urlencoded/.test(type)) {
      return fc
        .record({ bytes: fc.uint8Array({ maxLength: 2_000 }), name: nasty, field: nasty })
        .map(({ bytes, name, field }) => {
          const raw = new Uint8Array(bytes)
          if (type !== 'multipart/form-data') return { headers: {}, body: raw }
          const form = new FormData()
          form.set('note', field.toWellFormed())
          form.set('file', new Blob([raw]), name.toWellFormed())
          return { headers: {}, body: form }
        })
    }
    const filled = fc.oneof(
      valid(schema),
      fc
        .tuple(valid(schema), fc.dictionary(nasty, anything, { maxKeys: 3 }))
        .map(([good, more]) => ({
          ...(good as object),
          ...more,
        })),
      fc
        .tuple(
          valid(schema),
          fc.constantFrom(...Object.keys(schema?.properties ?? { x: 1 })),
          anything,
        )
        .map(([good, name, value]) => ({ ...(good as object), [name]: value })),
    )
    return fc
      .oneof(
        { weight: 5, arbitrary: filled.map((value) => value as unknown) },
        { weight: 1, arbitrary: odd },
      )
      .map((value) => {
        if (/urlencoded/.test(type)) {
          const fields = Object.entries(Object(value)).map(([name, one]) => [
            name.toWellFormed(),
            (typeof one === 'object' ? JSON.stringify(one) : String(one)).toWellFormed(),
          ])
          return { headers: {}, body: new URLSearchParams(fields) }
        }
        const isWritten = typeof value === 'string'
        return {
          headers: { 'Content-Type': 'application/json' },
          body: isWritten ? value : JSON.stringify(value),
        }
      })
  })
  return fc.oneof(...kinds) as fc.Arbitrary<{
    headers: object
    body: NonNullable<RequestInit['body']>
  }>
}

type Person = { send(path: string, init?: RequestInit): Promise<Response> }
let app: string
const people: Record<'anonymous' | 'reader' | 'publisher', Person | undefined> = {
  anonymous: undefined,
  reader: undefined,
  publisher: undefined,
}

beforeAll(async () => {
  app = await startApp({
    payments: aPretendProvider().payments,
    site: () => ({
      id: 'one',
      madeFrom: { siteId: '', version: 0 },
      files: new Map(),
      render: async () => undefined,
    }),
  })
  known.push((await aStory()).id, (await aStory({ isPublished: false })).id, (await aBook()).id)
  known.push('growing-right', 'ASC-2026-ABCDEF')
})

/** Whoever has signed out or gone by what was sent before comes in again. */
async function send(who: keyof typeof people, { url, init }: Sent) {
  await sql`delete from rate_limits`
  const make = { anonymous: aVisitor, reader: aReader, publisher: thePublisher }[who]
  people[who] ??= await make(app)
  const answer = await people[who].send(url, { ...init, signal: AbortSignal.timeout(patienceMs) })
  const ends = /^\/api\/(account|auth|admin\/(login|logout))/.test(url) && init.method !== 'GET'
  if (ends) people[who] = undefined
  return answer
}

test.each(operations.map((one) => ({ ...one, name: `${one.method} ${one.path}` })))(
  '$name answers any input without a server error',
  async (operation) => {
    await fc.assert(
      fc.asyncProperty(request(operation), async ({ who, sent }) => {
        const answer = await send(who, sent)
        const text = await answer.text()
        expect(answer.status, text).toBeLessThan(500)
        expect(text).not.toMatch(/^\s+at .+:\d+:\d+\)?$|node_modules|PostgresError|ZodError/m)
        if (answer.status >= 400 && answer.headers.get('Content-Type')?.includes('json')) {
          expect(JSON.parse(text)).toMatchObject({
            message: expect.any(String),
            requestId: answer.headers.get('X-Request-Id'),
          })
        }
      }),
      { numRuns: each },
    )
  },
  600_000,
)
