import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/endpoints/contract.ts'
import { sql } from '#db/sql.ts'
import { runs } from '#tests/long.ts'
import { asForm, asJson } from '#tests/magazine/posts.ts'
import { aReader, aStory, aVisitor, startApp } from '#tests/people.ts'
import { sendRaw } from '#tests/raw-request.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'
const fromElsewhere: Record<string, string>[] = [
  { Origin: 'https://evil.example' },
  { Origin: 'https://ascend.example.evil.example' },
  { Origin: 'https://evil.example:443' },
  { Origin: 'null' },
  { Origin: 'null', 'Sec-Fetch-Site': 'same-site' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://ascend.example' },
  { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.example' },
]
/** What each line is tried with; the whole list is tried with what leaves traces. */
const everyLine = fromElsewhere.slice(0, runs({ sample: 1, long: fromElsewhere.length }))
const ours: Record<string, string>[] = [
  { Origin: 'https://ascend.example' },
  { Origin: 'https://ascend.example', 'Sec-Fetch-Site': 'same-origin' },
  // It comes from a page whose browser was told to send no referrer.
  { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
]
const writes = Object.keys(contract).filter((address) => !address.startsWith('GET '))

/** Counts the rows of each table in one query: whatever is written, it shows. */
async function rowsOfAll() {
  const tables = await sql<{ name: string }[]>`
    select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*) from ${name}`)
  return sql.unsafe<{ name: string; count: number }[]>(
    `select * from (${counts.join(' union all ')}) as counted order by name`,
  )
}

async function expectRefused(response: Response) {
  expect(response.status).toBe(403)
  expect((await response.json()).message).toBe(
    'This request came from another site and was not carried out.',
  )
  expect(response.headers.getSetCookie()).toEqual([])
  expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
}

describe('another site', () => {
  let reader: Awaited<ReturnType<typeof aReader>>
  let before: Awaited<ReturnType<typeof rowsOfAll>>
  beforeAll(async () => {
    reader = await aReader()
    before = await rowsOfAll()
  })

  test.each(writes)('cannot make a reader’s browser do %s', async (address) => {
    const { send } = reader
    const [method = '', path = ''] = address.split(' ')
    const to = `/api${path.replace(/:\w+/g, nowhere)}`
    for (const headers of everyLine) {
      await expectRefused(await send(to, { ...asJson({}, headers), method }))
      if (method !== 'POST') continue
      await expectRefused(await send(to, asForm({}, headers)))
      await expectRefused(await send(to, { ...asForm({}, headers), body: new FormData() }))
    }
  })

  test('has left nothing behind by any of these', async () => {
    expect(await rowsOfAll()).toEqual(before)
  })

  test.each(fromElsewhere)('changes nothing with its requests (%o)', async (headers) => {
    const { acts, send } = await someActs()
    const before = await rowsOfAll()
    for (const [path, init] of acts) {
      await expectRefused(
        await send(path, { ...init, headers: { ...(init.headers as object), ...headers } }),
      )
    }
    expect(await rowsOfAll()).toEqual(before)
  })

  test('gets no CORS permission from a preflight request', async () => {
    const { send } = await aReader()
    const response = await send('/api/account', {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://evil.example',
        'Access-Control-Request-Method': 'DELETE',
        'Access-Control-Request-Headers': 'content-type',
      },
    })
    expect(response.status).toBe(405)
    const allowed = [...response.headers.keys()].filter((name) => /^access-control/.test(name))
    expect(allowed).toEqual([])
  })
})

describe('pages of this site', () => {
  test.each(ours)('may send all writes (%o)', async (headers) => {
    const { acts, send } = await someActs()
    for (const [path, init] of acts) {
      const before = await rowsOfAll()
      const response = await send(path, {
        ...init,
        headers: { ...(init.headers as object), ...headers },
      })
      expect([200, 201, 202, 303], path).toContain(response.status)
      expect(await rowsOfAll(), path).not.toEqual(before)
    }
  })

  test('include those at the address that the browser connects to', async () => {
    const base = await startApp({ publicUrl: 'http://localhost:4321' })
    const { send } = await aVisitor(base)
    const body = { email: 'simi@readers.example' }
    const sendFrom = async (origin: string) =>
      (await send('/api/auth/forgot', asJson(body, { Origin: origin }))).status
    expect(await sendFrom(base)).toBe(202)
    expect(await sendFrom('http://localhost:4321')).toBe(202)
    expect(await sendFrom('http://localhost:4322')).toBe(403)
  })

  test('are not recognized by a forwarded host that a client sets', async () => {
    const { send } = await aVisitor(await startApp({ trustProxy: 1 }))
    const headers = { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' }
    const response = await send('/api/auth/forgot', asJson({ email: 'a@b.example' }, headers))
    expect(response.status).toBe(403)
  })
})

/** Things that a reader's browser can do with its cookies; each leaves a trace. The last one ends the account. */
async function someActs() {
  const reader = await aReader()
  const { id } = await aStory()
  const email = `simi-${randomUUID()}@readers.example`
  const password = 'nine yams, one pot'
  const acts: [path: string, init: RequestInit][] = [
    [`/api/stories/${id}/like`, asJson({})],
    [`/api/stories/${id}/like`, { method: 'DELETE' }],
    [`/api/stories/${id}/rating`, { ...asJson({ rating: 5 }), method: 'PUT' }],
    [`/api/stories/${id}/share`, { method: 'POST' }],
    ['/api/newsletter', asForm({ email })],
    ['/api/auth/forgot', asForm({ email })],
    ['/api/auth/register', asJson({ firstName: 'Simi', lastName: 'Odu-Bello', email, password })],
    // Signed in as somebody else, a reader would write into a stranger's account.
    ['/api/auth/sign-in', asForm({ email: reader.email, password: reader.password })],
    ['/api/account?_method=DELETE', asForm({ sure: 'on' })],
  ]
  return { ...reader, acts }
}

describe('a form with _method', () => {
  const stillThere = async (id: string) =>
    (await sql`select 1 from readers where id = ${id}`).length === 1

  test('of this site deletes an account', async () => {
    const { reader, send, cookies } = await aReader()
    const response = await send('/api/account?_method=DELETE', asForm({ sure: 'on' }))
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/'])
    expect(await stillThere(reader.id)).toBe(false)
    expect([...cookies.keys()]).toEqual(['visitor'])
  })

  test.each(fromElsewhere)('is checked like every other write (%o)', async (headers) => {
    const { reader, send } = await aReader()
    await expectRefused(await send('/api/account?_method=DELETE', asForm({ sure: 'on' }, headers)))
    expect(await stillThere(reader.id)).toBe(true)
  })

  test('has no effect where no form was posted', async () => {
    const { reader, send, base, cookies } = await aReader()
    const asked = '/api/account?_method=DELETE&sure=on'
    // A link with a body, as no browser sends it.
    const { status } = await sendRaw(
      base,
      [
        `GET ${asked} HTTP/1.1`,
        'Host: ascend.example',
        `Cookie: __Host-session=${cookies.get('__Host-session')}`,
        'Content-Type: application/x-www-form-urlencoded',
        'Content-Length: 7',
      ],
      'sure=on',
    )
    expect(status).toBe(200)
    expect((await send(asked)).status).toBe(200)
    expect((await send(asked, { method: 'HEAD' })).status).toBe(200)
    expect((await send(asked, asJson({ sure: 'on' }))).status).toBe(405)
    expect((await send(asked, { method: 'POST' })).status).toBe(405)
    const asText = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'sure=on' }
    expect((await send(asked, asText)).status).toBe(405)
    expect(await stillThere(reader.id)).toBe(true)
  })

  test.each([
    '?_method=GET',
    '?_method=HEAD',
    '?_method=OPTIONS',
    '?_method=PATCH',
    '?_method=delete',
    '?_method=DELETE&_method=DELETE',
    '?_method[]=DELETE',
    '',
  ])('with any other value is rejected: %j', async (query) => {
    const { reader, send } = await aReader()
    const fields = { sure: 'on', _method: 'DELETE' }
    expect((await send(`/api/account${query}`, asForm(fields))).status).toBe(405)
    expect(await stillThere(reader.id)).toBe(true)
  })
})
