import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { oidcProvider } from '#api/integrations/oidc.ts'
import { sql } from '#db/sql.ts'
import { aReader, aVisitor, startApp } from '#tests/people.ts'
import { anOidcProvider, aPerson } from '#tests/servers/sign-in-provider.ts'
import { findReaderByEmail } from './accounts.queries.ts'

type There = Awaited<ReturnType<typeof anOidcProvider>>

const notFinished = 'Signing in was not finished. Please try again.'
const unavailable = 'Signing in is not possible right now. Please try again in a moment.'
const stored = '__Host-sign_in'

let there: There
let base: string
beforeAll(async () => {
  there = await anOidcProvider()
  base = await startApp({ provider: oidcProvider(there.options) })
})
/** A browser that was sent to the provider, and where it was sent. */
async function someoneOnTheWay(returnTo = '/submit?story=1#form') {
  const visitor = await aVisitor(base)
  const response = await visitor.send(`/api/login?${new URLSearchParams({ returnTo })}`)
  expect(response.status).toBe(303)
  const address = response.headers.get('Location') as string
  const signInAs = async (person: There['next']['person'], at = address) => {
    there.next.person = person
    return there.signIn(at)
  }
  return { ...visitor, response, address, signInAs }
}

type Browser = Awaited<ReturnType<typeof aVisitor>>

/** Follows the provider's way back into our app. */
const comeBack = ({ send }: Pick<Browser, 'send'>, address: string, headers = {}) =>
  send(address.replace('https://ascend.example', ''), {
    headers: { 'Sec-Fetch-Site': 'cross-site', ...headers },
  })

/** The whole way, as somebody whom the provider knows. */
async function signInAs(person: There['next']['person'], returnTo?: string) {
  const visitor = await someoneOnTheWay(returnTo)
  const response = await comeBack(visitor, await visitor.signInAs(person))
  return { ...visitor, response }
}

async function expectNobody({ call, cookies }: Browser, response: Response, status = 400) {
  expect(response.status).toBe(status)
  expect(response.headers.get('Location')).toBeNull()
  expect(cookies.has('__Host-session')).toBe(false)
  await expect(call('GET /auth/user', {})).rejects.toMatchObject({ status: 401 })
}

describe('somebody who signs in at a provider', () => {
  test('is redirected with an unguessable state, nonce and challenge', async () => {
    const [one, other] = [await someoneOnTheWay(), await someoneOnTheWay()]
    const [first, second] = [one, other].map(({ address }) => new URL(address).searchParams)
    expect(Object.fromEntries(first ?? [])).toMatchObject({
      response_type: 'code',
      client_id: 'ascend',
      redirect_uri: 'https://ascend.example/api/auth/callback',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first?.get(name), name).toMatch(/^[\w-]{43}$/)
      expect(first?.get(name), name).not.toBe(second?.get(name))
    }
    expect(one.address).not.toContain('secret')
  })

  test('gets a cookie for ten minutes that is HttpOnly and for this host', async () => {
    const { response } = await someoneOnTheWay()
    const [line = '', ...others] = response.headers.getSetCookie()
    expect(others).toEqual([])
    expect(line).toMatch(
      /^__Host-sign_in=[\w-]+; path=\/; expires=.*; samesite=lax; secure; httponly$/,
    )
    const expires = Date.parse(/expires=([^;]*)/.exec(line)?.[1] ?? '')
    expect(Math.abs(expires - Date.now() - 600_000)).toBeLessThan(10_000)
  })

  test('returns signed in to the former page, and is a reader with a welcome mail', async () => {
    const person = aPerson()
    const { response, call, cookies } = await signInAs(person)
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('/submit?story=1#form')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect([...cookies.keys()].sort()).toEqual(['__Host-session', 'signed_in', 'visitor'])
    expect(await call('GET /auth/user', {})).toEqual({
      id: expect.any(String),
      email: person.email,
      firstName: 'Ibinabo',
      lastName: 'Okoro-Hart',
      profileImageUrl: null,
    })
    const welcomes = await sql`
      select data from mails where kind = 'welcome' and recipient = ${person.email as string}`
    expect(welcomes).toEqual([{ data: { firstName: 'Ibinabo' } }])
  })

  test('is the same reader next time, also after a change of the e-mail', async () => {
    const person = aPerson()
    const before = await (await signInAs(person)).call('GET /auth/user', {})
    const changed = { ...person, email: `new-${person.sub}@provider.example` }
    expect(await (await signInAs(changed)).call('GET /auth/user', {})).toEqual(before)
    const unverified = { ...changed, email_verified: false }
    expect(await (await signInAs(unverified)).call('GET /auth/user', {})).toEqual(before)
    expect(await findReaderByEmail(changed.email)).toBeUndefined()
  })

  test('ends the former session of this browser', async () => {
    const visitor = await someoneOnTheWay()
    const mine = await aReader(base)
    const before = mine.cookies.get('__Host-session') as string
    visitor.cookies.set('__Host-session', before)
    await comeBack(visitor, await visitor.signInAs(aPerson()))
    expect(visitor.cookies.get('__Host-session')).not.toBe(before)
    await expect(mine.call('GET /auth/user', {})).rejects.toMatchObject({ status: 401 })
  })

  test('may have any name, and none', async () => {
    const odd = { given_name: `  \u0000Ada\n${'a'.repeat(300)}`, family_name: '' }
    const { call } = await signInAs(aPerson(odd))
    const reader = await call('GET /auth/user', {})
    expect(reader.firstName).toMatch(/^Ada a{96}$/)
    expect(reader.lastName).toBeNull()
    const bare = aPerson()
    delete bare.given_name
    delete bare.family_name
    const nameless = await signInAs(bare)
    expect(await nameless.call('GET /auth/user', {})).toMatchObject({ firstName: null })
  })

  test('is one reader when two tabs return at the same moment', async () => {
    const person = aPerson()
    const tabs = await Promise.all([someoneOnTheWay(), someoneOnTheWay(), someoneOnTheWay()])
    const ways: string[] = []
    for (const tab of tabs) ways.push(await tab.signInAs(person))
    const answers = await Promise.all(tabs.map((tab, n) => comeBack(tab, ways[n] ?? '')))
    for (const { status } of answers) expect([303, 400]).toContain(status)
    expect(answers.some(({ status }) => status === 303)).toBe(true)
    expect(await sql`select 1 from readers where email = ${person.email as string}`).toHaveLength(1)
  })
})

describe('an account made by password', () => {
  test('passes to the owner of the e-mail confirmed by the provider, and its password stops working', async () => {
    const { reader, email, password, call } = await aReader(base)
    const visitor = await signInAs(aPerson({ email: email.toUpperCase() }))
    expect(await visitor.call('GET /auth/user', {})).toEqual(reader)
    await expect(call('GET /auth/user', {})).rejects.toMatchObject({ status: 401 })
    await expect(
      (await aVisitor(base)).call('POST /auth/sign-in', { email, password }),
    ).rejects.toMatchObject({ status: 401 })
    await visitor.call('GET /auth/user', {})
  })

  test('does not pass to somebody with an unconfirmed e-mail', async () => {
    const { email, password, call } = await aReader(base)
    for (const email_verified of [false, undefined, 'true' as unknown as boolean]) {
      const visitor = await someoneOnTheWay()
      const person = aPerson({ email })
      if (email_verified === undefined) delete person.email_verified
      else person.email_verified = email_verified
      const response = await comeBack(visitor, await visitor.signInAs(person))
      await expectNobody(visitor, response, 403)
    }
    await call('GET /auth/user', {})
    await call('POST /auth/sign-in', { email, password })
  })
})

describe('somebody without a confirmed e-mail', () => {
  test.each([
    { email_verified: false },
    { email: '' },
    { email: 'not an address' },
    { email: `a@b.example\r\nBcc: c@d.example` },
  ])('is told to confirm it there, and is no reader (%j)', async (fields) => {
    const person = aPerson(fields)
    const visitor = await someoneOnTheWay()
    const response = await comeBack(visitor, await visitor.signInAs(person))
    expect((await response.clone().json()).message).toBe(
      'Your sign-in provider has not confirmed your e-mail address yet. Confirm it there, then try again.',
    )
    await expectNobody(visitor, response, 403)
    expect(await findReaderByEmail(person.email as string)).toBeUndefined()
  })
})

describe('nobody is signed in', () => {
  const refused = async (visitor: Browser, address: string) => {
    const response = await comeBack(visitor, address)
    expect((await response.clone().json()).message).toBe(notFinished)
    await expectNobody(visitor, response)
  }
  const changed = (address: string, parameters: Record<string, string | undefined>) => {
    const url = new URL(address)
    for (const [name, value] of Object.entries(parameters)) {
      if (value === undefined) url.searchParams.delete(name)
      else url.searchParams.set(name, value)
    }
    return url.href
  }

  test('by the wrong state, or none', async () => {
    for (const state of ['x'.repeat(43), '', undefined]) {
      const visitor = await someoneOnTheWay()
      await refused(visitor, changed(await visitor.signInAs(aPerson()), { state }))
    }
  })

  test('by a code that is made up, or none, or another provider’s', async () => {
    for (const wrong of [
      { code: 'made-up' },
      { code: undefined },
      { iss: 'https://evil.example' },
    ]) {
      const visitor = await someoneOnTheWay()
      await refused(visitor, changed(await visitor.signInAs(aPerson()), wrong))
    }
  })

  test('by an address that was used before, even with the cookie of then', async () => {
    const visitor = await someoneOnTheWay()
    const cookie = visitor.cookies.get(stored) as string
    const back = await visitor.signInAs(aPerson())
    expect((await comeBack(visitor, back)).status).toBe(303)
    expect(visitor.cookies.has(stored)).toBe(false)
    const later = await aVisitor(base)
    await refused(later, back)
    later.cookies.set(stored, cookie)
    await refused(later, back)
  })

  test('in another browser than the one that began', async () => {
    const visitor = await someoneOnTheWay()
    const back = await visitor.signInAs(aPerson())
    await refused(await aVisitor(base), back)
    // Somebody else's way back, slipped to one who is on the way: they would be signed in as the other.
    const victim = await someoneOnTheWay()
    await refused(victim, back)
  })

  test('by somebody else’s code with the right state', async () => {
    const attacker = await someoneOnTheWay()
    const code = new URL(await attacker.signInAs(aPerson())).searchParams.get('code') ?? ''
    const victim = await someoneOnTheWay()
    await refused(victim, changed(await victim.signInAs(aPerson()), { code }))
  })

  test('by a response with another nonce', async () => {
    const visitor = await someoneOnTheWay()
    const address = changed(visitor.address, { nonce: 'x'.repeat(43) })
    await refused(visitor, await visitor.signInAs(aPerson(), address))
  })

  test('when they cancelled at the provider', async () => {
    const visitor = await someoneOnTheWay()
    const back = await visitor.signInAs(undefined)
    expect(new URL(back).searchParams.get('error')).toBe('access_denied')
    await refused(visitor, back)
  })

  test.each(['', 'e30', 'bnVsbA', '%00', 'x'.repeat(3_000), '{"secret":"{}"}'])(
    'by a cookie that says %j',
    async (cookie) => {
      const visitor = await someoneOnTheWay()
      const back = await visitor.signInAs(aPerson())
      visitor.cookies.set(stored, cookie)
      await refused(visitor, back)
    },
  )

  test('and a browser shows why on a page, with a way back to the start', async () => {
    const visitor = await aVisitor(base)
    const headers = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
    const response = await visitor.send('/api/auth/callback?code=x&state=y', { headers })
    expect(response.status).toBe(400)
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const page = await response.text()
    expect(page).toContain(`<h1>${notFinished}</h1>`)
    expect(page).toContain('<a href="/">')
    expect(page).toContain(response.headers.get('X-Request-Id'))
    expect(page).not.toContain('refresh')
  })
})

describe('a service without a provider', () => {
  test('leads to its own sign-in page and accepts no callback', async () => {
    const { send } = await aVisitor()
    const response = await send('/api/login?returnTo=/submit')
    expect([response.status, response.headers.get('Location')]).toEqual([
      303,
      '/sign-in?returnTo=%2Fsubmit',
    ])
    expect((await send('/api/auth/callback?code=x')).status).toBe(404)
  })
})

describe('a provider that is down', () => {
  const aPort = async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    return port
  }
  const options = {
    clientId: 'ascend',
    clientSecret: 'x',
    callback: 'https://ascend.example/api/auth/callback',
  }

  test('is reported to the reader, and the log says why', async () => {
    const lines: Record<string, unknown>[] = []
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line)) })
    const issuer = `http://127.0.0.1:${await aPort()}`
    const provider = oidcProvider({ ...options, issuer })
    const { send } = await aVisitor(await startApp({ provider, log }))
    const response = await send('/api/login')
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toMatch(/^\d+$/)
    expect(await response.json()).toEqual({ message: unavailable, requestId: expect.any(String) })
    expect(lines).toMatchObject([{ level: 40, requestId: response.headers.get('X-Request-Id') }])
    const page = await send('/api/login', { headers: { Accept: 'text/html' } })
    expect(page.status).toBe(503)
    expect(await page.text()).toContain(`<h1>${unavailable}</h1>`)
  })

  test('does not keep local readers out', async () => {
    const issuer = `http://127.0.0.1:${await aPort()}`
    const app = await startApp({ provider: oidcProvider({ ...options, issuer }) })
    const { email, password } = await aReader(app)
    const { call } = await aVisitor(app)
    expect(await call('POST /auth/sign-in', { email, password })).toMatchObject({ email })
  })

  test('is asked again, and works when it is back', async () => {
    const port = await aPort()
    const issuer = `http://127.0.0.1:${port}`
    const app = await startApp({ provider: oidcProvider({ ...there.options, issuer }) })
    const { send, call, base: own } = await aVisitor(app)
    expect((await send('/api/login')).status).toBe(503)
    const back = await anOidcProvider({ port })
    const response = await send('/api/login')
    expect(response.status).toBe(303)
    const address = await back.signIn(response.headers.get('Location') as string)
    expect((await comeBack({ send }, address)).status).toBe(303)
    expect(await call('GET /auth/user', {})).toMatchObject({ firstName: 'Ibinabo' })
    // Down again while somebody is there.
    const late = await aVisitor(own)
    const left = await late.send('/api/login')
    const way = await back.signIn(left.headers.get('Location') as string)
    await back.stop()
    await expectNobody(late, await comeBack(late, way))
  })

  test('and does not even say so keeps nobody waiting for ever', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const provider = oidcProvider({ ...options, issuer, timeoutSeconds: 0.3 })
    const { send } = await aVisitor(await startApp({ provider }))
    expect((await send('/api/login')).status).toBe(503)
    silent.closeAllConnections()
    silent.close()
  })

  test('or is another one than was configured signs nobody in', async () => {
    const wrongSecret = oidcProvider({ ...there.options, clientSecret: randomUUID() })
    const visitor = await aVisitor(await startApp({ provider: wrongSecret }))
    const response = await visitor.send('/api/login')
    there.next.person = aPerson()
    const way = await there.signIn(response.headers.get('Location') as string)
    await expectNobody(visitor, await comeBack(visitor, way))
  })
})
