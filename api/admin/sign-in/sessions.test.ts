import { beforeEach, describe, expect, test } from 'vitest'
import { toPublisher } from '#api/mails/mails.queries.ts'
import { sql } from '#db/sql.ts'
import { linkOf } from '#tests/composed-mails.ts'
import {
  aVisitor,
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

/** As a browser does it, which says where it comes from. */
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

describe("one's sessions", () => {
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

  test('say when they were last used, to the minute', async () => {
    const { call, member } = await theStaff('editor')
    await sql`
      update staff_sessions set last_used_at = now() - interval '1 hour' where staff_id = ${member.id}`
    await call('GET /admin/account', {})
    const [session] = await call('GET /admin/account/sessions', {})
    expect(Date.now() - Date.parse(session?.lastUsedAt ?? '')).toBeLessThan(60_000)
  })

  test('are nobody else’s to end but the owner’s', async () => {
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

  test('end all at once by the owner', async () => {
    const member = await aStaffMember('editor')
    const open = await signInWithPhone(await aVisitor(), member.email)
    const { call } = await thePublisher()
    await call('POST /admin/people/:id/sign-out', { id: member.id })
    await expect(open.call('GET /admin/account', {})).rejects.toMatchObject({ status: 401 })
  })
})

describe('a sign-in with a browser', () => {
  test('that is new is mailed with a link that ends it, to be pressed', async () => {
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

  test('that ended before the mail went out is told all the same', async () => {
    const { email } = await aStaffMember('editor')
    const { call } = await signInWithPhone(await aVisitor(), email)
    await call('POST /admin/logout', {})
    const mail = await mailTo(email, 'staffNewDevice')
    expect(mail?.text).toContain('has ended already')
    expect(mail?.html).not.toContain('<a ')
  })
})

test('a token that a program asked for works from anywhere, and is mailed to nobody', async () => {
  const { email } = await aStaffMember('editor')
  const { call } = await aVisitor()
  const { token } = await call('POST /admin/login', { username: email, password: staffPassword })
  const elsewhere = withToken(await aVisitor(), token)
  expect(await elsewhere.call('GET /admin/account/sessions', {})).toMatchObject([{ browser: null }])
  expect(await mailTo(email, 'staffNewDevice')).toBeUndefined()
})
