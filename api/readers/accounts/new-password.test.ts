import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sql, transaction } from '#db/sql.ts'
import { asJson } from '#tests/magazine/posts.ts'
import { aReader, aVisitor } from '#tests/people.ts'
import { deleteExpired, insertReset, takeReset } from './accounts.queries.ts'

const expired = 'This link has been used or has expired. Please ask for a new one.'
const fresh = 'twelve drums, one road'

async function reset(body: unknown) {
  const { send } = await aVisitor()
  const response = await send('/api/auth/reset', asJson(body))
  return { response, status: response.status, body: await response.json() }
}

async function statusOfSignIn(email: string, password: string) {
  const { send } = await aVisitor()
  return (await send('/api/auth/sign-in', asJson({ email, password }))).status
}

const minutesLater = (token: string, minutes: number) => sql`
  update password_resets set expires_at = expires_at - make_interval(mins => ${minutes})
  where token_hash = ${createHash('sha256').update(token).digest('hex')}`

describe('somebody who forgot the password', () => {
  test('gets the same response whether the e-mail is registered or not', async () => {
    const { email } = await aReader()
    const unknown = `anonymous-${randomUUID()}@readers.example`
    const { send } = await aVisitor()
    const heard = []
    for (const asked of [email, email.toUpperCase(), unknown]) {
      const response = await send('/api/auth/forgot', asJson({ email: asked }))
      const headers = [...response.headers.keys()].filter((name) => name !== 'date')
      heard.push([response.status, await response.text(), headers])
    }
    expect(heard[0]).toMatchObject([202, '{"status":"ok"}', expect.any(Array)])
    expect(heard[1]).toEqual(heard[0])
    expect(heard[2]).toEqual(heard[0])
    // The same work, too: who it is is looked up when the mail is written.
    const queued = await sql`
      select kind, data, recipient = ${email} as is_known from mails
      where kind = 'reset' and recipient in (${email}, ${unknown}) order by created_at`
    expect(queued).toEqual([
      { kind: 'reset', data: {}, isKnown: true },
      { kind: 'reset', data: {}, isKnown: true },
      { kind: 'reset', data: {}, isKnown: false },
    ])
  })

  test('keeps the old password, and the sessions, until a new one is set', async () => {
    const { email, password, call } = await aReader()
    await call('POST /auth/forgot', { email })
    expect(await statusOfSignIn(email, password)).toBe(200)
    await call('GET /auth/user', {})
  })

  test('gets an error for an invalid e-mail address', async () => {
    const { call } = await aVisitor()
    await expect(call('POST /auth/forgot', { email: 'simi' })).rejects.toMatchObject({
      status: 400,
      fields: { email: ['Please enter a valid email address'] },
    })
  })
})

describe('the link to a new password', () => {
  test('works once', async () => {
    const { reader, email, password } = await aReader()
    const token = await insertReset(reader.id)
    const first = await reset({ token, password: fresh })
    expect([first.status, first.body]).toEqual([200, { status: 'ok' }])
    expect(first.response.headers.getSetCookie()).toEqual([])
    expect(await statusOfSignIn(email, password)).toBe(401)
    expect(await statusOfSignIn(email, fresh)).toBe(200)
    const second = await reset({ token, password: 'somebody else entirely' })
    expect([second.status, second.body.message]).toEqual([400, expired])
    expect(await statusOfSignIn(email, fresh)).toBe(200)
  })

  test('works once for ten simultaneous requests', async () => {
    const { reader, email } = await aReader()
    const token = await insertReset(reader.id)
    const tries = Array.from({ length: 10 }, (_, n) => `password number ${n}`)
    const answers = await Promise.all(tries.map((password) => reset({ token, password })))
    const done = tries.filter((_, n) => answers[n]?.status === 200)
    expect(done).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]))
    expect(await statusOfSignIn(email, done[0] as string)).toBe(200)
  })

  test('invalidates all others of the same reader, also used at the same moment', async () => {
    const { reader } = await aReader()
    const other = await aReader()
    const [tokens, others] = [
      await Promise.all(Array.from({ length: 6 }, () => insertReset(reader.id))),
      await insertReset(other.reader.id),
    ]
    const answers = await Promise.all(tokens.map((token) => reset({ token, password: fresh })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(400)])
    expect(await sql`select 1 from password_resets where reader_id = ${reader.id}`).toEqual([])
    expect((await reset({ token: others, password: fresh })).status).toBe(200)
  })

  test('does not block another one that is used at the same moment', async () => {
    const { reader } = await aReader()
    for (let round = 0; round < 10; round++) {
      const tokens = await Promise.all(Array.from({ length: 6 }, () => insertReset(reader.id)))
      // The slow work before it is left out, so that they truly meet.
      const taken = await Promise.all(tokens.map((token) => transaction(() => takeReset(token))))
      expect(taken.filter(Boolean)).toHaveLength(1)
    }
  })

  test('works for half an hour', async () => {
    const { reader, email, password } = await aReader()
    const token = await insertReset(reader.id)
    await minutesLater(token, 31)
    const { status, body } = await reset({ token, password: fresh })
    expect([status, body.message]).toEqual([400, expired])
    expect(await statusOfSignIn(email, password)).toBe(200)
    const inTime = await insertReset(reader.id)
    await minutesLater(inTime, 29)
    expect((await reset({ token: inTime, password: fresh })).status).toBe(200)
  })

  test('signs the reader out on every device, and nobody else', async () => {
    const mine = await aReader()
    const phone = await aVisitor()
    await phone.call('POST /auth/sign-in', { email: mine.email, password: mine.password })
    const other = await aReader()
    await reset({ token: await insertReset(mine.reader.id), password: fresh })
    for (const { call } of [mine, phone]) {
      await expect(call('GET /auth/user', {})).rejects.toMatchObject({ status: 401 })
    }
    await other.call('GET /auth/user', {})
  })

  test('unlocks an account after ten wrong passwords', async () => {
    const { reader, email, password } = await aReader()
    for (let guess = 0; guess < 10; guess++) await statusOfSignIn(email, `wrong guess ${guess}`)
    expect(await statusOfSignIn(email, password)).toBe(429)
    await reset({ token: await insertReset(reader.id), password: fresh })
    expect(await statusOfSignIn(email, fresh)).toBe(200)
  })

  test('still works after a password that was too short', async () => {
    const { reader, email } = await aReader()
    const token = await insertReset(reader.id)
    const { status, body } = await reset({ token, password: 'nine.sign' })
    expect(status).toBe(400)
    expect(body.errors).toEqual({ password: ['Password must be at least 10 characters'] })
    expect((await reset({ token, password: fresh })).status).toBe(200)
    expect(await statusOfSignIn(email, fresh)).toBe(200)
  })

  test('is stored as a hash and cannot be forged', async () => {
    const { reader } = await aReader()
    const token = await insertReset(reader.id)
    expect(token).toMatch(/^[\w-]{43}$/)
    const [row] = await sql<{ all: string }[]>`
      select string_agg(p::text, ' ') as all from password_resets p where reader_id = ${reader.id}`
    expect(row?.all).not.toContain(token)
    const hash = createHash('sha256').update(token).digest('hex')
    for (const made of [hash, token.toLowerCase(), `${token} `, token.slice(1), randomUUID()]) {
      const { status, body } = await reset({ token: made, password: fresh })
      expect([status, body.message], made).toEqual([400, expired])
    }
    for (const made of ['', undefined, ['x'], 'x'.repeat(201), 'a\u0000b']) {
      expect((await reset({ token: made, password: fresh })).status).toBe(400)
    }
  })

  test('is deleted when it has expired', async () => {
    const { reader } = await aReader()
    const [over, works] = [await insertReset(reader.id), await insertReset(reader.id)]
    await minutesLater(over, 31)
    await deleteExpired()
    expect(await sql`select 1 from password_resets where reader_id = ${reader.id}`).toHaveLength(1)
    expect((await reset({ token: works, password: fresh })).status).toBe(200)
  })
})
