import { createHash, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { verifyInThread } from '#api/http/secrets/hash-in-thread.ts'
import { sql } from '#db/sql.ts'
import { asJson } from '#tests/magazine/posts.ts'
import { aReader, aStory, aVisitor, startApp } from '#tests/people.ts'
import { aTrustingProvider } from '#tests/servers/sign-in-provider.ts'
import { insertReset } from './accounts.queries.ts'

// Watched: how many guesses are really checked.
vi.mock('#api/http/secrets/hash-in-thread.ts', async () => {
  const { hash, verify } = await import('@node-rs/argon2')
  const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 }
  return { hashInThread: (password: string) => hash(password, cost), verifyInThread: vi.fn(verify) }
})

const tooOften = 'That was tried too often. Please wait a while and try again.'

/** The service is behind one proxy that is believed: who asks stands in a header. */
beforeEach(() => sql`delete from rate_limits`)

const anAddress = () => `simi-${randomUUID()}@readers.example`
const times = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))

/** Posts as a browser without cookies, from this network address or one of its own. */
async function post(path: string, body: object, from?: string, base?: string) {
  const { send } = await aVisitor(base, from)
  return send(`/api/auth/${path}`, asJson(body))
}
const signIn = (email: string, password: string, from?: string, base?: string) =>
  post('sign-in', { email, password }, from, base)
const forgot = (from?: string, base?: string) =>
  post('forgot', { email: 'simi@readers.example' }, from, base)
const statuses = (answers: Response[]) => {
  const counted: Record<number, number> = {}
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1
  return counted
}

async function expectTooOften(response: Response, mostSeconds: number) {
  expect(response.status).toBe(429)
  expect((await response.json()).message).toBe(tooOften)
  expect(response.headers.get('Retry-After')).toMatch(/^\d+$/)
  const seconds = Number(response.headers.get('Retry-After'))
  expect(seconds).toBeGreaterThan(mostSeconds - 60)
  expect(seconds).toBeLessThanOrEqual(mostSeconds)
  expect(response.headers.getSetCookie()).toEqual([])
}

test('twenty simultaneous registrations make one account and one welcome', async () => {
  const email = anAddress()
  const simi = { firstName: 'Simi', lastName: 'Odu-Bello', password: 'nine yams, one pot' }
  const answers = await times(20, () => post('register', { ...simi, email }))
  expect(statuses(answers)).toEqual({ 201: 1, 409: 19 })
  expect(await sql`select 1 from readers where email = ${email}`).toHaveLength(1)
  expect(await sql`select data from mails where kind = 'welcome' and recipient = ${email}`).toEqual(
    [{ data: { firstName: 'Simi' } }],
  )
})

describe('an account', () => {
  test('is locked after ten wrong passwords in fifteen minutes, also for the right one', async () => {
    const { email, password } = await aReader()
    for (let guess = 0; guess < 10; guess++) {
      const spelling = guess % 2 ? email.toUpperCase() : ` ${email}`
      expect((await signIn(spelling, `guess ${guess}`)).status).toBe(401)
    }
    await expectTooOften(await signIn(email, 'guess 11'), 900)
    await expectTooOften(await signIn(email, password), 900)
    // This holds from anywhere, and nobody else is hindered.
    await expectTooOften(await signIn(email, password, '203.0.113.7'), 900)
    const other = await aReader()
    expect((await signIn(other.email, other.password)).status).toBe(200)
    await sql`update rate_limits set expire = ${Date.now() - 1}`
    expect((await signIn(email, password)).status).toBe(200)
  })

  test('that does not exist is locked in the same way', async () => {
    const email = anAddress()
    for (let guess = 0; guess < 10; guess++) {
      expect((await signIn(email, `guess ${guess}`)).status).toBe(401)
    }
    await expectTooOften(await signIn(email, 'guess 11'), 900)
  })

  test('has at most ten of thirty simultaneous guesses checked', async () => {
    const { email, password } = await aReader()
    vi.mocked(verifyInThread).mockClear()
    const answers = await times(30, (n) => signIn(email, `guess ${n}`))
    expect(statuses(answers)).toEqual({ 401: 10, 429: 20 })
    expect(verifyInThread).toHaveBeenCalledTimes(10)
    await expectTooOften(await signIn(email, password), 900)
  })

  test('is not locked by seventy sign-ins of its reader', async () => {
    const { email, password } = await aReader()
    for (let round = 0; round < 10; round++) {
      expect(statuses(await times(7, () => signIn(email, password)))).toEqual({ 200: 7 })
    }
  })

  test('is not locked by thirty simultaneous sign-ins', async () => {
    const { email, password } = await aReader()
    expect(statuses(await times(30, () => signIn(email, password)))).toEqual({ 200: 30 })
    expect((await signIn(email, password)).status).toBe(200)
    for (let guess = 0; guess < 10; guess++) {
      expect((await signIn(email, `guess ${guess}`)).status).toBe(401)
    }
    await expectTooOften(await signIn(email, password), 900)
  })

  test('locked by somebody else stays open in the known browser of its reader', async () => {
    const own = await aReader()
    for (let guess = 0; guess < 12; guess++) await signIn(own.email, `guess ${guess}`)
    await expectTooOften(await signIn(own.email, own.password), 900)
    await own.send('/api/logout', { method: 'POST' })
    const again = (password: string) =>
      own.send('/api/auth/sign-in', asJson({ email: own.email, password }))
    expect((await again(own.password)).status).toBe(200)
    // That browser guesses no more often than others.
    for (let guess = 0; guess < 10; guess++) expect((await again('a guess')).status).toBe(401)
    await expectTooOften(await again(own.password), 900)
  })

  test('is stored with a device hash that cannot be computed from cookie and account', async () => {
    const { cookies, reader, email } = await aReader()
    const cookie = cookies.get('visitor') ?? ''
    expect(cookie).not.toBe('')
    const [row] = await sql<{ id: string }[]>`
      select id from reader_devices where reader_id = ${reader.id}`
    const hashes = [cookie, `${email} ${cookie}`, `${reader.id} ${cookie}`].map((text) =>
      createHash('sha256').update(text),
    )
    const known = hashes.flatMap((hash) => [hash.copy().digest('hex'), hash.digest('base64url')])
    expect([...known, cookie]).not.toContain(row?.id)
  })

  test('does not get a known browser by a sign-in of a program with its cookie', async () => {
    const { email, password, reader } = await aReader()
    await sql`delete from reader_devices where reader_id = ${reader.id}`
    const { base } = await aVisitor()
    for (const path of ['sign-in', 'register']) {
      const names = { firstName: 'Simi', lastName: 'Odu-Bello' }
      const typed = path === 'sign-in' ? { email } : { ...names, email: anAddress() }
      const answer = await fetch(new URL(`/api/auth/${path}`, base), {
        ...asJson({ ...typed, password }, { Cookie: `visitor=${randomUUID()}` }),
      })
      expect(answer.ok).toBe(true)
      const { id } = (await answer.json()) as { id: string }
      expect(await sql`select 1 from reader_devices where reader_id = ${id}`).toEqual([])
    }
  })

  test('is locked as usual in the browser of another reader', async () => {
    const { email, password } = await aReader()
    const other = await aReader()
    for (let guess = 0; guess < 10; guess++) await signIn(email, `guess ${guess}`)
    const theft = await other.send('/api/auth/sign-in', asJson({ email, password }))
    await expectTooOften(theft, 900)
  })

  test('forgets its browsers when the password is changed by mail', async () => {
    const own = await aReader()
    const token = await insertReset(own.reader.id)
    await post('reset', { token, password: 'twelve drums, one road' })
    expect(await sql`select 1 from reader_devices where reader_id = ${own.reader.id}`).toEqual([])
  })

  test('is locked after ten wrong passwords even with right ones in between', async () => {
    const { email, password } = await aReader()
    for (let guess = 0; guess < 10; guess++) {
      expect((await signIn(email, `guess ${guess}`)).status).toBe(401)
      if (guess < 9) expect((await signIn(email, password)).status).toBe(200)
    }
    await expectTooOften(await signIn(email, password), 900)
  })
})

describe('behind one network address', () => {
  const here = '198.51.100.7'

  test('fifty wrong passwords over many accounts are the limit, and neighbours can still sign in', async () => {
    const { email, password } = await aReader()
    for (let round = 0; round < 2; round++) {
      const guesses = await times(25, () => signIn(anAddress(), 'a guess', here))
      expect(statuses(guesses)).toEqual({ 401: 25 })
    }
    await expectTooOften(await signIn(anAddress(), 'a guess', here), 900)
    await expectTooOften(await signIn(email, 'a guess', here), 900)
    expect((await signIn(email, password, here)).status).toBe(200)
    expect((await signIn(anAddress(), 'a guess', '198.51.100.8')).status).toBe(401)
  })

  test('three hundred wrong passwords lock unknown browsers, and no known ones', async () => {
    const known = await aReader()
    const stranger = await aReader()
    await signIn(anAddress(), 'a guess', here)
    await sql`update rate_limits set points = 299 where key like 'sign-in-from:%'`
    expect((await signIn(stranger.email, stranger.password, here)).status).toBe(200)
    await expectTooOften(await signIn(anAddress(), 'guess 300', here), 900)
    vi.mocked(verifyInThread).mockClear()
    await expectTooOften(await signIn(stranger.email, stranger.password, here), 900)
    expect(verifyInThread).not.toHaveBeenCalled()
    const back = { email: known.email, password: known.password }
    const from = { 'X-Forwarded-For': here }
    expect((await known.send('/api/auth/sign-in', asJson(back, from))).status).toBe(200)
    expect((await signIn(stranger.email, stranger.password, '198.51.100.8')).status).toBe(200)
  })

  test('seventy readers sign in one after the other', async () => {
    const { email, password } = await aReader()
    for (let round = 0; round < 10; round++) {
      expect(statuses(await times(7, () => signIn(email, password, here)))).toEqual({ 200: 7 })
    }
    expect((await signIn(anAddress(), 'a guess', here)).status).toBe(401)
  })

  test('sixty accounts may be created and sixty links requested in an hour', async () => {
    const names = { firstName: 'Simi', lastName: 'Odu-Bello', password: 'nine yams, one pot' }
    const register = (from: string) => post('register', { ...names, email: anAddress() }, from)
    for (let round = 0; round < 2; round++) {
      expect(statuses(await times(30, () => register(here)))).toEqual({ 201: 30 })
    }
    await expectTooOften(await register(here), 3600)
    expect((await register('198.51.100.8')).status).toBe(201)
    // Each form has its own count.
    expect(statuses(await times(60, () => forgot(here)))).toEqual({ 202: 60 })
    await expectTooOften(await forgot(here), 3600)
    await sql`update rate_limits set expire = ${Date.now() - 1}`
    expect((await register(here)).status).toBe(201)
  })

  test('invalid requests do not count', async () => {
    const { send } = await aVisitor()
    await times(61, () => send('/api/auth/forgot', asJson({ email: 'not an address' })))
    expect((await forgot()).status).toBe(202)
  })

  test('eighty readers read and like, whatever a neighbour has done', async () => {
    const base = await startApp({ provider: aTrustingProvider() })
    const network = '198.51.100.80'
    await forgot(network, base)
    await signIn(anAddress(), 'a guess', network, base)
    await sql`update rate_limits set points = 1000`
    expect((await forgot(network, base)).status).toBe(429)
    const { id } = await aStory()
    const readAndLike = async () => {
      const { send, call } = await aVisitor(base, network)
      await send('/api/login')
      expect((await send(`/api/auth/callback?code=${randomUUID()}`)).status).toBe(303)
      await call('GET /stories', {})
      expect(await call('GET /stories/:id', { id })).toMatchObject({ id })
      expect(await call('POST /stories/:id/like', { id })).toMatchObject({ liked: true })
    }
    for (let round = 0; round < 4; round++) await times(20, readAndLike)
    const { call } = await aVisitor(base)
    expect(await call('GET /stories/:id', { id })).toMatchObject({ likesCount: 80 })
  })
})

describe('the network of a request', () => {
  /** Asks sixty times, each time with another header; how the next one is answered. */
  async function afterSixty(base: string | undefined, from: (n: number) => string, next: string) {
    const answers = await times(60, (n) => forgot(from(n), base))
    expect(statuses(answers)).toEqual({ 202: 60 })
    return (await forgot(next, base)).status
  }

  test('is the connecting address without a trusted proxy', async () => {
    const direct = await startApp({ trustProxy: 0 })
    expect(await afterSixty(direct, (n) => `203.0.113.${n}`, '203.0.113.99')).toBe(429)
  })

  test('is named by the trusted proxy, not by the client', async () => {
    const last = (n: number) => `203.0.113.${n}, 198.51.100.7`
    expect(await afterSixty(undefined, last, '203.0.113.99, 198.51.100.7')).toBe(429)
    expect((await forgot('198.51.100.7')).status).toBe(429)
    expect((await forgot('198.51.100.7, 198.51.100.8')).status).toBe(202)
  })

  test('is the /64 of an IPv6 address', async () => {
    const inside = (n: number) => `2001:db8:1:2::${(n + 1).toString(16)}`
    expect(await afterSixty(undefined, inside, '2001:db8:1:2:ffff::1')).toBe(429)
    expect((await forgot('2001:db8:1:3::1')).status).toBe(202)
  })

  test('is counted in the database for all replicas', async () => {
    const [one, other] = [await startApp(), await startApp()]
    const { email, password } = await aReader(one)
    for (let guess = 0; guess < 10; guess++) {
      const base = guess % 2 ? one : other
      expect((await signIn(email, `guess ${guess}`, undefined, base)).status).toBe(401)
    }
    expect((await signIn(email, password, undefined, one)).status).toBe(429)
    expect((await signIn(email, password, undefined, other)).status).toBe(429)
    // Nothing is remembered in a process: what another one took away is gone.
    await sql`delete from rate_limits`
    expect((await signIn(email, password, undefined, one)).status).toBe(200)
  })

  test('is stored as a hash only', async () => {
    const email = anAddress()
    await signIn(email, 'a guess', '198.51.100.7')
    await forgot('198.51.100.7')
    const rows = await sql<{ key: string }[]>`select key from rate_limits`
    const kinds = rows.map(({ key }) => key.replace(/:[\w-]{43}$/, '')).sort()
    expect(kinds).toEqual(['POST /auth/forgot', 'sign-in', 'sign-in-from'])
    expect(JSON.stringify(rows)).not.toMatch(/198\.51|readers\.example|simi/)
  })
})
