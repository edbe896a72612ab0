import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import { type MailKind, markSent, type QueuedMail } from '#api/mails/mails.queries.ts'
import { composeMail } from '#api/mails/send-mails.ts'
import type { InputOf } from '#contract/endpoints/contract.ts'
import type { Role } from '#contract/roles.ts'
import { sql, transaction } from '#db/sql.ts'
import { composeWith } from './fixtures/mail-sender.ts'
import { linkOf } from './magazine/composed-mails.ts'
import { aVisitor, staffPassword, thePublisher } from './people.ts'

/** The newest mail of this kind to this address as it would be sent, or nothing. */
export async function mailTo(recipient: string, kind: MailKind) {
  return transaction(async () => {
    const [queued] = await sql<QueuedMail[]>`
      select id, kind, recipient, data, created_at, attempts from mails
      where recipient = ${recipient} and kind = ${kind} and next_try_at is not null
      order by created_at desc limit 1`
    if (!queued) return
    const mail = await composeMail(queued, composeWith)
    await markSent(queued.id)
    return mail
  })
}

/** The token in its link. */
export async function mailedToken(recipient: string, kind: MailKind): Promise<string> {
  const mail = await mailTo(recipient, kind)
  return (mail && linkOf(mail).searchParams.get('token')) ?? ''
}

/** Invited by the owner; nothing is accepted yet. */
export async function anInvitation(role: Exclude<Role, 'owner'>) {
  const { call } = await thePublisher()
  const email = `${role}-${randomUUID()}@ascend.example`
  const name = `Amara ${randomUUID().slice(0, 8)}`
  const people = await call('POST /admin/people', { name, email, role })
  const id = people.find((person) => person.email === email)?.id ?? ''
  return { id, name, email, token: await mailedToken(email, 'staffInvitation') }
}

/** The codes of an app that holds this secret; `steps` from now. */
export function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return totp.generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Waits where a step of 30 seconds is about to end: the code of the step before it would be too old by its arrival. */
export async function earlyInAStep() {
  const leftMs = 30_000 - (Date.now() % 30_000)
  if (leftMs < 4_000) await delay(leftMs)
}

/** Lets the code of this very moment be used once more, as a minute later. */
export async function aMinutePasses() {
  await sql`update staff_authenticators set last_step = last_step - 10`
}

/** Somebody who accepted an invitation, with an authenticator where their role needs one. */
export async function aStaffMember(role: Exclude<Role, 'owner'>) {
  const invited = await anInvitation(role)
  const visitor = await aVisitor()
  const { token } = invited
  let secret = ''
  let proof: Partial<InputOf<'POST /admin/join'>> = {}
  if ((await visitor.call('POST /admin/join/open', { token })).needsSecondStep) {
    const begun = await visitor.call('POST /admin/join/second-step', {
      token,
      kind: 'authenticator',
    })
    secret = begun.authenticator?.secret ?? ''
    proof = { attempt: begun.attempt, code: codeOf(secret) }
  }
  const { recoveryCodes } = await visitor.call('POST /admin/join', {
    token,
    password: staffPassword,
    ...proof,
  })
  // Whoever accepted with this code has another one by the time they sign in.
  await sql`update staff_authenticators set last_step = last_step - 1 where staff_id = ${invited.id}`
  // Accepting signed them in; each test does that by itself.
  await sql`delete from staff_sessions where staff_id = ${invited.id}`
  await sql`delete from staff_devices where staff_id = ${invited.id}`
  return { ...invited, ...visitor, secret, recoveryCodes }
}
