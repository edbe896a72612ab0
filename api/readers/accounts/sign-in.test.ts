import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { verifyInThread } from '#api/http/secrets/hash-in-thread.ts'
import { hashPassword } from '#api/http/secrets/passwords.ts'
import { outsideTransaction, sql, transaction } from '#db/sql.ts'
import { asJson } from '#tests/magazine/posts.ts'
import { aReader, aVisitor } from '#tests/people.ts'
import { findReaderByEmail, insertReader, setPassword } from './accounts.queries.ts'
import { endAllSessions } from './sessions.ts'

// The real one, watched: how often the slow work is done, and how slow it is, for whoever has registered too.
vi.mock('#api/http/secrets/hash-in-thread.ts', async (original) => {
  const real = await original<typeof import('#api/http/secrets/hash-in-thread.ts')>()
  return { ...real, verifyInThread: vi.fn(real.verifyInThread) }
})

const doNotMatch = 'That e-mail and password do not match. Check both, or reset your password.'
const anAddress = () => `simi-${randomUUID()}@readers.example`

/** Somebody who signs in through a provider alone. */
async function aReaderWithoutPassword() {
  const email = anAddress()
  await insertReader({ email, firstName: 'Simi', lastName: null, passwordHash: null })
  return email
}

async function signIn(email: string, password: string) {
  const visitor = await aVisitor()
  const response = await visitor.send('/api/auth/sign-in', asJson({ email, password }))
  return { ...visitor, response, body: await response.json() }
}

describe('a reader who comes back', () => {
  test('is signed in by e-mail and password, however the e-mail is spelled', async () => {
    const { reader, email, password } = await aReader()
    for (const spelling of [email, email.toUpperCase(), ` ${email} `]) {
      const { response, body, cookies, call } = await signIn(spelling, password)
      expect(response.status).toBe(200)
      expect(body).toEqual(reader)
      expect([...cookies.keys()].sort()).toEqual(['__Host-session', 'signed_in', 'visitor'])
      expect(await call('GET /auth/user', {})).toEqual(reader)
    }
  })

  test('may type tone marks on another keyboard than before', async () => {
    const email = anAddress()
    const { call } = await aVisitor()
    const password = 'ọ̀gbẹ́ni àgbà'
    await call('POST /auth/register', {
      firstName: 'Simi',
      lastName: 'Odu-Bello',
      email,
      password: password.normalize('NFD'),
    })
    expect((await signIn(email, password.normalize('NFC'))).response.status).toBe(200)
  })

  test('stays signed in on the other device', async () => {
    const { email, password, call } = await aReader()
    const { call: elsewhere } = await signIn(email, password)
    expect(await call('GET /auth/user', {})).toEqual(await elsewhere('GET /auth/user', {}))
  })
})

describe('somebody who cannot sign in', () => {
  test('never learns whether the e-mail is registered', async () => {
    const { email } = await aReader()
    const withoutPassword = await aReaderWithoutPassword()
    const answers = []
    for (const tried of [email, anAddress(), withoutPassword]) {
      const { response, body } = await signIn(tried, 'not the password')
      const { requestId, ...output } = body
      expect(requestId).toBe(response.headers.get('X-Request-Id'))
      const headers = [...response.headers.keys()].filter((name) => name !== 'date')
      answers.push({ status: response.status, said: output, headers })
    }
    expect(answers[0]).toMatchObject({ status: 401, said: { message: doNotMatch } })
    expect(answers[0]?.headers).not.toContain('set-cookie')
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  test('costs the same work, whoever it is', async () => {
    const { email } = await aReader()
    for (const tried of [email, anAddress(), await aReaderWithoutPassword()]) {
      vi.mocked(verifyInThread).mockClear()
      await signIn(tried, 'not the password')
      const checked = vi
        .mocked(verifyInThread)
        .mock.calls.map(([stored]) => String(stored).slice(0, 31))
      expect(checked).toEqual(['$argon2id$v=19$m=19456,t=2,p=1$'])
    }
  })

  test.each([
    [{}, ['email', 'password']],
    [{ email: 'a@b.example' }, ['password']],
    [{ email: 'a@b.example', password: '' }, ['password']],
    [{ email: 'a@b.example', password: ['x'] }, ['password']],
    [{ email: { toString: 'x' }, password: 'x' }, ['email']],
    [{ email: 'a@b.example', password: 'x'.repeat(201) }, ['password']],
  ])('gets an error for the missing fields of %j', async (body, fields) => {
    const { send } = await aVisitor()
    const response = await send('/api/auth/sign-in', asJson(body))
    expect(response.status).toBe(400)
    expect(Object.keys((await response.json()).errors).sort()).toEqual(fields)
  })

  test('is asked for JSON or a form, not for anything else', async () => {
    const { send } = await aVisitor()
    const body = JSON.stringify({ email: anAddress(), password: 'x' })
    for (const type of ['text/plain', 'application/xml']) {
      const headers = { 'Content-Type': type }
      const response = await send('/api/auth/sign-in', { method: 'POST', headers, body })
      expect(response.status, type).toBe(415)
    }
  })
})

describe('a sign-in while the password is being changed', () => {
  test('with the old one leaves nobody signed in', async () => {
    const { email, password } = await aReader()
    const { id } = (await findReaderByEmail(email)) ?? {}
    const passwordHash = await hashPassword('the new ten letters', { network: 'here' })
    const signedIn = await transaction(async () => {
      await setPassword(id as string, passwordHash)
      await endAllSessions(id as string)
      const answer = outsideTransaction(() => signIn(email, password))
      // Either it is answered now, or it waits for the change to be through.
      await Promise.race([answer, outsideTransaction(someoneWaits)])
      return { answer }
    })
    expect((await signedIn.answer).response.status).toBe(401)
    expect(await sql`select 1 from sessions where user_id = ${id as string}`).toHaveLength(0)
    expect((await signIn(email, 'the new ten letters')).response.status).toBe(200)
  })
})

/** Resolves when a statement waits for another one's lock. */
async function someoneWaits() {
  await vi.waitFor(async () => {
    const waiting = await sql`
      select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    if (waiting.length === 0) throw new Error('Nobody waits')
  }, 10_000)
}
