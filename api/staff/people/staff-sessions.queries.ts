import type { StaffMember } from '#api/http/request-context.ts'
import { hashToken, makeToken } from '#api/http/secrets/secrets.ts'
import { adminSessionHours, confirmedMinutes } from '#contract/form-limits.ts'
import { keptDays } from '#contract/retention.ts'
import { hasRows, type Row, sql } from '#db/sql.ts'

/** Stores the hash of a new token. Resolves to nothing when the password was changed during the check. */
export async function insertStaffSession(
  { id, passwordHash }: { id: string; passwordHash: string | null },
  browser?: string,
) {
  const token = makeToken()
  const [session] = await sql<Row<'staff_sessions', 'publicId'>[]>`
    insert into staff_sessions (id, staff_id, browser, expires_at)
    select ${hashToken(token)}, id, ${browser ?? null}, now() + make_interval(hours => ${adminSessionHours})
    from staff where id = ${id} and state = 'active' and password_hash = ${passwordHash}
    for share
    returning public_id`
  return session && { token, ...session }
}

/** It also records the time of use, to the minute. */
export async function findStaffByToken(token: string): Promise<StaffMember | undefined> {
  const session = hashToken(token)
  const [row] = await sql<(Omit<StaffMember, 'token'> & { isFresh: boolean })[]>`
    select staff.id, role, name, reader_id, s.last_used_at > now() - interval '1 minute' as is_fresh
    from staff_sessions s join staff on staff.id = staff_id
    where s.id = ${session} and s.expires_at > now() and state = 'active'`
  if (!row) return
  const { isFresh, ...member } = row
  if (!isFresh) await sql`update staff_sessions set last_used_at = now() where id = ${session}`
  return { ...member, token }
}

/** The browser is null for a program. */
export type StaffSession = Row<'staff_sessions', 'id' | 'browser' | 'createdAt' | 'lastUsedAt'> & {
  isThisOne: boolean
}

/** Open ones, last used first; `token` marks the current one. */
export function listStaffSessions(staffId: string, token = '') {
  return sql<StaffSession[]>`${sessionsOf(token)} and staff_id = ${staffId} ${latestFirst()}`
}

export function listAllStaffSessions(token: string) {
  return sql<(StaffSession & Row<'staff_sessions', 'staffId'>)[]>`
    ${sessionsOf(token)} ${latestFirst()}`
}

const sessionsOf = (token: string) => sql`
  select public_id as id, staff_id, browser, created_at, last_used_at, id = ${hashToken(token)} as is_this_one
  from staff_sessions where expires_at > now()`

const latestFirst = () => sql`order by last_used_at desc, created_at desc`

/** Password or passkey were right in this session. */
export async function confirmSession(token: string) {
  await sql`update staff_sessions set confirmed_at = now() where id = ${hashToken(token)}`
}

/** Whether that was just now. */
export function isConfirmed(token: string): Promise<boolean> {
  return hasRows(sql`
    select from staff_sessions
    where id = ${hashToken(token)} and confirmed_at > now() - make_interval(mins => ${confirmedMinutes})`)
}

export async function deleteStaffSession(token: string) {
  await sql`delete from staff_sessions where id = ${hashToken(token)}`
}

/** Resolves to whether it existed. */
export function endStaffSession(staffId: string, publicId: string): Promise<boolean> {
  return hasRows(sql`
    delete from staff_sessions where staff_id = ${staffId} and public_id = ${publicId}`)
}

/** Signs out everywhere but where `kept` is the token, ends unfinished sign-ins, and forgets known browsers. */
export async function endStaffSessions(staffId: string, kept = '') {
  await sql`delete from staff_sessions where staff_id = ${staffId} and id <> ${hashToken(kept)}`
  await sql`delete from staff_devices where staff_id = ${staffId}`
  await sql`delete from staff_attempts where staff_id = ${staffId}`
}

/** The secret of a link that ends this session, unless it has ended. */
export async function insertEndToken(publicId: string): Promise<string | undefined> {
  const token = makeToken()
  const { count } = await sql`
    update staff_sessions set end_hash = ${hashToken(token)} where public_id = ${publicId}`
  return count > 0 ? token : undefined
}

/** Ends a session by the token of a mailed link. Resolves to the staff member, whose known browsers are forgotten. */
export async function endSessionByLink(token: string) {
  const [ended] = await sql<(Row<'staff', 'name'> & { staffId: string })[]>`
    delete from staff_sessions s using staff
    where staff.id = s.staff_id and end_hash = ${hashToken(token)}
    returning staff.id as staff_id, staff.name`
  if (ended) await sql`delete from staff_devices where staff_id = ${ended.staffId}`
  return ended
}

export function isDeviceOf(staffId: string, deviceHash: string): Promise<boolean> {
  return hasRows(sql`
    select 1 from staff_devices where id = ${deviceHash} and staff_id = ${staffId}`)
}

export async function rememberDevice(staffId: string, deviceHash: string) {
  await sql`
    insert into staff_devices (id, staff_id) values (${deviceHash}, ${staffId})
    on conflict (id, staff_id) do update set last_used_at = now()`
}

export async function deleteExpiredOfStaff() {
  await sql`delete from staff_sessions where expires_at < now()`
  await sql`delete from staff_attempts where expires_at < now()`
  await sql`delete from staff_links where expires_at < now()`
  await sql`delete from staff_devices where last_used_at < now() - make_interval(days => ${keptDays.device})`
}
