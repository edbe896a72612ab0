import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { runs } from '#tests/long.ts'
import {
  aReader,
  aVisitor,
  publisherSignIn,
  startApp,
  thePublisher,
  theStaff,
  withToken,
} from '#tests/people.ts'
import {
  firstPassword,
  firstPasswordFile,
  forgetFirstPassword,
  syncOwner,
  syncOwnerAlone,
} from './sync-owner.ts'

const json = { 'Content-Type': 'application/json' }
const actionsOf = async (who: string | null) =>
  (
    await sql<{ action: string }[]>`
      select action from activity where who is not distinct from ${who} order by id desc limit 20`
  ).map(({ action }) => action)

describe('the publisher who signs in', () => {
  test('gets a token of 256 bits that is stored as a hash', async () => {
    const { token } = await thePublisher()
    expect(token).toMatch(/^[\w-]{43}$/)
    const stored = JSON.stringify(await sql`select * from staff_sessions`)
    expect(stored).not.toContain(token)
    expect(stored).toMatch(/"[0-9a-f]{64}"/)
  })

  test('gets the response of the specification, and no session cookie', async () => {
    await thePublisher()
    const { send } = await aVisitor()
    const answer = await send('/api/admin/login', {
      method: 'POST',
      headers: json,
      body: JSON.stringify(publisherSignIn),
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Cache-Control')).toContain('no-store')
    const body = (await answer.json()) as object
    expect(Object.keys(body).sort()).toEqual(['success', 'token'])
    expect((await send('/api/admin/activity')).status).toBe(401)
  })

  test('may type spaces around name and password', async () => {
    await thePublisher()
    const { call } = await aVisitor()
    const { username, password } = publisherSignIn
    const spaced = { username: ` ${username} `, password: `\t${password} ` }
    expect(await call('POST /admin/login', spaced)).toMatchObject({ success: true })
  })

  test('gets an error at an empty field', async () => {
    const { call } = await aVisitor()
    await expect(call('POST /admin/login', { username: ' ', password: '' })).rejects.toMatchObject({
      status: 400,
      fields: { username: ['Username is required'], password: ['Password is required'] },
    })
  })

  test('signs out, and the token is no longer valid', async () => {
    const { call } = await thePublisher()
    expect(await call('POST /admin/logout', {})).toEqual({ success: true })
    await expect(call('GET /admin/activity', {})).rejects.toMatchObject({
      status: 401,
      message: expect.stringContaining('Unauthorized'),
    })
  })

  test('stays signed in on the laptop after signing out on the phone', async () => {
    const [phone, laptop] = [await thePublisher(), await thePublisher()]
    await phone.call('POST /admin/logout', {})
    expect(await laptop.call('GET /admin/activity', {})).toBeInstanceOf(Array)
  })

  test('is signed out after twelve hours', async () => {
    const { call } = await thePublisher()
    const [row] = await sql<{ hours: number }[]>`
      select round(extract(epoch from max(expires_at) - now()) / 3600) as hours from staff_sessions`
    expect(row?.hours).toBe(12)
    await sql`update staff_sessions set expires_at = now() - interval '1 second'`
    await expect(call('GET /admin/activity', {})).rejects.toMatchObject({ status: 401 })
  })
})

describe('somebody who guesses the publisher’s password', () => {
  const guess = (send: Awaited<ReturnType<typeof aVisitor>>['send'], username: string) =>
    send('/api/admin/login', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ username, password: 'a wrong one' }),
    })

  test('gets the same responses and limits for a known and an unknown name', async () => {
    await thePublisher()
    const answers = async (username: string) => {
      const { send } = await aVisitor()
      const seen: unknown[] = []
      for (let tries = 0; tries < 11; tries++) {
        const answer = await guess(send, username)
        const { requestId, ...body } = (await answer.json()) as Record<string, unknown>
        expect(requestId).toBeTypeOf('string')
        seen.push({ status: answer.status, body })
      }
      return seen
    }
    const known = await answers(publisherSignIn.username)
    expect(known).toEqual(await answers('nobody-here'))
    expect(known[0]).toEqual({
      status: 401,
      body: { success: false, message: 'Invalid username or password' },
    })
    expect(known.at(-1)).toMatchObject({ status: 429 })
    // The publisher, in the browser they came in with before, is not locked out by that; a stranger's browser is.
    await sql`delete from rate_limits`
  })

  test('does not lock the publisher out of a known browser', async () => {
    const own = await thePublisher()
    const { send } = await aVisitor()
    for (let tries = 0; tries < 12; tries++) await guess(send, publisherSignIn.username)
    const strange = await aVisitor()
    await expect(strange.call('POST /admin/login', publisherSignIn)).rejects.toMatchObject({
      status: 429,
      retryAfter: undefined,
    })
    expect(await own.call('POST /admin/login', publisherSignIn)).toMatchObject({ success: true })
    await sql`delete from rate_limits`
  })

  test.each([
    ['known', async () => (await theStaff('editor')).member.email],
    ['unknown', async () => `editor-${randomUUID()}@ascend.example`],
  ])('gets no more guesses by another spelling of a name: %s', async (_, addressOf) => {
    const address = await addressOf()
    const written = [address, address.toUpperCase(), address.replace('i', 'İ')]
    const same = await sql<{ written: string }[]>`
      select written from unnest(${written}::text[]) as written where lower(written) = ${address}`
    const { send } = await aVisitor()
    const statuses: number[] = []
    for (let tries = 0; tries < 11; tries++) {
      const { written } = same[tries % same.length] as { written: string }
      statuses.push((await guess(send, written)).status)
    }
    expect(same).toHaveLength(3)
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
    await sql`delete from rate_limits`
  })

  test('is blocked after ten attempts, and the error says when to retry', async () => {
    await thePublisher()
    const { send } = await aVisitor()
    const statuses: number[] = []
    const rounds = runs({ sample: 2, long: 20 })
    for (let round = 0; round < rounds; round++) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => guess(send, publisherSignIn.username)),
      )
      for (const answer of answers) {
        statuses.push(answer.status)
        await answer.arrayBuffer()
        if (answer.status === 429)
          expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
      }
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(rounds * 50 - 10)
    await sql`delete from rate_limits`
  })

  test('cannot evade the limit by a forged address', async () => {
    await thePublisher()
    const { send } = await aVisitor()
    let last = 0
    for (let tries = 0; tries < 11; tries++) {
      const answer = await send('/api/admin/login', {
        method: 'POST',
        headers: { ...json, 'X-Forwarded-For': `198.18.0.${tries}` },
        body: JSON.stringify({ username: 'publisher', password: 'wrong' }),
      })
      last = answer.status
    }
    expect(last).toBe(429)
    await sql`delete from rate_limits`
  })

  test('with many names is limited by network address', async () => {
    await thePublisher()
    const { send } = await aVisitor()
    const statuses: number[] = []
    for (let tries = 0; tries < 52; tries++) {
      statuses.push((await guess(send, `name-${tries}`)).status)
    }
    expect(statuses.slice(0, 50).every((status) => status === 401)).toBe(true)
    expect(statuses.slice(50)).toEqual([429, 429])
    await sql`delete from rate_limits`
  })

  test('causes one entry a day in the activity log, with the count', async () => {
    const { callPage } = await thePublisher()
    await sql`delete from activity where action = 'signInFailed'`
    const first = await callPage('GET /admin/activity', {})
    const { send } = await aVisitor()
    // Fewer than each name is allowed, some of them at once.
    const names = Array.from({ length: 4 }, (_, n) => `nobody-${n}`)
    for (let tries = 0; tries < 5; tries++) for (const name of names) await guess(send, name)
    await Promise.all(names.flatMap((name) => [guess(send, name), guess(send, name)]))
    const { items, total } = await callPage('GET /admin/activity', { pageSize: 1 })
    expect(total).toBe(first.total + 1)
    expect(items).toMatchObject([{ who: null, action: 'signInFailed', count: 28 }])

    await sql`update activity set day = day - 1 where action = 'signInFailed'`
    await guess(send, 'nobody-0')
    const next = await callPage('GET /admin/activity', { pageSize: 2 })
    expect(next.total).toBe(total + 1)
    expect(next.items).toMatchObject([{ count: 1 }, { count: 28 }])
    await sql`delete from rate_limits`
  })

  test('causes an entry in the activity log without the typed values', async () => {
    await thePublisher()
    const { send } = await aVisitor()
    await guess(send, 'my-own-password-typed-as-a-name')
    expect(await actionsOf(null)).toContain('signInFailed')
    expect(JSON.stringify(await sql`select * from activity`)).not.toContain('my-own-password')
    await sql`delete from rate_limits`
  })
})

describe('a reader’s session', () => {
  test('gives no access to the admin, nor a publisher’s to an account', async () => {
    const { call: asReader, send, cookies } = await aReader()
    await expect(asReader('GET /admin/activity', {})).rejects.toMatchObject({ status: 401 })
    const session = cookies.get('__Host-session') ?? ''
    expect(session).not.toBe('')
    const answer = await send('/api/admin/activity', {
      headers: { Authorization: `Bearer ${session}` },
    })
    expect(answer.status).toBe(401)

    const { token, base } = await thePublisher()
    const asCookie = await fetch(`${base}/api/auth/user`, {
      headers: { Cookie: `__Host-session=${token}`, Authorization: `Bearer ${token}` },
    })
    expect(asCookie.status).toBe(401)
  })
})

describe('changing the configured sign-in', () => {
  test('ends every session, and the old password no longer works', async () => {
    const { call } = await thePublisher()
    const other = { username: 'ada', password: 'another one for the admin' }
    await syncOwner(other)
    await expect(call('GET /admin/activity', {})).rejects.toMatchObject({ status: 401 })
    const visitor = await aVisitor()
    await expect(visitor.call('POST /admin/login', publisherSignIn)).rejects.toMatchObject({
      status: 401,
    })
    expect(await visitor.call('POST /admin/login', other)).toMatchObject({ success: true })
    expect(await actionsOf('ada')).toContain('passwordChanged')
    await syncOwner(publisherSignIn)
  })

  test('does not end sessions when a restart has the same settings', async () => {
    const { call } = await thePublisher()
    await syncOwner(publisherSignIn)
    expect(await call('GET /admin/activity', {})).toBeInstanceOf(Array)
  })
})

describe('changing one’s own password', () => {
  const next = 'seven kites over the lagoon'

  test('needs the one before, ends the other sessions and is mailed', async () => {
    const { call, member, send: _ } = await theStaff('editor')
    const username = member.email ?? ''
    const password = 'four lamps on the veranda'
    const elsewhere = await aVisitor()
    const { token } = await elsewhere.call('POST /admin/login', { username, password })
    const other = withToken(elsewhere, token)
    await expect(
      call('POST /admin/account/password', { password: 'a wrong password', newPassword: next }),
    ).rejects.toMatchObject({ status: 400, fields: { password: ['This is not your password'] } })
    await call('POST /admin/account/password', { password, newPassword: next })
    expect(await call('GET /admin/account/sessions', {})).toHaveLength(1)
    await expect(other.call('GET /admin/account', {})).rejects.toMatchObject({ status: 401 })
    const visitor = await aVisitor()
    const again = await visitor.call('POST /admin/login', { username, password: next })
    expect(again).toMatchObject({ success: true })
    const [mail] = await sql`
      select recipient from mails where kind = 'staffPasswordChanged' and recipient = ${username}`
    expect(mail).toBeDefined()
  })

  test('as the owner holds at the next start, which makes none, and deletes the file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ascend-owner-'))
    const { call, username, password } = await anOwnerOfAFile(folder)
    await call('POST /admin/account/password', { password, newPassword: next })
    await expect(stat(firstPasswordFile(folder))).rejects.toThrow(/ENOENT/)
    expect(await syncOwnerAlone(username, folder)).toBeUndefined()
    await expect(stat(firstPasswordFile(folder))).rejects.toThrow(/ENOENT/)
    expect(await call('GET /admin/account', {})).toMatchObject({ role: 'owner' })
    const visitor = await aVisitor()
    const signIn = { username, password: next }
    expect(await visitor.call('POST /admin/login', signIn)).toMatchObject({ success: true })
    // A setting holds over it, and ends with itself.
    await syncOwner(publisherSignIn)
    expect(await syncOwnerAlone(username, folder)).toMatch(/-/)
    await syncOwner(publisherSignIn)
  })

  test('is not offered to the owner whose password is a setting', async () => {
    const address = await startApp({ ownerPassword: { isConfigured: true, forgetFirst: never } })
    const { call } = await thePublisher(address)
    expect(await call('GET /admin/account/password', {})).toEqual({ isConfigured: true })
    const { password } = publisherSignIn
    await expect(
      call('POST /admin/account/password', { password, newPassword: next }),
    ).rejects.toMatchObject({ status: 409 })
    const editor = await theStaff('editor', address)
    expect(await editor.call('GET /admin/account/password', {})).toEqual({ isConfigured: false })
  })

  const never = async () => {
    throw new Error('Nothing is to be forgotten')
  }

  async function anOwnerOfAFile(folder: string) {
    const password = (await syncOwnerAlone('publisher', folder)) ?? ''
    const forgetFirst = () => forgetFirstPassword(folder)
    const address = await startApp({ ownerPassword: { isConfigured: false, forgetFirst } })
    const visitor = await aVisitor(address)
    const { token } = await visitor.call('POST /admin/login', { username: 'publisher', password })
    return { ...withToken(visitor, token), username: 'publisher', password }
  }
})

describe('the password generated at the first start', () => {
  test('is strong, persistent and readable by its owner only', async () => {
    const folder = join(await mkdtemp(join(tmpdir(), 'ascend-first-')), 'data')
    const [made, beside] = await Promise.all([firstPassword(folder), firstPassword(folder)])
    expect(made).toMatch(/^([a-hjkmnp-z2-9]{5}-){3}[a-hjkmnp-z2-9]{5}$/)
    expect(beside).toBe(made)
    expect(await firstPassword(folder)).toBe(made)
    const file = join(folder, 'publisher-password')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readFile(file, 'utf8')).trim()).toBe(made)
  })

  test('gives an error with the remedy when its file is empty', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ascend-first-'))
    await writeFile(join(folder, 'publisher-password'), '')
    await expect(firstPassword(folder)).rejects.toThrow(/is empty. Delete it/)
  })
})
