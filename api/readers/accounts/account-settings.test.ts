import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { compose, linkOf } from '#tests/magazine/composed-mails.ts'
import { guardianLinkFor } from '#tests/magazine/guardians.ts'
import { asJson } from '#tests/magazine/posts.ts'
import { aReader, aVisitor } from '#tests/people.ts'

const fresh = 'twelve drums, one road'
const anAddress = () => `moved-${randomUUID()}@readers.example`
const kindsTo = async (recipient: string) =>
  (await sql`select kind from mails where recipient = ${recipient} order by created_at`).map(
    ({ kind }) => kind,
  )

async function statusOfSignIn(email: string, password: string) {
  const { send } = await aVisitor()
  return (await send('/api/auth/sign-in', asJson({ email, password }))).status
}

/** A move that was asked for, with the link of its mail. */
async function aMove(newEmail = anAddress()) {
  const person = await aReader()
  const { call, reader, password } = person
  await call('PUT /account/email', { newEmail, emailPassword: password })
  // The oldest is composed first.
  await sql`delete from mails`
  const mail = await compose('emailChange', newEmail, { readerId: reader.id })
  return { ...person, newEmail, link: mail && linkOf(mail) }
}

describe('a reader', () => {
  test('changes the own name', async () => {
    const { call } = await aReader()
    await call('PUT /account/name', { firstName: 'Zainab', lastName: 'Musa-Bello' })
    expect(await call('GET /auth/user', {})).toMatchObject({
      firstName: 'Zainab',
      lastName: 'Musa-Bello',
    })
  })

  test('moves to a new address once its link was opened, and both addresses are told', async () => {
    const { email, password, newEmail, link, send } = await aMove()
    expect(await statusOfSignIn(newEmail, password)).toBe(401)
    const path = `${link?.pathname}${link?.search}`
    await send(path, { method: 'HEAD' })
    expect(await statusOfSignIn(email, password)).toBe(200)
    expect((await send(path)).headers.get('Location')).toBe('/account?done=email')
    expect(await statusOfSignIn(newEmail, password)).toBe(200)
    expect(await statusOfSignIn(email, password)).toBe(401)
    expect(await kindsTo(email)).toContain('emailChanged')
    expect(await kindsTo(newEmail)).toContain('emailChanged')
    const [row] = await sql`select email_proven_at from readers where email = ${newEmail}`
    expect(row?.['emailProvenAt']).not.toBeNull()
    expect((await send(path)).headers.get('Location')).toBe('/account?done=not-proven')
  })

  test('cannot move with a wrong password, to an address of an account, of the guardian, or by another link', async () => {
    const taken = (await aReader()).email
    const { link, newEmail, send } = await aMove()
    expect((await aMove(taken)).link?.pathname).toBe('/sign-in')
    for (const [name, value] of [
      ['email', taken],
      ['until', '99999999999999'],
      ['proof', 'x'],
    ] as const) {
      const other = new URL(link as URL)
      other.searchParams.set(name, value)
      const answer = await send(`${other.pathname}${other.search}`)
      expect(answer.headers.get('Location'), name).toBe('/account?done=not-proven')
    }
    const { call, password } = await aReader(undefined, '13-17')
    await expect(
      call('PUT /account/email', { newEmail, emailPassword: 'not this one' }),
    ).rejects.toMatchObject({
      status: 400,
      fields: { emailPassword: ['This is not your password'] },
    })
    const { guardianEmail } = await guardianLinkFor({ call })
    await expect(
      call('PUT /account/email', { newEmail: guardianEmail, emailPassword: password }),
    ).rejects.toMatchObject({ status: 400, fields: { newEmail: [expect.any(String)] } })
  })

  test('changes the password with the one until now, which ends every other session', async () => {
    const { call, email, password } = await aReader()
    const elsewhere = await aVisitor()
    await elsewhere.call('POST /auth/sign-in', { email, password })
    await expect(
      call('PUT /account/password', { oldPassword: fresh, newPassword: fresh }),
    ).rejects.toMatchObject({ status: 400, fields: { oldPassword: ['This is not your password'] } })
    await call('PUT /account/password', { oldPassword: password, newPassword: fresh })
    expect(await call('GET /auth/user', {})).toMatchObject({ email })
    await expect(elsewhere.call('GET /auth/user', {})).rejects.toMatchObject({ status: 401 })
    expect(await statusOfSignIn(email, fresh)).toBe(200)
    expect(await kindsTo(email)).toContain('passwordChanged')
  })
})
