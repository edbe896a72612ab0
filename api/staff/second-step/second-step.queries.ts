import { randomInt } from 'node:crypto'
import { hashToken, makeToken } from '#api/http/secrets/secrets.ts'
import { recoveryCodes, secondStepMinutes } from '#contract/form-limits.ts'
import { countRows, first, hasRows, type Row, sql, values } from '#db/sql.ts'

export type Passkey = Row<
  'staff_passkeys',
  'id' | 'name' | 'publicKey' | 'counter' | 'transports' | 'rpId'
>

/** The secret is encrypted. */
export type Attempt = Row<'staff_attempts', 'id' | 'staffId' | 'challenge' | 'secret'>

type Purpose = Row<'staff_attempts'>['purpose']

export async function hasSecondStep(staffId: string): Promise<boolean> {
  const [row] = await sql<{ has: boolean }[]>`
    select exists (select 1 from staff_passkeys where staff_id = ${staffId})
      or exists (select 1 from staff_authenticators where staff_id = ${staffId}) as has`
  return row?.has ?? false
}

export async function insertAttempt(attempt: {
  staffId: string
  purpose: Purpose
  challenge: string | null
  secret?: string | null
}): Promise<string> {
  const token = makeToken()
  await sql`
    insert into staff_attempts (id, staff_id, purpose, challenge, secret, expires_at)
    values (${hashToken(token)}, ${attempt.staffId}, ${attempt.purpose}, ${attempt.challenge},
      ${attempt.secret ?? null}, now() + make_interval(mins => ${secondStepMinutes}))`
  return token
}

export function findAttempt(token: string, purpose: Purpose): Promise<Attempt | undefined> {
  return first(sql<Attempt[]>`
    select id, staff_id, challenge, secret from staff_attempts
    where id = ${hashToken(token)} and purpose = ${purpose} and expires_at > now()`)
}

/** Works once, whatever the device's response. */
export async function takeChallenge(attemptId: string): Promise<string | undefined> {
  const [row] = await sql<(Row<'staff_attempts', 'challenge'> & { challenge: string })[]>`
    update staff_attempts now set challenge = null from staff_attempts before
    where now.id = ${attemptId} and before.id = now.id and now.challenge is not null
    returning before.challenge`
  return row?.challenge
}

/** Resolves to whether this was the first to finish it. */
export function finishAttempt(attemptId: string): Promise<boolean> {
  return hasRows(sql`delete from staff_attempts where id = ${attemptId}`)
}

export function listPasskeys(staffId: string) {
  return sql<(Passkey & Row<'staff_passkeys', 'createdAt' | 'lastUsedAt'>)[]>`
    select id, name, public_key, counter, transports, rp_id, created_at, last_used_at
    from staff_passkeys where staff_id = ${staffId} order by created_at`
}

export async function insertPasskey(staffId: string, passkey: Passkey): Promise<boolean> {
  const { id, name, publicKey, counter, transports, rpId } = passkey
  return hasRows(sql`
    insert into staff_passkeys (id, staff_id, name, public_key, counter, transports, rp_id)
    values (${id}, ${staffId}, ${name}, ${publicKey}, ${counter}, ${transports}, ${rpId})
    on conflict (id) do nothing`)
}

export function setPasskeyUsed(id: string, before: number, counter: number) {
  return hasRows(sql`
    update staff_passkeys set counter = ${counter}, last_used_at = now()
    where id = ${id} and counter = ${before}`)
}

export async function deletePasskey(staffId: string, id: string) {
  await sql`delete from staff_passkeys where staff_id = ${staffId} and id = ${id}`
}

export function findAuthenticator(staffId: string) {
  return first(sql<Row<'staff_authenticators', 'secret' | 'createdAt'>[]>`
    select secret, created_at from staff_authenticators where staff_id = ${staffId}`)
}

/** It replaces an older one. */
export async function setAuthenticator(staffId: string, secret: string, lastStep: number) {
  await sql`
    insert into staff_authenticators (staff_id, secret, last_step) values (${staffId}, ${secret}, ${lastStep})
    on conflict (staff_id) do update
      set secret = excluded.secret, last_step = excluded.last_step, created_at = now()`
}

/** Resolves to whether no code of this step or a later one was used. */
export function takeStep(staffId: string, step: number): Promise<boolean> {
  return hasRows(sql`
    update staff_authenticators set last_step = ${step}
    where staff_id = ${staffId} and last_step < ${step}`)
}

export async function deleteAuthenticator(staffId: string) {
  await sql`delete from staff_authenticators where staff_id = ${staffId}`
}

export function countRecoveryCodes(staffId: string): Promise<number> {
  return countRows(sql`staff_recovery_codes where staff_id = ${staffId}`)
}

/** Replaces older ones. Resolves to the codes, which are shown once. */
export async function replaceRecoveryCodes(staffId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () => makeCode(4, 4))
  await deleteRecoveryCodes(staffId)
  await sql`insert into staff_recovery_codes ${values(
    'staff_recovery_codes',
    codes.map((code) => ({ id: hashRecoveryCode(staffId, code), staffId })),
  )}`
  return codes
}

export async function deleteRecoveryCodes(staffId: string) {
  await sql`delete from staff_recovery_codes where staff_id = ${staffId}`
}

/** Resolves to whether the code was valid; each works once. */
export function takeRecoveryCode(staffId: string, typed: string): Promise<boolean> {
  return hasRows(sql`
    delete from staff_recovery_codes where id = ${hashRecoveryCode(staffId, typed)}`)
}

// Characters that look alike are left out: 0 and o, 1, i and l.
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Random groups of letters and digits, joined by dashes. */
export function makeCode(groups: number, groupLength: number): string {
  const sign = () => signs[randomInt(signs.length)]
  const group = () => Array.from({ length: groupLength }, sign).join('')
  return Array.from({ length: groups }, group).join('-')
}

function hashRecoveryCode(staffId: string, code: string): string {
  return hashToken(`${staffId} ${code.toLowerCase().replace(/[^a-z\d]/g, '')}`)
}
