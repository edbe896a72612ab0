import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { RenderedPage } from '#api/pages/building/astro-adapter.ts'
import type { LoadedSite } from '#api/pages/building/release-loader.ts'
import { insertReset } from '#api/readers/accounts/accounts.queries.ts'
import { upload } from '#contract/form-limits.ts'
import type { FormState } from '#contract/form-state.ts'
import { asForm, asJson } from '#tests/magazine/posts.ts'
import { aReader, aVisitor, startApp } from '#tests/people.ts'
import { fillIn } from './read-input.ts'

const doNotMatch = 'That e-mail and password do not match. Check both, or reset your password.'
const anAddress = () => `simi-${randomUUID()}@readers.example`
const simi = { firstName: 'Simi', lastName: 'Odu-Bello', password: 'nine yams, one pot' }

interface Shown {
  url: string
  locals: { form?: FormState; call?: unknown }
}

/** An app with a site that shows every page that it is asked for, and keeps what it was asked. */
async function anAppWithPages(
  page: () => Partial<RenderedPage> | undefined = () => ({}),
  log = pino({ level: 'silent' }),
) {
  const shown: Shown[] = []
  const site: LoadedSite = {
    madeFrom: { siteId: '', version: 0 },
    id: 'one',
    files: new Map(),
    render: async (url, locals) => {
      shown.push({ url, locals })
      const made = page()
      const headers = { 'content-type': 'text/html; charset=utf-8' }
      return made && { status: 200, headers, body: Buffer.from('<h1>Sign in</h1>'), ...made }
    },
  }
  return { base: await startApp({ site: () => site, log }), shown }
}

describe('the address of a form', () => {
  test.each([
    [
      '/sign-in?returnTo={returnTo}',
      { returnTo: '/a?b=c&d' },
      '/sign-in?returnTo=%2Fa%3Fb%3Dc%26d',
    ],
    ['/submit?story={id}', { id: 'x y/z' }, '/submit?story=x%20y%2Fz'],
    ['/submit?story={id}', {}, '/submit?story='],
    ['/submit?story={id}', { id: null }, '/submit?story='],
    ['/x?a={a}&b={b}', { a: '{b}', b: 2 }, '/x?a=%7Bb%7D&b=2'],
    ['/x?a={a}', { a: '"><script>' }, '/x?a=%22%3E%3Cscript%3E'],
    ['/x?a={a}', { a: '\r\nSet-Cookie: b=c' }, '/x?a=%0D%0ASet-Cookie%3A%20b%3Dc'],
    ['{returnTo}', { returnTo: '/books?page=2#list' }, '/books?page=2#list'],
    ['/account', { returnTo: '/x' }, '/account'],
  ])('%s with %j is %s', (address, fields, filled) => {
    expect(fillIn(address, fields)).toBe(filled)
  })
})

describe('a form posted without script', () => {
  test('with a picture that is too large comes back with everything that was typed', async () => {
    const { base, shown } = await anAppWithPages()
    const { send } = await aReader(base)
    const body = new FormData()
    body.set('title', 'How our street got its light back')
    body.set('content', 'The transformer died on a Sunday.')
    body.set('terms', 'on')
    body.set('file', new Blob([new Uint8Array(upload.bytes + 1)]), 'light.jpg')
    const response = await send('/api/stories', { method: 'POST', body })
    expect(response.status).toBe(413)
    expect(response.headers.get('Content-Type')).toContain('text/html')
    expect(shown[0]?.url).toMatch(/^\/submit/)
    expect(shown[0]?.locals.form).toMatchObject({
      status: 413,
      sentence: 'The file is larger than 10 MB. Please choose a smaller one.',
      values: {
        title: 'How our street got its light back',
        content: 'The transformer died on a Sunday.',
        terms: 'on',
      },
    })
  })

  test('signs a reader in and leads back to where they were', async () => {
    const { reader, email, password } = await aReader()
    const { send, call, cookies } = await aVisitor()
    const fields = { email: ` ${email.toUpperCase()}`, password, returnTo: '/submit?story=1' }
    const response = await send('/api/auth/sign-in', asForm(fields))
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/submit?story=1'])
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await response.text()).not.toContain(reader.id)
    expect([...cookies.keys()].sort()).toEqual(['__Host-session', 'signed_in', 'visitor'])
    expect(await call('GET /auth/user', {})).toEqual(reader)
  })

  test('leads to the front page when it names no address to return to', async () => {
    const { email, password } = await aReader()
    const { send } = await aVisitor()
    for (const fields of [
      { email, password },
      { email, password, returnTo: '' },
    ]) {
      const response = await send('/api/auth/sign-in', asForm(fields))
      expect([response.status, response.headers.get('Location')]).toEqual([303, '/'])
    }
  })

  test('creates an account, requests a link, sets a password, and redirects each time', async () => {
    const { send, call } = await aVisitor()
    const email = anAddress()
    const lead = async (path: string, fields: Record<string, string>) => {
      const response = await send(`/api/auth/${path}`, asForm(fields))
      return [response.status, response.headers.get('Location')]
    }
    const created = await lead('register', { ...simi, email, returnTo: '/about' })
    expect(created).toEqual([303, '/about'])
    const { id } = await call('GET /auth/user', {})
    expect(await lead('forgot', { email })).toEqual([303, '/sign-in?mode=sent'])
    expect(await lead('forgot', { email: anAddress() })).toEqual([303, '/sign-in?mode=sent'])
    const token = await insertReset(id)
    const fields = { token, password: 'twelve drums, one road' }
    expect(await lead('reset', fields)).toEqual([303, '/sign-in?mode=changed'])
    await expect(call('GET /auth/user', {})).rejects.toMatchObject({ status: 401 })
  })

  test('is rejected on a plain page while the site is not built', async () => {
    const { send } = await aVisitor()
    const fields = { email: anAddress(), password: 'not the password' }
    const response = await send('/api/auth/sign-in', asForm(fields, { Accept: 'text/html' }))
    expect(response.status).toBe(401)
    expect(response.headers.get('Content-Type')).toContain('text/html')
    expect(await response.text()).toContain(`<h1>${doNotMatch}</h1>`)
    const asked = await send('/api/auth/sign-in', asForm(fields, { Accept: '*/*' }))
    expect(await asked.json()).toEqual({ message: doNotMatch, requestId: expect.any(String) })
  })
})

describe('a rejected form is shown again', () => {
  test('with the typed values except the password, the errors, and the address to return to', async () => {
    const { base, shown } = await anAppWithPages()
    const { send, cookies } = await aVisitor(base)
    const email = anAddress()
    const fields = { email, password: 'not the password', returnTo: '/submit?story=1&x' }
    const response = await send('/api/auth/sign-in', asForm(fields))
    expect(response.status).toBe(401)
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    expect(await response.text()).toBe('<h1>Sign in</h1>')
    expect(cookies.size).toBe(0)
    expect(shown).toHaveLength(1)
    const [{ url, locals } = {} as Shown] = shown
    expect(url).toBe('/sign-in?returnTo=%2Fsubmit%3Fstory%3D1%26x')
    expect(locals.form).toEqual({
      values: { email, returnTo: '/submit?story=1&x' },
      errors: {},
      sentence: doNotMatch,
      status: 401,
    })
    expect(locals.call).toBeTypeOf('function')
  })

  test.each([
    [
      'register',
      { ...simi, email: 'simi', password: 'nine.sign', firstName: '<b>Simi</b>' },
      {
        url: '/sign-in?mode=create',
        errors: {
          email: ['Please enter a valid email address'],
          password: ['Password must be at least 10 characters'],
        },
        values: { email: 'simi', firstName: '<b>Simi</b>', lastName: 'Odu-Bello' },
      },
    ],
    [
      'forgot',
      { email: '' },
      {
        url: '/sign-in?mode=forgot',
        errors: { email: ['Please enter a valid email address'] },
        values: { email: '' },
      },
    ],
    [
      'reset',
      { token: 'a&b', password: 'nine.sign' },
      {
        url: '/sign-in?mode=reset&token=a%26b',
        errors: { password: ['Password must be at least 10 characters'] },
        values: { token: 'a&b' },
      },
    ],
  ])('%s: each message at its field', async (path, fields, { url, errors, values }) => {
    const { base, shown } = await anAppWithPages()
    const { send } = await aVisitor(base)
    const response = await send(`/api/auth/${path}`, asForm(fields as Record<string, string>))
    expect(response.status).toBe(400)
    expect(shown.map((page) => page.url)).toEqual([url])
    expect(shown[0]?.locals.form).toEqual({
      values,
      errors,
      sentence: 'Please check what you sent and try again.',
      status: 400,
    })
  })

  test('with the message for a taken e-mail, a used link, and too many attempts', async () => {
    const { base, shown } = await anAppWithPages()
    const { reader, email, send } = await aReader(base)
    const taken = await send('/api/auth/register', asForm({ ...simi, email }))
    const used = await send('/api/auth/reset', asForm({ token: 'x', password: simi.password }))
    await insertReset(reader.id)
    const wrong = asForm({ email, password: 'not the password' })
    for (let guess = 0; guess < 10; guess++) await send('/api/auth/sign-in', wrong)
    const tooMany = await send('/api/auth/sign-in', wrong)
    expect([taken, used, tooMany].map(({ status }) => status)).toEqual([409, 400, 429])
    expect(tooMany.headers.get('Retry-After')).toMatch(/^\d+$/)
    const output = shown.map(({ locals }) => locals.form?.sentence)
    expect([output[0], output[1], output.at(-1)]).toEqual([
      'We could not create this account. If you already have one, sign in or reset your password.',
      'This link has been used or has expired. Please ask for a new one.',
      'That was tried too often. Please wait a while and try again.',
    ])
  })

  test('without any password, however often it was sent', async () => {
    const { base, shown } = await anAppWithPages()
    const { send } = await aVisitor(base)
    const body = 'email=x&password=secret-one&password=secret-two&password[a]=secret-three'
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    for (const path of ['sign-in', 'register', 'reset']) {
      const init = { method: 'POST', headers, body: `${body}&token=t` }
      expect((await send(`/api/auth/${path}?password=secret-four`, init)).status).toBe(400)
    }
    expect(shown).toHaveLength(3)
    expect(JSON.stringify(shown)).not.toContain('secret-')
  })

  test('never to a script, which gets JSON', async () => {
    const { base, shown } = await anAppWithPages()
    const { send } = await aVisitor(base)
    const body = { email: anAddress(), password: 'not the password' }
    const response = await send('/api/auth/sign-in', asJson(body, { Accept: 'text/html' }))
    expect(response.status).toBe(401)
    expect((await response.json()).message).toBe(doNotMatch)
    expect(shown).toEqual([])
  })

  test('never to another site', async () => {
    const { base, shown } = await anAppWithPages()
    const { send } = await aVisitor(base)
    const headers = { Origin: 'https://evil.example' }
    const response = await send('/api/auth/sign-in', asForm({ email: 'x', password: 'y' }, headers))
    expect(response.status).toBe(403)
    expect(shown).toEqual([])
  })

  test('as JSON with its errors when its page is missing or fails', async () => {
    const lines: { level: number }[] = []
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line)) })
    const missing = await anAppWithPages(() => undefined)
    const failing = await anAppWithPages(() => {
      throw new Error('the inside of the page')
    }, log)
    for (const { base } of [missing, failing]) {
      const { send } = await aVisitor(base)
      const fields = { email: anAddress(), password: 'not the password' }
      const response = await send('/api/auth/sign-in', asForm(fields))
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({ message: doNotMatch, requestId: expect.any(String) })
    }
    expect(lines).toMatchObject([{ level: 50, err: { message: 'the inside of the page' } }])
  })
})
