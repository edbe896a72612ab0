import { describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoints/contract.ts'
import { sql } from '#db/sql.ts'
import {
  aVisitor,
  publisherSignIn,
  staffPassword,
  startApp,
  thePublisher,
  theStaff,
  withToken,
} from '#tests/people.ts'
import { aPasskeyDevice } from '#tests/servers/passkey-device.ts'
import {
  aMinutePasses,
  anInvitation,
  aStaffMember,
  codeOf,
  earlyInAStep,
  mailedToken,
} from '#tests/staff.ts'
import { resetSecondStep } from '../people/staff-commands.ts'
import { syncOwner } from '../sign-in/sync-owner.ts'

const site = { rpId: 'ascend.example', origin: 'https://ascend.example' }
const password = staffPassword
type Visitor = Awaited<ReturnType<typeof aVisitor>>
type Asked = {
  attempt: string
  passkey: { challenge: string; rpId: string } | null
  hasAuthenticator: boolean
  hasRecoveryCodes: boolean
}

/** The first half of a sign-in: status and body as they are sent. */
async function signIn({ send }: Visitor, username: string, typed = password) {
  const response = await send('/api/admin/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password: typed }),
  })
  const body = (await response.json()) as {
    success: boolean
    token?: string
    message?: string
    secondStep?: Asked | null
  }
  return { status: response.status, body }
}

async function askedFor(visitor: Visitor, username: string, typed = password): Promise<Asked> {
  const { status, body } = await signIn(visitor, username, typed)
  expect(status).toBe(401)
  expect(body.token).toBeUndefined()
  if (!body.secondStep) throw new Error('No second step was named')
  return body.secondStep
}

type Proof = Omit<InputOf<'POST /admin/login/second-step'>, 'attempt'>
const finish = ({ call }: Visitor, attempt: string, proof: Proof) =>
  call('POST /admin/login/second-step', { attempt, ...proof })

/** One of the staff without the duty to have one, with a passkey of their own choice. */
async function aPasskeyOwner(options: Partial<Parameters<typeof aPasskeyDevice>[0]> = {}) {
  const { call, member } = await theStaff('editor')
  const device = aPasskeyDevice({ ...site, ...options })
  const begun = await call('POST /admin/account/second-step', { kind: 'passkey', password })
  const { attempt, passkey } = begun
  await call('POST /admin/account/second-step/confirm', {
    attempt,
    name: 'My phone',
    passkey: device.register(passkey as { challenge: string }),
  })
  return { device, email: member.email, call, id: member.id }
}

describe('the owner of the site', () => {
  test('signs in without a second step until one is set up, and never after', async () => {
    const { call } = await thePublisher()
    const { username, password: own } = publisherSignIn
    const begun = await call('POST /admin/account/second-step', {
      kind: 'authenticator',
      password: own,
    })
    const secret = begun.authenticator?.secret ?? ''
    expect((await signIn(await aVisitor(), username, own)).status).toBe(200)

    await earlyInAStep()
    const { recoveryCodes } = await call('POST /admin/account/second-step/confirm', {
      attempt: begun.attempt,
      code: codeOf(secret, -1),
    })
    expect(recoveryCodes).toHaveLength(10)
    const visitor = await aVisitor()
    const first = await signIn(visitor, username, own)
    expect(first).toMatchObject({
      status: 401,
      body: { success: false, secondStep: { hasAuthenticator: true, passkey: null } },
    })
    const attempt = first.body.secondStep?.attempt ?? ''
    const { success, token } = await finish(visitor, attempt, { code: codeOf(secret) })
    expect({ success, token }).toEqual({
      success: true,
      token: expect.stringMatching(/^[\w-]{43}$/),
    })

    // Another configured password is no way around it.
    const changed = { username, password: 'seven drums before the rain' }
    await syncOwner(changed)
    expect((await signIn(await aVisitor(), username, changed.password)).status).toBe(401)
    await expect(
      call('POST /admin/account/second-step/remove', { password: own }),
    ).rejects.toMatchObject({ status: 401 })

    expect(await resetSecondStep(username)).toBe(true)
    expect((await signIn(await aVisitor(), username, changed.password)).status).toBe(200)
    await syncOwner(publisherSignIn)
  })
})

describe('a code of an authenticator', () => {
  test('works once, also one interval early or late', async () => {
    const { email, secret } = await aStaffMember('shopkeeper')
    const visitor = await aVisitor()
    const late = await askedFor(visitor, email)
    await aMinutePasses()
    await earlyInAStep()
    expect(await finish(visitor, late.attempt, { code: codeOf(secret, -1) })).toMatchObject({
      success: true,
    })
    const early = await askedFor(visitor, email)
    const code = codeOf(secret, 1)
    expect(await finish(visitor, early.attempt, { code })).toMatchObject({ success: true })
    const again = await askedFor(visitor, email)
    await expect(finish(visitor, again.attempt, { code })).rejects.toMatchObject({ status: 401 })
    await expect(
      finish(visitor, again.attempt, { code: codeOf(secret, -4) }),
    ).rejects.toMatchObject({ status: 401 })
  })

  test('sent twice at once signs in only once', async () => {
    const { email, secret } = await aStaffMember('shopkeeper')
    await aMinutePasses()
    const [one, two] = [await aVisitor(), await aVisitor()]
    const [first, second] = [await askedFor(one, email), await askedFor(two, email)]
    const code = codeOf(secret)
    const done = await Promise.allSettled([
      finish(one, first.attempt, { code }),
      finish(two, second.attempt, { code }),
    ])
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is blocked after ten wrong guesses', async () => {
    const { email } = await aStaffMember('shopkeeper')
    const visitor = await aVisitor()
    const { attempt } = await askedFor(visitor, email)
    const statuses: number[] = []
    for (let tries = 0; tries < 11; tries++) {
      await finish(visitor, attempt, { code: '000000' }).catch(({ status }) =>
        statuses.push(status),
      )
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })

  test('comes from a secret that is stored encrypted', async () => {
    const { id, secret } = await aStaffMember('shopkeeper')
    const [row] = await sql<{ secret: string }[]>`
      select secret from staff_authenticators where staff_id = ${id}`
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(row?.secret).not.toContain(secret)
  })
})

describe('a recovery code', () => {
  test('signs in once in any spelling, and is stored as a hash', async () => {
    const { email, id, recoveryCodes } = await aStaffMember('shopkeeper')
    const [code = ''] = recoveryCodes
    const visitor = await aVisitor()
    const { attempt } = await askedFor(visitor, email)
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `
    expect(await finish(visitor, attempt, { recoveryCode: typed })).toMatchObject({ success: true })
    const next = await askedFor(visitor, email)
    await expect(finish(visitor, next.attempt, { recoveryCode: code })).rejects.toMatchObject({
      status: 401,
    })
    const rows = await sql`select id from staff_recovery_codes where staff_id = ${id}`
    expect(rows).toHaveLength(9)
    expect(JSON.stringify(rows)).not.toContain(recoveryCodes[1])
  })

  test('of another person is rejected, and so are old ones after new ones were made', async () => {
    const [mine, theirs] = [await aStaffMember('shopkeeper'), await aStaffMember('shopkeeper')]
    const visitor = await aVisitor()
    const { attempt } = await askedFor(visitor, mine.email)
    await expect(
      finish(visitor, attempt, { recoveryCode: theirs.recoveryCodes[0] }),
    ).rejects.toMatchObject({ status: 401 })
    await aMinutePasses()
    const { token } = await finish(visitor, attempt, { code: codeOf(mine.secret) })
    const send = await visitor.send('/api/admin/account/recovery-codes', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ password }),
    })
    expect(((await send.json()) as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10)
    const next = await askedFor(visitor, mine.email)
    await expect(
      finish(visitor, next.attempt, { recoveryCode: mine.recoveryCodes[1] }),
    ).rejects.toMatchObject({ status: 401 })
  })
})

describe('a passkey', () => {
  test('signs in, also if it is synced and its counter stays at 0', async () => {
    const { device, email } = await aPasskeyOwner()
    for (let round = 0; round < 2; round++) {
      const visitor = await aVisitor()
      const { attempt, passkey } = await askedFor(visitor, email)
      if (!passkey) throw new Error('No passkey was asked for')
      expect(passkey.rpId).toBe('ascend.example')
      expect(await finish(visitor, attempt, { passkey: device.sign(passkey) })).toMatchObject({
        success: true,
      })
    }
  })

  test('whose counter is behind was copied and is rejected', async () => {
    const { device, email, id } = await aPasskeyOwner({ counts: true })
    await sql`update staff_passkeys set counter = 40 where staff_id = ${id}`
    const visitor = await aVisitor()
    const { attempt, passkey } = await askedFor(visitor, email)
    await expect(
      finish(visitor, attempt, { passkey: device.sign(passkey as never) }),
    ).rejects.toMatchObject({ status: 401 })
  })

  test('answers a challenge once, and only the one of its sign-in', async () => {
    const { device, email } = await aPasskeyOwner()
    const [visitor, other] = [await aVisitor(), await aVisitor()]
    const [asked, elsewhere] = [await askedFor(visitor, email), await askedFor(other, email)]
    const signed = device.sign(asked.passkey as never)
    await expect(finish(other, elsewhere.attempt, { passkey: signed })).rejects.toMatchObject({
      status: 401,
    })
    // That attempt has used its challenge up.
    const own = device.sign(elsewhere.passkey as never)
    await expect(finish(other, elsewhere.attempt, { passkey: own })).rejects.toMatchObject({
      status: 401,
    })
    await finish(visitor, asked.attempt, { passkey: signed })
    await expect(finish(visitor, asked.attempt, { passkey: signed })).rejects.toMatchObject({
      status: 401,
    })
  })

  test('of another site or port is rejected', async () => {
    for (const wrong of [
      { rpId: 'ascend.example', origin: 'https://ascend.example:444' },
      { rpId: 'ascend.example', origin: 'https://evil.example' },
      { rpId: 'evil.example', origin: 'https://ascend.example' },
    ]) {
      const { call } = await theStaff('editor')
      const begun = await call('POST /admin/account/second-step', { kind: 'passkey', password })
      const made = aPasskeyDevice(wrong).register(begun.passkey as { challenge: string })
      await expect(
        call('POST /admin/account/second-step/confirm', { attempt: begun.attempt, passkey: made }),
      ).rejects.toMatchObject({ status: 400 })
    }
  })

  test('is for the configured address, whatever the Host header of a request', async () => {
    const { call, send, token } = await theStaff('editor')
    const begun = await call('POST /admin/account/second-step', { kind: 'passkey', password })
    expect(begun.passkey).toMatchObject({ rp: { id: 'ascend.example' } })
    const response = await send('/api/admin/account/second-step', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-Host': 'evil.example',
        Authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ kind: 'passkey', password }),
    })
    expect(await response.json()).toMatchObject({ passkey: { rp: { id: 'ascend.example' } } })
  })

  test.each([
    ['http://127.0.0.1:4321', false],
    ['http://[::1]:4321', false],
    ['http://ascend.example', false],
    ['http://localhost:4321', true],
  ])('at %s is offered: %s', async (publicUrl, isOffered) => {
    const base = await startApp({ publicUrl })
    const { call } = await theStaff('editor', base)
    const state = await call('GET /admin/account/second-step', {})
    expect(state.arePasskeysOffered).toBe(isOffered)
    const asked = call('POST /admin/account/second-step', { kind: 'passkey', password })
    if (isOffered) expect((await asked).passkey).toMatchObject({ rp: { id: 'localhost' } })
    else await expect(asked).rejects.toMatchObject({ status: 400 })
  })

  test('stands in for the password of a session, by a challenge of its own and no other person', async () => {
    const { device, call, email, id } = await aPasskeyOwner()
    const isConfirmed = async () =>
      (
        await sql`select from staff_sessions where staff_id = ${id} and confirmed_at > now() - interval '1 minute'`
      ).length
    const { attempt, passkey } = await call('POST /admin/account/confirm', {})
    const signed = device.sign(passkey as { challenge: string })
    const { call: another } = await theStaff('editor')
    const proof = { attempt, passkey: signed }
    const refused = { status: 400 }
    const confirmed = 'POST /admin/account/confirm/passkey'
    await expect(another(confirmed, proof)).rejects.toMatchObject(refused)
    // A token alone must not become a sign-in that lasts.
    await expect(finish(await aVisitor(), attempt, { passkey: signed })).rejects.toMatchObject({
      status: 401,
    })
    const ofSignIn = await askedFor(await aVisitor(), email)
    const other = { attempt: ofSignIn.attempt, passkey: device.sign(ofSignIn.passkey as never) }
    await expect(call(confirmed, other)).rejects.toMatchObject(refused)
    expect(await isConfirmed()).toBe(0)
    await call(confirmed, proof)
    expect(await isConfirmed()).toBe(1)
    await expect(call(confirmed, proof)).rejects.toMatchObject(refused)
  })

  test('made at a former address of the site still requires a second step', async () => {
    const { email, id } = await aPasskeyOwner()
    await sql`update staff_passkeys set rp_id = 'old.example' where staff_id = ${id}`
    const asked = await askedFor(await aVisitor(), email)
    expect(asked).toMatchObject({ passkey: null, hasRecoveryCodes: true })
  })
})

describe('a sign-in that waits for its second step', () => {
  test('expires after five minutes, or with a new password', async () => {
    const { email, secret } = await aStaffMember('shopkeeper')
    await aMinutePasses()
    const visitor = await aVisitor()
    const late = await askedFor(visitor, email)
    await sql`update staff_attempts set expires_at = now() - interval '1 second'`
    await expect(finish(visitor, late.attempt, { code: codeOf(secret) })).rejects.toMatchObject({
      status: 401,
      message: expect.stringContaining('too long'),
    })

    const open = await askedFor(visitor, email)
    await visitor.call('POST /admin/forgot', { email })
    const token = await mailedToken(email, 'staffPassword')
    await visitor.call('POST /admin/join', { token, password: 'eight lamps on the veranda' })
    await expect(finish(visitor, open.attempt, { code: codeOf(secret) })).rejects.toMatchObject({
      status: 401,
    })
  })

  test('gives no access by itself, nor does an unfinished set-up of a second step', async () => {
    const { email, secret } = await aStaffMember('shopkeeper')
    await aMinutePasses()
    const visitor = await aVisitor()
    const { attempt } = await askedFor(visitor, email)
    for (const bearer of [attempt, secret]) {
      const response = await visitor.send('/api/admin/account', {
        headers: { Authorization: `Bearer ${bearer}` },
      })
      expect(response.status).toBe(401)
    }
    const { token } = await finish(visitor, attempt, { code: codeOf(secret) })
    await aMinutePasses()
    const { call } = withToken(visitor, token)
    const begun = await call('POST /admin/account/second-step', { kind: 'authenticator', password })
    await expect(finish(visitor, begun.attempt, { code: codeOf(secret) })).rejects.toMatchObject({
      status: 401,
    })
  })
})

test('is limited together for all spellings of one address', async () => {
  const { email } = await aStaffMember('editor')
  const visitor = await aVisitor()
  const statuses: number[] = []
  for (let tries = 0; tries < 11; tries++) {
    const written = email.slice(0, tries).toUpperCase() + email.slice(tries)
    statuses.push((await signIn(visitor, written, 'a wrong one')).status)
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429])
})

describe('a staff member whose role requires a second step', () => {
  test('cannot sign in without it by password, invitation, new password or reset', async () => {
    const { email, name, secret } = await aStaffMember('shopkeeper')
    const visitor = await aVisitor()
    const isClosed = async (typed: string) => {
      const { status, body } = await signIn(visitor, email, typed)
      expect([status, body.token]).toEqual([401, undefined])
      return body
    }
    await isClosed(password)

    await visitor.call('POST /admin/forgot', { email })
    const forgotten = await mailedToken(email, 'staffPassword')
    const next = 'eight lamps on the veranda'
    // The link sets a password, and neither another second step nor a session.
    await expect(
      visitor.call('POST /admin/join/second-step', { token: forgotten, kind: 'authenticator' }),
    ).rejects.toMatchObject({ status: 400 })
    const joined = await visitor.call('POST /admin/join', { token: forgotten, password: next })
    expect(joined).toEqual({ recoveryCodes: [], token: null })
    expect((await isClosed(next)).secondStep).toMatchObject({ hasAuthenticator: true })
    expect((await signIn(visitor, email, password)).body.secondStep).toBeUndefined()

    // Reset on the command line: a password and the mailbox are needed to set up another.
    expect(await resetSecondStep(name)).toBe(true)
    expect((await isClosed(next)).secondStep).toBeNull()
    const token = await mailedToken(email, 'staffSecondStep')
    await expect(visitor.call('POST /admin/join', { token })).rejects.toMatchObject({ status: 400 })
    await isClosed(next)
    const begun = await visitor.call('POST /admin/join/second-step', {
      token,
      kind: 'authenticator',
    })
    const fresh = begun.authenticator?.secret ?? ''
    expect(fresh).not.toBe(secret)
    await earlyInAStep()
    await visitor.call('POST /admin/join', {
      token,
      attempt: begun.attempt,
      code: codeOf(fresh, -1),
    })
    const { attempt } = await askedFor(visitor, email, next)
    expect(await finish(visitor, attempt, { code: codeOf(fresh) })).toMatchObject({ success: true })
    await expect(visitor.call('POST /admin/join', { token })).rejects.toMatchObject({ status: 400 })
  })

  test('cannot accept an invitation without setting one up', async () => {
    const { email, token } = await anInvitation('shopkeeper')
    const visitor = await aVisitor()
    await expect(visitor.call('POST /admin/join', { token, password })).rejects.toMatchObject({
      status: 400,
      fields: { code: [expect.any(String)] },
    })
    expect((await signIn(visitor, email)).body).toMatchObject({
      message: 'Invalid username or password',
    })
    // The link was not used up.
    expect(await visitor.call('POST /admin/join/open', { token })).toMatchObject({
      purpose: 'join',
      needsSecondStep: true,
    })
  })

  test('needs one from the moment their role requires it', async () => {
    const member = await aStaffMember('editor')
    expect((await signIn(member, member.email)).status).toBe(200)
    const owner = await thePublisher()
    await owner.call('PATCH /admin/people/:id', { id: member.id, role: 'shopkeeper' })
    expect((await signIn(member, member.email)).body).toMatchObject({ secondStep: null })
  })

  test('cannot remove the last one, while an editor can', async () => {
    const { call } = await theStaff('shopkeeper')
    const begun = await call('POST /admin/account/second-step', { kind: 'authenticator', password })
    const code = codeOf(begun.authenticator?.secret ?? '', -1)
    await call('POST /admin/account/second-step/confirm', { attempt: begun.attempt, code })
    await expect(
      call('POST /admin/account/second-step/remove', { password }),
    ).rejects.toMatchObject({ status: 409 })

    const editor = await aPasskeyOwner()
    const state = await editor.call('POST /admin/account/second-step/remove', {
      password,
      passkey: editor.device.id,
    })
    expect(state).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
    expect((await signIn(await aVisitor(), editor.email)).status).toBe(200)
  })

  test('changes it with the password only, which a stolen token cannot guess', async () => {
    const { call } = await theStaff('editor')
    const attempts = Array.from(
      { length: 11 },
      () => () =>
        call('POST /admin/account/second-step', { kind: 'authenticator', password: 'a wrong one' }),
    )
    const statuses: number[] = []
    for (const attempt of attempts) await attempt().catch(({ status }) => statuses.push(status))
    expect(statuses).toEqual([...Array(10).fill(400), 429])
  })
})
