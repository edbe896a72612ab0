import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { toPublisher } from '#api/mails/mails.queries.ts'
import { sql } from '#db/sql.ts'
import { linkOf } from '#tests/magazine/composed-mails.ts'
import {
  aVisitor,
  keepCookie,
  publisherSignIn,
  staffPassword,
  thePublisher,
  theStaff,
  withToken,
} from '#tests/people.ts'
import { aStaffMember, mailTo } from '#tests/staff.ts'

const phone = {
  'User-Agent':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Mobile Safari/537.36',
  Origin: 'https://ascend.example',
}
type Visitor = Awaited<ReturnType<typeof aVisitor>>

/** Signs in like a browser, which says where it comes from. */
async function signInWithPhone(visitor: Visitor, username: string, password = staffPassword) {
  const response = await visitor.send('/api/admin/login', {
    method: 'POST',
    headers: { ...phone, 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const { token } = (await response.json()) as { token: string }
  return withToken(visitor, token)
}

beforeEach(async () => {
  await sql`delete from rate_limits`
  await sql`delete from mails`
})

describe('the sessions of a staff member', () => {
  test('are listed with browser and times, and ended one by one', async () => {
    const { email } = await aStaffMember('editor')
    const [first, second] = [
      await signInWithPhone(await aVisitor(), email),
      await signInWithPhone(await aVisitor(), email),
    ]
    const sessions = await second.call('GET /admin/account/sessions', {})
    expect(sessions).toHaveLength(2)
    const here = sessions.find(({ isThisOne }) => isThisOne)
    const other = sessions.find(({ isThisOne }) => !isThisOne)
    expect(here).toMatchObject({ browser: 'Chrome on Android', lastUsedAt: expect.any(String) })
    const left = await second.call('DELETE /admin/account/sessions/:id', { id: other?.id ?? '' })
    expect(left).toEqual([here])
    await expect(first.call('GET /admin/account', {})).rejects.toMatchObject({ status: 401 })
    await expect(
      second.call('DELETE /admin/account/sessions/:id', { id: other?.id ?? '' }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('show when they were last used, to the minute', async () => {
    const { call, member } = await theStaff('editor')
    await sql`
      update staff_sessions set last_used_at = now() - interval '1 hour' where staff_id = ${member.id}`
    await call('GET /admin/account', {})
    const [session] = await call('GET /admin/account/sessions', {})
    expect(Date.now() - Date.parse(session?.lastUsedAt ?? '')).toBeLessThan(60_000)
  })

  test('can be ended only by that person and the owner', async () => {
    const [mine, theirs] = [await theStaff('editor'), await theStaff('editor')]
    const [session] = await theirs.call('GET /admin/account/sessions', {})
    const id = session?.id ?? ''
    await expect(mine.call('DELETE /admin/account/sessions/:id', { id })).rejects.toMatchObject({
      status: 404,
    })
    const { call } = await thePublisher()
    const people = await call('GET /admin/people', {})
    const person = people.find(({ sessions }) => sessions.some((one) => one.id === id))
    expect(person?.name).toBe(theirs.member.name)
    const after = await call('POST /admin/people/:id/sign-out', {
      id: person?.id ?? '',
      session: id,
    })
    expect(after.find((one) => one.id === person?.id)?.sessions).toEqual([])
    await expect(theirs.call('GET /admin/account', {})).rejects.toMatchObject({ status: 401 })
  })

  test('can all be ended at once by the owner', async () => {
    const member = await aStaffMember('editor')
    const open = await signInWithPhone(await aVisitor(), member.email)
    const { call } = await thePublisher()
    await call('POST /admin/people/:id/sign-out', { id: member.id })
    await expect(open.call('GET /admin/account', {})).rejects.toMatchObject({ status: 401 })
  })
})

describe('a sign-in with a browser', () => {
  test('that is new is mailed with a link to end it by a button', async () => {
    const { email, name } = await aStaffMember('editor')
    const visitor = await aVisitor()
    const { call } = await signInWithPhone(visitor, email)
    const mail = await mailTo(email, 'staffNewDevice')
    expect(mail?.text).toContain(`Signed in as: ${name}`)
    expect(mail?.text).toContain('Browser: Chrome on Android')
    const link = mail && linkOf(mail)
    expect(link?.pathname).toBe('/admin/end-session')
    const token = link?.searchParams.get('token') ?? ''
    expect(JSON.stringify(await sql`select * from staff_sessions`)).not.toContain(token)

    // A program that opens every link of a mail ends nothing.
    await visitor.send(`${link?.pathname}${link?.search}`)
    await visitor.send(`/api/admin/sessions/end?token=${token}`)
    expect(await call('GET /admin/account', {})).toMatchObject({ name })
    const anybody = await aVisitor()
    expect(await anybody.call('POST /admin/sessions/end', { token })).toEqual({ status: 'ok' })
    await expect(call('GET /admin/account', {})).rejects.toMatchObject({ status: 401 })
    // Once more does no harm, and a made-up token ends nobody.
    await anybody.call('POST /admin/sessions/end', { token })
    await anybody.call('POST /admin/sessions/end', { token: 'x'.repeat(43) })

    await signInWithPhone(visitor, email)
    expect(await mailTo(email, 'staffNewDevice')).toBeDefined()
  })

  test('is stored as a hash that cannot be computed from its cookie, one for each staff member', async () => {
    const [one, other] = [await aStaffMember('editor'), await aStaffMember('author')]
    const visitor = await aVisitor()
    await signInWithPhone(visitor, one.email)
    await signInWithPhone(visitor, other.email)
    const rows = await sql<{ id: string }[]>`
      select id from staff_devices where staff_id in (${one.id}, ${other.id})`
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2)
    const hash = createHash('sha256').update(visitor.cookies.get('visitor') ?? '')
    const known = [hash.copy().digest('hex'), hash.digest('base64url')]
    expect(rows.filter(({ id }) => known.includes(id))).toEqual([])
  })

  test('that was used before is not mailed again', async () => {
    const { email } = await aStaffMember('editor')
    const visitor = await aVisitor()
    await signInWithPhone(visitor, email)
    await mailTo(email, 'staffNewDevice')
    await signInWithPhone(visitor, email)
    expect(await mailTo(email, 'staffNewDevice')).toBeUndefined()
  })

  test('of the owner is mailed to the configured address', async () => {
    await thePublisher()
    const { username, password } = publisherSignIn
    await signInWithPhone(await aVisitor(), username, password)
    const mail = await mailTo(toPublisher, 'staffNewDevice')
    expect(mail?.to).toBe('publisher@ascend.example')
  })

  test('that ended before the mail was sent is mailed all the same', async () => {
    const { email } = await aStaffMember('editor')
    const { call } = await signInWithPhone(await aVisitor(), email)
    await call('POST /admin/logout', {})
    const mail = await mailTo(email, 'staffNewDevice')
    expect(mail?.text).toContain('has ended already')
    expect(mail?.html).not.toContain('<a ')
  })
})

describe('a sign-in by a program', () => {
  const url = '/api/admin/login'
  /** Signs in like a program, which says nothing of where it comes from; cookies are kept all the same. */
  async function signInByProgram(visitor: Visitor, username: string) {
    const response = await fetch(new URL(url, visitor.base), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify({ username, password: staffPassword }),
    })
    for (const line of response.headers.getSetCookie()) keepCookie(visitor.cookies, line)
    return ((await response.json()) as { token: string }).token
  }

  test('gives a token that works from anywhere, and is mailed with a link to end it', async () => {
    const { email, name } = await aStaffMember('editor')
    const token = await signInByProgram(await aVisitor(), email)
    const elsewhere = withToken(await aVisitor(), token)
    expect(await elsewhere.call('GET /admin/account/sessions', {})).toMatchObject([
      { browser: null },
    ])
    const mail = await mailTo(email, 'staffProgramSignIn')
    expect(mail?.subject).toContain('A program signed in')
    expect(mail?.text).toContain(`Signed in as: ${name}`)
    const end = (mail && linkOf(mail).searchParams.get('token')) ?? ''
    await elsewhere.call('POST /admin/sessions/end', { token: end })
    await expect(elsewhere.call('GET /admin/account', {})).rejects.toMatchObject({ status: 401 })
  })

  test('is mailed each time, also with the cookie of a known browser', async () => {
    const { email } = await aStaffMember('editor')
    const visitor = await aVisitor()
    await signInWithPhone(visitor, email)
    await mailTo(email, 'staffNewDevice')
    for (let time = 0; time < 2; time++) {
      await signInByProgram(visitor, email)
      expect(await mailTo(email, 'staffProgramSignIn')).toBeDefined()
    }
  })

  test('does not make the browser whose cookie it sends known', async () => {
    const { email, id } = await aStaffMember('editor')
    const visitor = await aVisitor()
    await signInByProgram(visitor, email)
    expect(await sql`select 1 from staff_devices where staff_id = ${id}`).toEqual([])
    await signInWithPhone(visitor, email)
    expect(await mailTo(email, 'staffNewDevice')).toBeDefined()
  })
})
