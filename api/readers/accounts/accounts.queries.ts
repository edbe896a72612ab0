import type { Reader } from '#api/http/request-context.ts'
import { hashToken, makeToken } from '#api/http/secrets/secrets.ts'
import { linkMinutes } from '#contract/form-limits.ts'
import type { AgeBand } from '#contract/magazine/age-bands.ts'
import { keptDays } from '#contract/retention.ts'
import { columns, first, hasRows, type Row, sql, values } from '#db/sql.ts'

const readerColumns = columns('readers', [
  'id',
  'email',
  'firstName',
  'lastName',
  'profileImageUrl',
])

export function findReaderByEmail(email: string) {
  return first(sql<(Reader & Row<'readers', 'passwordHash'>)[]>`
    select ${sql(readerColumns)}, password_hash from readers where email = ${email}`)
}

export function findReader(id: string) {
  return first(sql<
    (Reader & Row<'readers', 'createdAt' | 'emailProvenAt'> & { hasPassword: boolean })[]
  >`
    select ${sql(readerColumns)}, created_at, email_proven_at, password_hash is not null as has_password
    from readers where id = ${id}`)
}

interface NewReader {
  email: string
  firstName: string | null
  lastName: string | null
  passwordHash: string | null
  providerSubject?: string
  emailProvenAt?: Date
  ageBand?: AgeBand | null
}

/** Resolves to nothing when the e-mail is taken. */
export function insertReader(reader: NewReader) {
  return first(sql<Reader[]>`
    insert into readers ${values('readers', reader)}
    on conflict (email) do nothing returning ${sql(readerColumns)}`)
}

export function findReaderBySubject(providerSubject: string) {
  return first(sql<Reader[]>`
    select ${sql(readerColumns)} from readers where provider_subject = ${providerSubject}`)
}

/** Links an account to a provider that has verified its address; its password may be another person's and is removed. */
export async function linkReader(id: string, providerSubject: string) {
  await sql`
    update readers
    set provider_subject = ${providerSubject}, password_hash = null, email_proven_at = now(), updated_at = now()
    where id = ${id}`
}

/** A secret for a mailed link; only its hash is stored. */
export async function insertReset(readerId: string): Promise<string> {
  const token = makeToken()
  await sql`
    insert into password_resets (token_hash, reader_id, expires_at)
    values (${hashToken(token)}, ${readerId}, now() + make_interval(mins => ${linkMinutes.reset}))`
  return token
}

/** A first check; `takeReset` decides. */
export function isResetOpen(token: string): Promise<boolean> {
  return hasRows(sql`
    select 1 from password_resets where token_hash = ${hashToken(token)} and expires_at > now()`)
}

/** Uses the link up, with all others of its reader, and resolves to the reader. Call it in a transaction. */
export async function takeReset(token: string) {
  const tokenHash = hashToken(token)
  // The reader first: two links used at once would each wait for the other's row.
  const [reader] = await sql<Row<'readers', 'id' | 'email'>[]>`
    select r.id, r.email from password_resets p join readers r on r.id = p.reader_id
    where p.token_hash = ${tokenHash} and p.expires_at > now() for no key update of r`
  if (!reader) return undefined
  const gone = await sql<Row<'password_resets', 'tokenHash'>[]>`
    delete from password_resets where reader_id = ${reader.id} returning token_hash`
  // Another request may have used it during the wait.
  return gone.some((link) => link.tokenHash === tokenHash) ? reader : undefined
}

/** Whether the password is still this one; locked until the transaction ends. */
export function lockPassword(id: string, passwordHash: string | null): Promise<boolean> {
  return hasRows(sql`
    select 1 from readers where id = ${id} and password_hash = ${passwordHash} for share`)
}

export function isDeviceKnown(deviceHash: string): Promise<boolean> {
  return hasRows(sql`select 1 from reader_devices where id = ${deviceHash}`)
}

export async function insertDevice(readerId: string, deviceHash: string) {
  await sql`
    insert into reader_devices (id, reader_id) values (${deviceHash}, ${readerId})
    on conflict (id) do update set last_used_at = now()`
}

export async function deleteDevices(readerId: string) {
  await sql`delete from reader_devices where reader_id = ${readerId}`
}

/** The link came by mail, so this also confirms the address. */
export async function setPassword(id: string, passwordHash: string) {
  await sql`
    update readers
    set password_hash = ${passwordHash}, email_proven_at = now(), updated_at = now() where id = ${id}`
}

/** It is set without a mail, so it proves nothing of the address. */
export async function setOwnPassword(id: string, passwordHash: string) {
  await sql`update readers set password_hash = ${passwordHash}, updated_at = now() where id = ${id}`
}

export async function setName(id: string, name: { firstName: string; lastName: string }) {
  await sql`update readers set ${sql(name)}, updated_at = now() where id = ${id}`
}

/** The new address is proven. False where another account has it, or this one has another by now. */
export async function setEmail({ id, email }: Pick<Reader, 'id' | 'email'>, newEmail: string) {
  return hasRows(sql`
    update readers set email = ${newEmail}, email_proven_at = now(), updated_at = now()
    where id = ${id} and email = ${email}
      and not exists (select from readers where email = ${newEmail})`)
}

export function isEmailProven(id: string): Promise<boolean> {
  return hasRows(sql`select 1 from readers where id = ${id} and email_proven_at is not null`)
}

export async function setEmailProven(id: string) {
  await sql`
    update readers set email_proven_at = now(), updated_at = now()
    where id = ${id} and email_proven_at is null`
}

export async function deleteExpired() {
  await sql`delete from sessions where expires_at < now()`
  await sql`delete from password_resets where expires_at < now()`
  await sql`delete from reader_devices where last_used_at < now() - make_interval(days => ${keptDays.device})`
  await sql`delete from rate_limits where expire < ${Date.now()}`
}
