import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { asForm, asJson } from '#tests/magazine/posts.ts'
import { aNavigation, navigate } from '#tests/navigate.ts'
import { aReader, aVisitor, startApp } from '#tests/people.ts'
import { deleteExpired } from './accounts.queries.ts'

const session = '__Host-session'
const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const aMonth = 30 * 24 * 60 * 60

/** A cookie of an answer, by the names of its parts in lower case. */
function cookieOf(response: Response, name: string) {
  const lines = response.headers.getSetCookie().filter((line) => line.startsWith(`${name}=`))
  const parts = lines.map((line) =>
    Object.fromEntries(
      line.split(';').map((part) => {
        const [key = '', value = ''] = part.trim().split('=')
        return [key === name ? 'value' : key.toLowerCase(), value]
      }),
    ),
  )
  expect(parts.length, `${name} is set once at most`).toBeLessThan(2)
  return parts[0]
}

/** What a browser with this cookie header is told of itself. */
async function statusWith(cookie: string) {
  const { send } = await aVisitor()
  return (await send('/api/auth/user', { headers: { Cookie: cookie } })).status
}

async function signIn(visitor: Awaited<ReturnType<typeof aVisitor>>, email: string) {
  return visitor.send('/api/auth/sign-in', asJson({ email, password: 'eleven goats and a radio' }))
}

/** Moves a reader's sessions, as if so many days had gone by. */
const daysLater = (reader: { id: string }, days: number) => sql`
  update sessions set expires_at = expires_at - make_interval(days => ${days}),
    created_at = created_at - make_interval(days => ${days}) where user_id = ${reader.id}`

const sessionsOf = (reader: { id: string }) =>
  sql<{ id: string; daysLeft: number }[]>`
    select id, extract(epoch from expires_at - now()) / 86400 as days_left
    from sessions where user_id = ${reader.id}`

describe('the cookie of a session', () => {
  test('under https is for this host, HttpOnly and SameSite', async () => {
    const { email } = await aReader()
    const response = await signIn(await aVisitor(), email)
    expect(cookieOf(response, session)).toEqual({
      value: expect.stringMatching(/^[a-z0-9]{32,}$/),
      httponly: '',
      'max-age': String(aMonth),
      path: '/',
      samesite: 'Lax',
      secure: '',
    })
    const hint = cookieOf(response, 'signed_in')
    expect(hint).toEqual({
      value: expect.stringMatching(/^1\.[0-9a-f]{8}$/),
      path: '/',
      expires: expect.any(String),
      samesite: 'lax',
      secure: '',
    })
    const left = Date.parse(hint?.['expires'] ?? '') - Date.now()
    expect(Math.abs(left / 1000 - aMonth)).toBeLessThan(60)
  })

  test('without https has neither the prefix nor Secure, so that it works on a laptop', async () => {
    const base = await startApp({ publicUrl: 'http://127.0.0.1:4321' })
    const { email, cookies, call } = await aReader(base)
    expect([...cookies.keys()].sort()).toEqual(['session', 'signed_in', 'visitor'])
    const response = await signIn(await aVisitor(base), email)
    expect(cookieOf(response, 'session')).toMatchObject({
      httponly: '',
      samesite: 'Lax',
      path: '/',
    })
    expect(cookieOf(response, 'session')).not.toHaveProperty('secure')
    expect(cookieOf(response, 'signed_in')).not.toHaveProperty('secure')
    expect(await call('GET /auth/user', {})).toMatchObject({ email })
  })

  test('is not set by reading, and no visitor gets one', async () => {
    const { send } = await aVisitor()
    for (const path of ['/api/stories', '/api/books', '/api/auth/user', '/api/login']) {
      expect((await send(path)).headers.getSetCookie(), path).toEqual([])
    }
  })

  test('cannot be derived from the database', async () => {
    const { reader, cookies } = await aReader()
    const value = cookies.get(session) as string
    expect((await sessionsOf(reader)).map(({ id }) => id)).toEqual([hash(value)])
    expect(await statusWith(`${session}=${hash(value)}`)).toBe(401)
    const [row] = await sql<{ all: string }[]>`
      select coalesce(string_agg(s::text, ' '), '') as all from sessions s`
    expect(row?.all).toContain(hash(value))
    expect(row?.all).not.toContain(value)
  })

  test.each(['', '"', 'x'.repeat(6_000), '%00', '../../etc/passwd', "' or '1'='1", 'null'])(
    'with the value %j signs nobody in and is deleted',
    async (value) => {
      const { send } = await aVisitor()
      const headers = { Cookie: `${session}=${value}; signed_in=1` }
      const response = await send('/api/auth/user', { headers })
      expect(response.status).toBe(401)
      expect(cookieOf(response, 'signed_in')).toMatchObject({
        value: '',
        expires: expect.any(String),
      })
    },
  )
})

describe('a sign-in', () => {
  test('starts a session with a new id, whatever cookie was sent', async () => {
    const { email } = await aReader()
    const planted = 'a'.repeat(40)
    const victim = await aVisitor()
    victim.cookies.set(session, planted)
    expect((await signIn(victim, email)).status).toBe(200)
    expect(victim.cookies.get(session)).not.toBe(planted)
    expect(await statusWith(`${session}=${planted}`)).toBe(401)
    expect(await victim.call('GET /auth/user', {})).toMatchObject({ email })
  })

  test('ends the former session of this browser and no other', async () => {
    const mine = await aReader()
    const before = mine.cookies.get(session)
    const phone = await aVisitor()
    await signIn(phone, mine.email)
    await signIn(mine, mine.email)
    expect(mine.cookies.get(session)).not.toBe(before)
    expect(await statusWith(`${session}=${before}`)).toBe(401)
    expect(await sessionsOf(mine.reader)).toHaveLength(2)
    await phone.call('GET /auth/user', {})
  })

  test('with a wrong password keeps the present session', async () => {
    const mine = await aReader()
    const response = await mine.send(
      '/api/auth/sign-in',
      asJson({ email: mine.email, password: 'not the password' }),
    )
    expect(response.status).toBe(401)
    await mine.call('GET /auth/user', {})
  })
})

describe('signing out', () => {
  test('ends the session, deletes both cookies and leads to the front page', async () => {
    const visitor = await aReader()
    const { reader, cookies } = visitor
    const value = cookies.get(session)
    const response = await navigate(visitor, '/api/logout')
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('/')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(cookieOf(response, session)).toMatchObject({
      value: '',
      'max-age': '0',
      path: '/',
      secure: '',
    })
    expect([...cookies.keys()]).toEqual(['visitor'])
    expect(await sessionsOf(reader)).toEqual([])
    expect(await statusWith(`${session}=${value}`)).toBe(401)
  })

  test('of one browser leaves the other signed in', async () => {
    const mine = await aReader()
    const phone = await aVisitor()
    await signIn(phone, mine.email)
    await navigate(phone, '/api/logout')
    await mine.call('GET /auth/user', {})
    await expect(phone.call('GET /auth/user', {})).rejects.toMatchObject({ status: 401 })
  })

  test('twice, or without being signed in, leads to the front page all the same', async () => {
    const visitor = await aVisitor()
    for (let times = 0; times < 2; times++) {
      const response = await navigate(visitor, '/api/logout')
      expect([response.status, response.headers.get('Location')]).toEqual([303, '/'])
    }
  })

  test.each([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'cross-site', Referer: 'https://ascend.example/' },
    { Referer: 'https://evil.example/' },
    { Referer: 'https://ascend.example.evil.example/' },
    { Referer: 'https://evil.example/https://ascend.example/' },
    { Referer: 'http://ascend.example:8080/' },
  ])('does not happen by another site’s link (%o)', async (headers) => {
    const visitor = await aReader()
    const { call, cookies } = visitor
    const response = await navigate(visitor, '/api/logout', { ...aNavigation, ...headers })
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/'])
    expect(response.headers.getSetCookie()).toEqual([])
    expect(cookies.size).toBe(3)
    await call('GET /auth/user', {})
  })

  test.each([
    {},
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
    { Referer: 'https://ascend.example/account' },
  ])('happens by our own link or a typed address (%o)', async (headers) => {
    const visitor = await aReader()
    await navigate(visitor, '/api/logout', { ...aNavigation, ...headers })
    expect(await sessionsOf(visitor.reader)).toEqual([])
  })

  const image = 'image/avif,image/webp,image/*,*/*;q=0.8'
  const asPicture = { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image', Accept: image }
  test.each([
    ['a picture', asPicture, 'GET'],
    ['a picture in an old browser', { Accept: image }, 'GET'],
    ['a script', { ...aNavigation, 'Sec-Fetch-Mode': 'cors' }, 'GET'],
    ['a program', { Accept: '*/*' }, 'GET'],
    ['a prefetch', { ...aNavigation, 'Sec-Purpose': 'prefetch' }, 'GET'],
    ['a prerendering', { ...aNavigation, 'Sec-Purpose': 'prefetch;prerender' }, 'GET'],
    ['an old prefetch', { ...aNavigation, 'X-Moz': 'prefetch' }, 'GET'],
    ['HEAD', aNavigation, 'HEAD'],
  ])('does not happen by %s, which gets a page with a button', async (_, headers, method) => {
    const visitor = await aReader()
    const site = { 'Sec-Fetch-Site': 'same-origin' }
    const response = await navigate(visitor, '/api/logout', { ...headers, ...site }, method)
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('Content-Type')).toMatch(/^text\/html/)
    if (method === 'GET') {
      expect(await response.text()).toContain('<form method="post" action="/api/logout">')
    }
    expect(response.headers.getSetCookie()).toEqual([])
    await visitor.call('GET /auth/user', {})
  })

  test('happens by a browser that does not say what a request is for, but accepts a page', async () => {
    const visitor = await aReader()
    const { Accept } = aNavigation
    expect((await navigate(visitor, '/api/logout', { Accept })).status).toBe(303)
    expect(await sessionsOf(visitor.reader)).toEqual([])
  })

  test('happens by the button of that page, on this site alone', async () => {
    const { send, reader } = await aReader()
    const foreign = await send('/api/logout', asForm({}, { Origin: 'https://evil.example' }))
    expect(foreign.status).toBe(403)
    expect(await sessionsOf(reader)).toHaveLength(1)
    const response = await send('/api/logout', asForm({}, { Origin: 'https://ascend.example' }))
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/'])
    expect(await sessionsOf(reader)).toEqual([])
  })
})

describe('a session in use', () => {
  test('is renewed in the second half of its month, with both cookies', async () => {
    const { reader, send, cookies } = await aReader()
    const value = cookies.get(session)
    const hint = cookies.get('signed_in')
    await daysLater(reader, 14)
    const early = await send('/api/auth/user')
    expect(early.headers.getSetCookie()).toEqual([])
    await daysLater(reader, 2)
    const late = await send('/api/auth/user')
    expect(late.status).toBe(200)
    expect(cookieOf(late, session)).toMatchObject({ value, 'max-age': String(aMonth) })
    expect(cookieOf(late, 'signed_in')).toMatchObject({ value: hint })
    expect((await sessionsOf(reader))[0]?.daysLeft).toBeGreaterThan(29.9)
    expect((await send('/api/auth/user')).headers.getSetCookie()).toEqual([])
  })

  test('ends when it was not used for a month', async () => {
    const { reader, send, cookies } = await aReader()
    await daysLater(reader, 31)
    const response = await send('/api/auth/user')
    expect(response.status).toBe(401)
    expect([...cookies.keys()]).toEqual(['visitor'])
    expect(await sessionsOf(reader)).toEqual([])
  })

  test('ends after ninety days however it was used', async () => {
    const { reader, send, cookies } = await aReader()
    for (let day = 20; day <= 80; day += 20) {
      await daysLater(reader, 20)
      expect((await send('/api/auth/user')).status, `day ${day}`).toBe(200)
    }
    await daysLater(reader, 11)
    expect((await send('/api/auth/user')).status).toBe(401)
    expect([...cookies.keys()]).toEqual(['visitor'])
  })

  test('has a sign-in hint that only distinguishes the readers of one phone', async () => {
    const first = await aReader()
    const hint = first.cookies.get('signed_in')
    expect(first.reader.id).not.toContain(hint?.slice(2))
    const again = await aVisitor()
    await again.call('POST /auth/sign-in', { email: first.email, password: first.password })
    expect(again.cookies.get('signed_in')).toBe(hint)
    const second = await aReader()
    expect(second.cookies.get('signed_in')).not.toBe(hint)
    // Planted, or left behind: it is put right with the first question.
    second.cookies.set('signed_in', hint ?? '')
    await second.call('GET /auth/user', {})
    expect(second.cookies.get('signed_in')).not.toBe(hint)
  })

  test('gets a lost hint again, and a hint without a session is deleted', async () => {
    const { call, cookies } = await aReader()
    const hint = cookies.get('signed_in')
    cookies.delete('signed_in')
    await call('GET /auth/user', {})
    expect(cookies.get('signed_in')).toBe(hint)
    cookies.delete(session)
    await expect(call('GET /auth/user', {})).rejects.toMatchObject({ status: 401 })
    expect([...cookies.keys()]).toEqual(['visitor'])
  })

  test('is deleted when it has expired', async () => {
    const [gone, here] = [await aReader(), await aReader()]
    await daysLater(gone.reader, 31)
    await deleteExpired()
    expect(await sessionsOf(gone.reader)).toEqual([])
    expect(await sessionsOf(here.reader)).toHaveLength(1)
  })

  test('is deleted with its reader', async () => {
    const { reader, call } = await aReader()
    await sql`delete from readers where id = ${reader.id}`
    await expect(call('GET /auth/user', {})).rejects.toMatchObject({ status: 401 })
  })
})

test('an account is signed in in ten browsers, of which the next ends the one that was unused longest', async () => {
  const { email, reader } = await aReader()
  const browsers = await Promise.all(Array.from({ length: 10 }, () => aVisitor()))
  for (const browser of browsers) {
    expect((await signIn(browser, email)).status).toBe(200)
    await daysLater(reader, 1)
  }
  // The one of the registration went first.
  expect(await sessionsOf(reader)).toHaveLength(10)
  await signIn(await aVisitor(), email)
  const statuses = await Promise.all(
    browsers.map(async ({ send }) => (await send('/api/auth/user')).status),
  )
  expect(statuses).toEqual([401, ...Array(9).fill(200)])
})
