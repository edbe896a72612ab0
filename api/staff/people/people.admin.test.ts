import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { linkOf } from '#tests/magazine/composed-mails.ts'
import {
  aProvenReader,
  aReader,
  aVisitor,
  publisherSignIn,
  staffPassword,
  thePublisher,
  withToken,
} from '#tests/people.ts'
import { anInvitation, aStaffMember, mailedToken, mailTo } from '#tests/staff.ts'

const password = staffPassword

const personOf = async (id: string) =>
  (await (await thePublisher()).call('GET /admin/people', {})).find((person) => person.id === id)

async function signedIn(email: string) {
  const visitor = await aVisitor()
  const { token } = await visitor.call('POST /admin/login', { username: email, password })
  return withToken(visitor, token)
}

describe('an invitation to the staff', () => {
  test('is mailed with the role, and is accepted with a password', async () => {
    const { call } = await thePublisher()
    const email = `amara-${randomUUID()}@ascend.example`
    const [owner, ...others] = await call('POST /admin/people', {
      name: 'Amara Eze',
      email,
      role: 'editor',
    })
    expect(owner).toMatchObject({ role: 'owner', name: publisherSignIn.username, email: null })
    expect(others.find((person) => person.email === email)).toMatchObject({
      name: 'Amara Eze',
      state: 'invited',
      role: 'editor',
    })
    const mail = await mailTo(email, 'staffInvitation')
    expect(mail?.text).toContain('Hello Amara Eze,')
    expect(mail?.text).toContain('Your role: Editor.')
    const token = (mail && linkOf(mail).searchParams.get('token')) ?? ''
    expect(mail && linkOf(mail).pathname).toBe('/admin/join')
    expect(JSON.stringify(await sql`select * from staff_links`)).not.toContain(token)

    const visitor = await aVisitor()
    expect(await visitor.call('POST /admin/join/open', { token })).toEqual({
      purpose: 'join',
      name: 'Amara Eze',
      email,
      role: 'editor',
      needsSecondStep: false,
      arePasskeysOffered: true,
    })
    await expect(
      visitor.call('POST /admin/join', { token, password: 'too short' }),
    ).rejects.toMatchObject({
      status: 400,
      fields: { password: ['Password must be at least 12 characters'] },
    })
    await expect(visitor.call('POST /admin/join', { token })).rejects.toMatchObject({ status: 400 })
    const joined = await visitor.call('POST /admin/join', { token, password })

    const editor = withToken(visitor, joined.token ?? '')
    expect(await editor.call('GET /admin/account', {})).toMatchObject({
      name: 'Amara Eze',
      role: 'editor',
    })
    const log = await call('GET /admin/activity', {})
    expect(log.slice(0, 2).map(({ who, action }) => [who, action])).toEqual([
      ['Amara Eze', 'staffJoined'],
      [publisherSignIn.username, 'staffInvited'],
    ])
  })

  test('works once, for seven days, and not after a newer one', async () => {
    const { token, id, email } = await anInvitation('author')
    const { call } = await thePublisher()
    const visitor = await aVisitor()
    const over = { status: 400, message: expect.stringContaining('used or has expired') }

    await call('POST /admin/people/:id/invite', { id })
    await expect(visitor.call('POST /admin/join', { token, password })).rejects.toMatchObject(over)
    const newer = await mailedToken(email, 'staffInvitation')
    await sql`update staff_links set expires_at = now() - interval '1 second'`
    await expect(
      visitor.call('POST /admin/join', { token: newer, password }),
    ).rejects.toMatchObject(over)

    await call('POST /admin/people/:id/invite', { id })
    const last = await mailedToken(email, 'staffInvitation')
    const [link] = await sql<{ hours: number }[]>`
      select round(extract(epoch from expires_at - now()) / 3600) as hours from staff_links
      where staff_id = ${id}`
    expect(link?.hours).toBe(7 * 24)
    const both = await Promise.allSettled([
      visitor.call('POST /admin/join', { token: last, password }),
      visitor.call('POST /admin/join', { token: last, password }),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(call('POST /admin/people/:id/invite', { id })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('is rejected for a name or address that is taken', async () => {
    const { email, name } = await anInvitation('author')
    const { call } = await thePublisher()
    for (const taken of [
      { name: 'Somebody Else', email: email.toUpperCase() },
      { name: name.toUpperCase(), email: `other-${email}` },
      { name: publisherSignIn.username.toUpperCase(), email: `third-${email}` },
    ]) {
      await expect(call('POST /admin/people', { ...taken, role: 'author' })).rejects.toMatchObject({
        status: 400,
        fields: { email: [expect.any(String)] },
      })
    }
    await expect(
      call('POST /admin/people', { name: 'Amara Eze', email, role: 'owner' as never }),
    ).rejects.toMatchObject({ status: 400 })
  })
})

describe('a staff member', () => {
  test('is signed out by a change of role, and then has the rights of the new one', async () => {
    const member = await aStaffMember('author')
    const before = await signedIn(member.email)
    await expect(before.call('GET /admin/stories', {})).rejects.toMatchObject({ status: 403 })
    const { call } = await thePublisher()
    await call('PATCH /admin/people/:id', { id: member.id, role: 'editor' })
    await expect(before.call('GET /admin/account', {})).rejects.toMatchObject({ status: 401 })
    const after = await signedIn(member.email)
    expect(await after.call('GET /admin/stories', {})).toBeInstanceOf(Array)
  })

  test('whose access ends is signed out at once, and only the name remains', async () => {
    const member = await aStaffMember('editor')
    const open = await signedIn(member.email)
    const { call } = await thePublisher()
    await call('DELETE /admin/people/:id', { id: member.id })
    await expect(open.call('GET /admin/account', {})).rejects.toMatchObject({ status: 401 })
    await expect(signedIn(member.email)).rejects.toMatchObject({ status: 401 })
    expect(await personOf(member.id)).toBeUndefined()
    const [row] = await sql`
      select name, email, password_hash, state from staff where id = ${member.id}`
    expect(row).toEqual({ name: member.name, email: null, passwordHash: null, state: 'ended' })
    for (const address of ['DELETE /admin/people/:id', 'POST /admin/people/:id/sign-out'] as const)
      await expect(call(address, { id: member.id })).rejects.toMatchObject({ status: 404 })
    // The address is free again.
    await call('POST /admin/people', { name: member.name, email: member.email, role: 'author' })
  })

  test('gets a link to a new password, unlike the owner and strangers', async () => {
    const { email } = await aStaffMember('editor')
    const open = await signedIn(email)
    const visitor = await aVisitor()
    const next = 'eight lamps on the veranda'
    await visitor.call('POST /admin/forgot', { email: email.toUpperCase() })
    const older = await mailedToken(email, 'staffPassword')
    await visitor.call('POST /admin/forgot', { email })
    const token = await mailedToken(email, 'staffPassword')
    await expect(
      visitor.call('POST /admin/join', { token: older, password: next }),
    ).rejects.toMatchObject({ status: 400 })
    await visitor.call('POST /admin/join', { token, password: next })
    await expect(open.call('GET /admin/account', {})).rejects.toMatchObject({ status: 401 })
    await expect(signedIn(email)).rejects.toMatchObject({ status: 401 })
    const { token: fresh } = await visitor.call('POST /admin/login', {
      username: email,
      password: next,
    })
    expect(fresh).toBeTypeOf('string')

    const stranger = `nobody-${randomUUID()}@ascend.example`
    expect(await visitor.call('POST /admin/forgot', { email: stranger })).toEqual({ status: 'ok' })
    expect(await mailTo(stranger, 'staffPassword')).toBeUndefined()
    const invited = await anInvitation('author')
    await visitor.call('POST /admin/forgot', { email: invited.email })
    expect(await mailTo(invited.email, 'staffPassword')).toBeUndefined()
  })
})

describe('the owner', () => {
  test('comes from the settings, and cannot be changed by staff', async () => {
    const { call } = await thePublisher()
    const [owner] = await call('GET /admin/people', {})
    const id = owner?.id ?? ''
    await expect(call('PATCH /admin/people/:id', { id, role: 'author' })).rejects.toMatchObject({
      status: 409,
    })
    await expect(call('DELETE /admin/people/:id', { id })).rejects.toMatchObject({ status: 409 })
    await expect(
      sql`insert into staff (role, name, password_hash, state) values ('owner', 'two', 'x', 'active')`,
    ).rejects.toMatchObject({ constraint_name: 'staff_owner_once' })
  })
})

describe('linking a reader’s account to a staff member', () => {
  test('with the same confirmed address happens at once', async () => {
    const { reader, email } = await aProvenReader()
    const { call } = await thePublisher()
    const people = await call('POST /admin/people', {
      name: `Tamuno ${randomUUID()}`,
      email,
      role: 'author',
    })
    const id = people.find((person) => person.email === email)?.id ?? ''
    const visitor = await aVisitor()
    // An invitation that nobody accepted proves nothing.
    await call('POST /admin/people/:id/reader', { id, email })
    expect((await personOf(id))?.readerEmail).toBeNull()
    await visitor.call('POST /admin/join', {
      token: await mailedToken(email, 'staffInvitation'),
      password,
    })
    await call('POST /admin/people/:id/reader', { id, email })
    expect((await personOf(id))?.readerEmail).toBe(email)
    const [row] = await sql`select reader_id from staff where id = ${id}`
    expect(row?.['readerId']).toBe(reader.id)

    await call('DELETE /admin/people/:id/reader', { id })
    expect((await personOf(id))?.readerEmail).toBeNull()
  })

  test('with another address happens once its reader agrees by mail', async () => {
    const { email } = await aReader()
    const { id } = await aStaffMember('author')
    const { call } = await thePublisher()
    await call('POST /admin/people/:id/reader', { id, email })
    expect((await personOf(id))?.readerEmail).toBeNull()
    const mail = await mailTo(email, 'staffReader')
    expect(mail && linkOf(mail).pathname).toBe('/admin/link')
    const token = (mail && linkOf(mail).searchParams.get('token')) ?? ''
    const visitor = await aVisitor()
    // It chooses no password.
    await expect(visitor.call('POST /admin/join', { token, password })).rejects.toMatchObject({
      status: 400,
    })
    await visitor.call('POST /admin/people/link', { token })
    expect((await personOf(id))?.readerEmail).toBe(email)
    await expect(visitor.call('POST /admin/people/link', { token })).rejects.toMatchObject({
      status: 400,
    })
  })

  test('that does not exist gives the same response, and sends no mail', async () => {
    const { id } = await aStaffMember('author')
    const { call } = await thePublisher()
    const email = `nobody-${randomUUID()}@readers.example`
    expect(await call('POST /admin/people/:id/reader', { id, email })).toBeInstanceOf(Array)
    expect(await mailTo(email, 'staffReader')).toBeUndefined()
  })

  test('ends without other changes when the account is deleted', async () => {
    const { email, call: asReader } = await aReader()
    const { id } = await aStaffMember('author')
    const { call } = await thePublisher()
    await call('POST /admin/people/:id/reader', { id, email })
    await (await aVisitor()).call('POST /admin/people/link', {
      token: await mailedToken(email, 'staffReader'),
    })
    await asReader('DELETE /account', {})
    expect(await personOf(id)).toMatchObject({ readerEmail: null, state: 'active' })
  })
})
