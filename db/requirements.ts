import { setTimeout as pause } from 'node:timers/promises'
import { readFault } from './database-unavailable.ts'
import { type Database, openDatabase } from './driver/open-database.ts'

/** What is known of a database before it is used. */
export interface DatabaseFacts {
  /** `server_version_num`: 150018 is 15.18. */
  version: number
  /** As it names itself: other engines that speak the protocol say so. */
  calledItself: string
  encoding: string
  /** A standby, or told to be read-only. */
  isReadOnly: boolean
  mayCreateTables: boolean
  /** Of the extensions that the migrations need: what is neither there nor may be made by this user. */
  missingExtensions: string[]
  synchronousCommit: string
  /** Whether a statement ends by itself as it was asked to when the connection was made. */
  limitsStatements: boolean
  /** What is said on one connection arrives on another. */
  hearsNotices: boolean
  /** A lock taken by a session is there in its next statement, and is gone with it. */
  keepsSessions: boolean
}

const oldest = 15
const extensions = ['pg_trgm', 'fuzzystrmatch']
const noticeMs = 2_000

/** What the database lacks, each with what to do about it; empty when it will do. */
export function missingIn(facts: DatabaseFacts): string[] {
  const lacks = (isMissing: boolean, what: string) => (isMissing ? [what] : [])
  return [
    ...lacks(
      /cockroach|yugabyte|redshift|materialize/i.test(facts.calledItself),
      `It is no PostgreSQL but ${facts.calledItself.slice(0, 60)}: Ascend is tried on PostgreSQL alone. Use a PostgreSQL ${oldest} or newer.`,
    ),
    ...lacks(
      facts.version < oldest * 10_000,
      `It is version ${Math.floor(facts.version / 10_000)}. Upgrade it to PostgreSQL ${oldest} or newer.`,
    ),
    ...lacks(
      facts.encoding !== 'UTF8',
      `Its encoding is ${facts.encoding}, and names would be lost in it. Create it anew: create database ascend template template0 encoding 'UTF8'.`,
    ),
    ...lacks(
      facts.isReadOnly,
      'It may only be read: a standby, or a server that was made read-only. Use the address of the primary.',
    ),
    ...lacks(
      !facts.mayCreateTables,
      'Its user may not create tables. Make that user the owner: alter database … owner to …, or grant create on schema public.',
    ),
    ...facts.missingExtensions.map(
      (name) =>
        `The extension ${name} is not there, and this user may not create it. Have an administrator run in this database: create extension ${name}. If there is none of that name, install the package postgresql-contrib.`,
    ),
    ...lacks(
      !facts.keepsSessions,
      'A lock does not outlast its statement: a proxy in front hands each transaction another connection. Use the address of the database itself, or the proxy in session mode.',
    ),
    ...lacks(
      !facts.hearsNotices,
      'What one connection notifies does not reach another that listens (LISTEN and NOTIFY). Use the address of the database itself, or the proxy in session mode.',
    ),
  ]
}

/** What is unwise but works; for the log. */
export function doubtsAbout(facts: DatabaseFacts): string[] {
  const doubts = (isSo: boolean, what: string) => (isSo ? [what] : [])
  return [
    ...doubts(
      facts.synchronousCommit === 'off',
      'synchronous_commit is off: a crash of the database may lose orders of its last moment',
    ),
    ...doubts(
      !facts.limitsStatements,
      'a proxy in front ignores statement_timeout: set it for the user (alter role … set statement_timeout)',
    ),
  ]
}

/**
 * Looks at the database before anything is done with it. Throws one Error that lists everything it lacks, or says that
 * it cannot be reached; resolves to what is unwise but works.
 */
export async function checkDatabase(url: string): Promise<string[]> {
  const [one, other] = [openDatabase(url, { max: 1 }), openDatabase(url, { max: 1 })]
  try {
    const facts = {
      ...(await readFacts(one)),
      keepsSessions: await keepsSessions(one, other),
      hearsNotices: await hearsNotices(one, other),
    }
    const missing = missingIn(facts)
    if (missing.length > 0) {
      throw new Error(
        `The database of DATABASE_URL will not do (docs/database.md):\n${missing.map((what) => `  - ${what}`).join('\n')}`,
      )
    }
    return doubtsAbout(facts)
  } catch (error) {
    if (readFault(error) === error) throw error
    throw new Error(
      `The database of DATABASE_URL cannot be used: ${(error as Error).message}. Is it running, and are address, user and password right?`,
    )
  } finally {
    await Promise.all([one, other].map((db) => db.end({ timeout: 1 })))
  }
}

async function readFacts(db: Database) {
  const [facts] = await db<Omit<DatabaseFacts, 'keepsSessions' | 'hearsNotices'>[]>`
    select
      current_setting('server_version_num')::integer as version,
      version() as called_itself,
      pg_encoding_to_char(d.encoding)::text as encoding,
      pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create_tables,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('statement_timeout') <> '0' as limits_statements,
      array(
        select wanted.name from unnest(${extensions}::text[]) as wanted(name)
        where not exists (select from pg_extension e where e.extname = wanted.name)
          and not (
            has_database_privilege(d.oid, 'create')
            and exists (
              select from pg_available_extension_versions v
              where v.name = wanted.name and (v.trusted or u.rolsuper)
            )
          )
      ) as missing_extensions
    from pg_database d, pg_roles u
    where d.datname = current_database() and u.rolname = current_user`
  if (!facts) throw new Error('The database does not know itself')
  return facts
}

/** Whether a lock of a session holds while another connection has used the database in between. */
async function keepsSessions(one: Database, other: Database): Promise<boolean> {
  const [lock] = await one<{ key: number }[]>`select (random() * 1e9)::integer as key`
  const key = lock?.key ?? 0
  await one`select pg_advisory_lock(${key})`
  // A pooling proxy would give this one the connection that holds the lock, and the other way round.
  const tries = await Promise.all([1, 2].map(() => other.begin((tx) => tryLock(tx as never, key))))
  const [held] = await one<{ isMine: boolean }[]>`select pg_advisory_unlock(${key}) as is_mine`
  return held?.isMine === true && tries.every((isTaken) => !isTaken)
}

async function tryLock(tx: Database, key: number): Promise<boolean> {
  const [row] = await tx<{ taken: boolean }[]>`select pg_try_advisory_xact_lock(${key}) as taken`
  return row?.taken === true
}

async function hearsNotices(one: Database, other: Database): Promise<boolean> {
  let hear = () => {}
  const heard = new Promise<boolean>((resolve) => {
    hear = () => resolve(true)
  })
  const channel = `ascend_check_${Math.random().toString(36).slice(2)}`
  await one.listen(channel, hear)
  await other.notify(channel, '')
  return Promise.race([heard, pause(noticeMs, false, { ref: false })])
}
