import type { Publisher } from '#api/http/request-context.ts'
import { hashToken, makeToken } from '#api/http/secrets.ts'
import { adminSessionHours } from '#contract/form-limits.ts'
import { keptDays } from '#contract/retention.ts'
import { sql } from '#db/sql.ts'

interface PublisherRow {
  username: string
  passwordHash: string
}

export async function findPublisher(): Promise<PublisherRow | undefined> {
  const [row] = await sql<PublisherRow[]>`select username, password_hash from publisher`
  return row
}

/** Ends all sessions of the previous publisher. */
export async function replacePublisher(publisher: PublisherRow) {
  await sql`
    insert into publisher ${sql(publisher as never)}
    on conflict (only_row) do update
      set username = excluded.username, password_hash = excluded.password_hash`
  await sql`delete from publisher_sessions`
  await sql`delete from publisher_devices`
}

/** Stores the hash of a new token. Resolves to nothing when the password was changed during the check. */
export async function insertPublisherSession(checked: PublisherRow): Promise<string | undefined> {
  const token = makeToken()
  const { count } = await sql`
    insert into publisher_sessions (id, expires_at)
    select ${hashToken(token)}, now() + make_interval(hours => ${adminSessionHours})
    from publisher where password_hash = ${checked.passwordHash} for share`
  return count > 0 ? token : undefined
}

export async function findPublisherByToken(token: string): Promise<Publisher | undefined> {
  const [row] = await sql<{ username: string }[]>`
    select p.username from publisher_sessions s, publisher p
    where s.id = ${hashToken(token)} and s.expires_at > now()`
  return row && { ...row, token }
}

export async function deletePublisherSession(token: string) {
  await sql`delete from publisher_sessions where id = ${hashToken(token)}`
}

export async function isKnownDevice(visitorId: string): Promise<boolean> {
  const [row] = await sql`select 1 from publisher_devices where id = ${hashToken(visitorId)}`
  return row !== undefined
}

export async function rememberDevice(visitorId: string) {
  await sql`
    insert into publisher_devices (id) values (${hashToken(visitorId)})
    on conflict (id) do update set last_used_at = now()`
}

export async function deleteExpiredPublisherSessions() {
  await sql`delete from publisher_sessions where expires_at < now()`
  await sql`delete from publisher_devices where last_used_at < now() - make_interval(days => ${keptDays.device})`
}
