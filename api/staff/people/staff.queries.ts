import { needsSecondStep, type Role } from '#contract/roles.ts'
import { columns, first, hasRows, hasWords, type Row, type RowOf, sql, values } from '#db/sql.ts'
import { endStaffSessions } from './staff-sessions.queries.ts'

/** The address is null for the owner, the password hash until an invitation is accepted. */
export type StaffRow = RowOf<typeof staffColumns>

const staffColumns = columns('staff', [
  'id',
  'role',
  'name',
  'email',
  'state',
  'passwordHash',
  'readerId',
  'chosePassword',
])

export function findOwner(): Promise<StaffRow | undefined> {
  return first(sql<StaffRow[]>`select ${sql(staffColumns)} from staff where role = 'owner'`)
}

export function findStaff(id: string): Promise<StaffRow | undefined> {
  return first(sql<StaffRow[]>`
    select ${sql(staffColumns)} from staff where id = ${id} and state <> 'ended'`)
}

/**
 * The same for all spellings of a name or address that find the same row. The database makes it, since JavaScript's
 * lower case differs (`İ`).
 */
export async function signInKey(username: string): Promise<string> {
  const [row] = await sql<{ key: string }[]>`select lower(${username}) as key`
  return row?.key ?? username
}

/** Finds them by username, which the owner has, or e-mail address, which the others have. */
export function findStaffToSignIn(username: string): Promise<StaffRow | undefined> {
  return first(sql<StaffRow[]>`
    select ${sql(staffColumns)} from staff
    where state = 'active'
      and ((role = 'owner' and name = ${username}) or lower(email) = lower(${username}))
    order by role = 'owner' desc limit 1`)
}

export async function replaceOwner(owner: { username: string; passwordHash: string }) {
  const [row] = await sql<Row<'staff', 'id'>[]>`
    insert into staff (role, name, password_hash, state)
    values ('owner', ${owner.username}, ${owner.passwordHash}, 'active')
    on conflict (role) where role = 'owner' do update
      set name = excluded.name, password_hash = excluded.password_hash, chose_password = false
    returning id`
  if (row) await endStaffSessions(row.id)
}

/** Resolves to nothing when name or address is taken. */
export function insertStaff(invited: { name: string; email: string; role: Role }) {
  return first(sql<Row<'staff', 'id'>[]>`
    insert into staff ${values('staff', { ...invited, state: 'invited' })} on conflict do nothing returning id`)
}

export function isNameOfOwner(name: string): Promise<boolean> {
  return hasRows(sql`
    select 1 from staff where role = 'owner' and lower(name) = lower(${name})`)
}

export async function setStaffPassword(id: string, passwordHash: string) {
  await sql`
    update staff set password_hash = ${passwordHash}, state = 'active'
    where id = ${id} and state <> 'ended' and role <> 'owner'`
  await endStaffSessions(id)
}

/** The owner's first sign-in of their own. Resolves to false where another of the staff has the name. */
export async function beginAs(id: string, owner: { name: string; passwordHash: string }) {
  await changePassword(id, owner.passwordHash, '')
  return hasRows(sql`
    update staff set name = ${owner.name} where id = ${id} and not exists (
      select 1 from staff where id <> ${id} and state <> 'ended' and lower(name) = lower(${owner.name}))`)
}

/** Ends the other sessions of whoever is signed in with `token`. The owner's holds over what its file says. */
export async function changePassword(id: string, passwordHash: string, token: string) {
  await sql`
    update staff set password_hash = ${passwordHash}, chose_password = role = 'owner' where id = ${id}`
  await endStaffSessions(id, token)
}

/** Ends all sessions, so that the rights of the new role apply at once. */
export async function setRole(id: string, role: Role) {
  await sql`update staff set role = ${role} where id = ${id} and role <> 'owner'`
  await endStaffSessions(id)
}

/** Keeps only the name, for stories and the activity log. */
export async function endAccess(id: string) {
  await sql`
    update staff
    set state = 'ended', ended_at = now(), email = null, password_hash = null, reader_id = null
    where id = ${id} and role <> 'owner'`
  await endStaffSessions(id)
  await deleteSecondSteps(id)
  await sql`delete from staff_links where staff_id = ${id}`
}

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
  invitedUntil: string | null
  readerEmail: string | null
  hasSecondStep: boolean
}

/** The owner first; without people whose access has ended. */
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

/** Lists staff with all these words in name and e-mail address, by name. */
export function listFoundStaff(words: string[], limit: number) {
  return sql<Row<'staff', 'id' | 'role' | 'name' | 'state'>[]>`
    select id, role, name, state from staff
    where state <> 'ended' and ${hasWords(sql`lower(normalize(concat_ws(chr(10), name, email)))`, words)}
    order by lower(name), id limit ${limit}`
}
