import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { asJson } from '#tests/magazine/posts.ts'
import { aReader, aStory, aVisitor } from '#tests/people.ts'

const anAddress = () => `simi-${randomUUID()}@readers.example`
const simi = {
  firstName: 'Simi',
  lastName: 'Odu-Bello',
  password: 'nine yams, one pot',
}
const isTaken =
  'We could not create this account. If you already have one, sign in or reset your password.'

/** Posts as somebody new; the answer, its body and the browser it came to. */
async function register(body: unknown) {
  const visitor = await aVisitor()
  const response = await visitor.send('/api/auth/register', asJson(body))
  return { ...visitor, response, body: await response.json() }
}

test('a visitor gets 401 and the message of the specification', async () => {
  const { call, send } = await aVisitor()
  await expect(call('GET /auth/user', {})).rejects.toMatchObject({
    status: 401,
    sentence: 'Unauthorized',
    message: expect.stringMatching(/^401: .*Unauthorized/),
  })
  const response = await send('/api/auth/user')
  const body = await response.json()
  expect(body).toEqual({ message: 'Unauthorized', requestId: expect.any(String) })
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(response.headers.getSetCookie()).toEqual([])
})

describe('somebody who creates an account', () => {
  test('is signed in at once and gets only their own profile', async () => {
    const email = anAddress()
    const { response, body, cookies, call } = await register({ ...simi, email })
    expect(response.status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email,
      firstName: 'Simi',
      lastName: 'Odu-Bello',
      profileImageUrl: null,
    })
    expect([...cookies.keys()].sort()).toEqual(['__Host-session', 'signed_in', 'visitor'])
    expect(await call('GET /auth/user', {})).toEqual(body)
  })

  test('is one reader in any spelling of the e-mail address', async () => {
    const email = anAddress()
    const { body } = await register({ ...simi, email: `  ${email.toUpperCase()} ` })
    expect(body.email).toBe(email)
    for (const spelling of [email, email.toUpperCase(), ` ${email}`, email.replace('s', 'S')]) {
      const again = await register({ ...simi, email: spelling, password: 'another ten letters' })
      expect(again.response.status).toBe(409)
      expect(again.body).toEqual({ message: isTaken, requestId: expect.any(String) })
      expect(again.response.headers.getSetCookie()).toEqual([])
    }
  })

  test('gets no account when the welcome cannot be queued', async () => {
    const email = anAddress()
    await sql`alter table mails rename to elsewhere`
    const { response, body } = await register({ ...simi, email }).finally(
      () => sql`alter table elsewhere rename to mails`,
    )
    expect(response.status).toBe(500)
    expect(Object.keys(body)).toEqual(['message', 'requestId'])
    expect(JSON.stringify(body)).not.toMatch(/mails|relation|insert/)
    expect(await sql`select 1 from readers where email = ${email}`).toHaveLength(0)
    expect((await register({ ...simi, email })).response.status).toBe(201)
  })

  test('may use any ten characters as a password, with spaces at the ends', async () => {
    for (const password of ['1234567890', '   ten    ', 'ọ̀gbẹ́ni àgbà', 'x'.repeat(200)]) {
      const email = anAddress()
      expect((await register({ ...simi, email, password })).response.status).toBe(201)
      const { call } = await aVisitor()
      expect(await call('POST /auth/sign-in', { email, password })).toMatchObject({ email })
    }
  })

  test.each([
    ['password', 'nine.sign', 'Password must be at least 10 characters'],
    ['password', '', 'Password must be at least 10 characters'],
    ['password', undefined, 'Password must be at least 10 characters'],
    ['password', 'x'.repeat(201), 'Password must be at most 200 characters'],
    ['password', ['1234567890'], 'Password must be at least 10 characters'],
    ['password', { length: 10 }, 'Password must be at least 10 characters'],
    ['firstName', '   ', 'Please enter your first name'],
    ['lastName', undefined, 'Please enter your last name'],
    ['firstName', 'x'.repeat(101), 'Names have at most 100 characters'],
    ['email', 'simi', 'Please enter a valid email address'],
    ['email', 'simi@@readers.example', 'Please enter a valid email address'],
    ['email', 'a@b.example\r\nBcc: c@d.example', 'Please enter a valid email address'],
    ['email', `${'x'.repeat(250)}@b.example`, 'Please enter a valid email address'],
    ['email', ['a@b.example', 'c@d.example'], 'Please enter a valid email address'],
  ])('gets an error for the %s %j', async (field, value, message) => {
    const { response, body } = await register({ ...simi, email: anAddress(), [field]: value })
    expect(response.status).toBe(400)
    expect(body).toEqual({
      message: 'Please check what you sent and try again.',
      errors: { [field]: [message] },
      requestId: expect.any(String),
    })
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('cannot set other fields of the account', async () => {
    const id = randomUUID()
    const { body } = await register({
      ...simi,
      email: anAddress(),
      id,
      profileImageUrl: 'https://evil.example/x.png',
      passwordHash: 'x',
      providerSubject: 'somebody else',
      isPublisher: true,
      __proto__: { firstName: 'Polluted' },
      constructor: { prototype: { isPublisher: true } },
    })
    expect(body.id).not.toBe(id)
    expect(body).toMatchObject({ firstName: 'Simi', profileImageUrl: null })
    const [row] =
      await sql`select password_hash, provider_subject from readers where id = ${body.id}`
    expect(row).toEqual({
      passwordHash: expect.stringMatching(/^\$argon2id\$/),
      providerSubject: null,
    })
    expect({}).not.toHaveProperty('isPublisher')
  })
})

describe('the profile of the signed-in reader', () => {
  test('is cached nowhere and does not change the responses of others', async () => {
    const { id } = await aStory()
    const { send } = await aReader()
    const visitor = await aVisitor()
    for (const path of ['/api/auth/user', '/api/account', '/api/account/export']) {
      const response = await send(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('Cache-Control'), path).toBe('private, no-store')
      expect(response.headers.get('ETag'), path).toBeNull()
    }
    // What is the same for everybody stays so, byte for byte.
    for (const path of [`/api/stories/${id}`, '/api/stories', '/api/books']) {
      const [mine, theirs] = [await send(path), await visitor.send(path)]
      expect(mine.headers.get('ETag'), path).toBe(theirs.headers.get('ETag'))
      expect(mine.headers.getSetCookie(), path).toEqual([])
      expect(await mine.text(), path).toBe(await theirs.text())
    }
  })

  test('is an error while the database is unavailable', async () => {
    const { send } = await aReader()
    await sql`alter table sessions rename to elsewhere`
    const response = await send('/api/auth/user').finally(
      () => sql`alter table elsewhere rename to sessions`,
    )
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({
      message: 'Something went wrong on our side. Please try again.',
      requestId: response.headers.get('X-Request-Id'),
    })
    expect((await send('/api/auth/user')).status).toBe(200)
  })
})
