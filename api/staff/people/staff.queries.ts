import { needsSecondStep, type Role } from '#contract/roles.ts'
import { columns, type Row, type RowOf, sql, values } from '#db/sql.ts'
import { endStaffSessions } from '../sign-in/staff-sessions.queries.ts'

/** Its address is null for the owner, its password before an invitation is accepted. */
export type StaffRow = RowOf<typeof staffColumns>

const staffColumns = columns('staff', [
  'id',
  'role',
  'name',
  'email',
  'state',
  'passwordHash',
  'readerId',
])

export async function findOwner(): Promise<StaffRow | undefined> {
  const [row] = await sql<StaffRow[]>`select ${sql(staffColumns)} from staff where role = 'owner'`
  return row
}

export async function findStaff(id: string): Promise<StaffRow | undefined> {
  const [row] = await sql<StaffRow[]>`
    select ${sql(staffColumns)} from staff where id = ${id} and state <> 'ended'`
  return row
}

/**
 * One for all ways to write a name or an address that lead to the same row: as the database compares them. JavaScript's
 * small letters are others (`İ`).
 */
export async function signInKey(username: string): Promise<string> {
  const [row] = await sql<{ key: string }[]>`select lower(${username}) as key`
  return row?.key ?? username
}

/** By username, which the owner has, or e-mail address, which the others have. */
export async function findStaffToSignIn(username: string): Promise<StaffRow | undefined> {
  const [row] = await sql<StaffRow[]>`
    select ${sql(staffColumns)} from staff
    where state = 'active'
      and ((role = 'owner' and name = ${username}) or lower(email) = lower(${username}))
    order by role = 'owner' desc limit 1`
  return row
}

/** Ends all sessions of the owner. */
export async function replaceOwner(owner: { username: string; passwordHash: string }) {
  const [row] = await sql<Row<'staff', 'id'>[]>`
    insert into staff (role, name, password_hash, state)
    values ('owner', ${owner.username}, ${owner.passwordHash}, 'active')
    on conflict (role) where role = 'owner' do update
      set name = excluded.name, password_hash = excluded.password_hash
    returning id`
  if (row) await endStaffSessions(row.id)
}

/** Resolves to nothing when name or address is taken. */
export async function insertStaff(invited: { name: string; email: string; role: Role }) {
  const [row] = await sql<Row<'staff', 'id'>[]>`
    insert into staff ${values('staff', { ...invited, state: 'invited' })} on conflict do nothing returning id`
  return row
}

export async function isNameOfOwner(name: string): Promise<boolean> {
  const [row] = await sql`
    select 1 from staff where role = 'owner' and lower(name) = lower(${name})`
  return row !== undefined
}

/** Sessions opened with the old one end. */
export async function setStaffPassword(id: string, passwordHash: string) {
  await sql`
    update staff set password_hash = ${passwordHash}, state = 'active'
    where id = ${id} and state <> 'ended' and role <> 'owner'`
  await endStaffSessions(id)
}

/** What the role opens changes at once: sessions end. */
export async function setRole(id: string, role: Role) {
  await sql`update staff set role = ${role} where id = ${id} and role <> 'owner'`
  await endStaffSessions(id)
}

/** What is left is the name, for the stories and the log. */
export async function endAccess(id: string) {
  await sql`
    update staff
    set state = 'ended', ended_at = now(), email = null, password_hash = null, reader_id = null
    where id = ${id} and role <> 'owner'`
  await endStaffSessions(id)
  await deleteSecondSteps(id)
  await sql`delete from staff_links where staff_id = ${id}`
}

/** Devices, authenticator and recovery codes. */
export async function deleteSecondSteps(staffId: string) {
  await sql`delete from staff_passkeys where staff_id = ${staffId}`
  await sql`delete from staff_authenticators where staff_id = ${staffId}`
  await sql`delete from staff_recovery_codes where staff_id = ${staffId}`
  await sql`delete from staff_attempts where staff_id = ${staffId}`
}

export async function setReaderOf(id: string, readerId: string | null) {
  await sql`update staff set reader_id = ${readerId} where id = ${id} and state <> 'ended'`
}

type PersonRow = Row<'staff', 'id' | 'role' | 'name' | 'email' | 'state' | 'createdAt'> & {
  /** Until when the newest link of the invitation works. */
  invitedUntil: string | null
  readerEmail: string | null
  hasSecondStep: boolean
}

/** The owner first; who has left is not among them. */
export async function listStaff() {
  const rows = await sql<PersonRow[]>`
    select staff.id, role, name, staff.email, state, staff.created_at, readers.email as reader_email,
      (select max(expires_at) from staff_links where staff_id = staff.id and purpose = 'join') as invited_until,
      exists (select 1 from staff_passkeys where staff_id = staff.id)
        or exists (select 1 from staff_authenticators where staff_id = staff.id) as has_second_step
    from staff left join readers on readers.id = reader_id
    where state <> 'ended' order by role = 'owner' desc, lower(name)`
  return rows.map((row) => ({ ...row, needsSecondStep: needsSecondStep(row.role) }))
}
