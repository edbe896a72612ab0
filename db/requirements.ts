import { setTimeout as pause } from 'node:timers/promises'
import { readFault } from './driver/database-unavailable.ts'
import { type Database, openDatabase } from './driver/open-database.ts'

export interface DatabaseFacts {
  /** `server_version_num`: 150018 is 15.18. */
  version: number
  /** `version()`, which also tells other engines with the same protocol. */
  versionText: string
  encoding: string
  /** A standby, or a server set to read-only. */
  isReadOnly: boolean
  mayCreateTables: boolean
  /** Extensions that are neither installed nor installable by this user. */
  missingExtensions: string[]
  synchronousCommit: string
  /** Whether the connection's statement_timeout is in force. */
  limitsStatements: boolean
  /** A notification of one connection arrives on another. */
  hearsNotifications: boolean
  /** A session's lock lasts until its next statement, and ends with it. */
  keepsSessions: boolean
}

const oldest = 15
const extensions = ['pg_trgm', 'fuzzystrmatch']
const notificationMs = 2_000

/** What is missing and what to do about it; empty when all requirements are met. */
export function missingIn(facts: DatabaseFacts): string[] {
  const lacks = (isMissing: boolean, what: string) => (isMissing ? [what] : [])
  return [
    ...lacks(
      /cockroach|yugabyte|redshift|materialize/i.test(facts.versionText),
      `It is no PostgreSQL but ${facts.versionText.slice(0, 60)}: Ascend is tried on PostgreSQL alone. Use a PostgreSQL ${oldest} or newer.`,
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
      'A lock does not outlast its statement: a pooler in front hands each transaction another connection. Set DATABASE_DIRECT_URL to the address of the database itself, or use the pooler in session mode.',
    ),
    ...lacks(
      !facts.hearsNotifications,
      'What one connection notifies does not reach another that listens (LISTEN and NOTIFY). Set DATABASE_DIRECT_URL to the address of the database itself, or use the pooler in session mode. If it is set, both addresses must lead to one database.',
    ),
  ]
}

/** Warnings for the log about settings that work but are unwise. */
export function warningsAbout(facts: DatabaseFacts): string[] {
  const warn = (isSo: boolean, what: string) => (isSo ? [what] : [])
  return [
    ...warn(
      facts.synchronousCommit === 'off',
      'synchronous_commit is off: a crash of the database may lose orders of its last moment',
    ),
    ...warn(
      !facts.limitsStatements,
      'a pooler in front ignores statement_timeout: set it for the user (alter role … set statement_timeout)',
    ),
  ]
}

/**
 * Rejects with one Error that lists everything missing, or says that the database cannot be reached; resolves to
 * warnings. Another `directUrl`: `url` is a pooler of transactions.
 */
export async function checkDatabase(url: string, directUrl = url): Promise<string[]> {
  const isPooled = directUrl !== url
  const one = openDatabase(directUrl, { max: 1 })
  const other = openDatabase(url, { max: 1, isPooled })
  try {
    const facts = {
      ...(await readFacts(one)),
      limitsStatements: await limitsStatements(other),
      keepsSessions: await keepsSessions(one, other),
      hearsNotifications: await hearsNotifications(one, other),
    }
    const missing = missingIn(facts)
    if (missing.length > 0) {
      throw new Error(
        `The database of ${settings(isPooled)} does not meet the requirements (docs/database.md):\n${missing.map((what) => `  - ${what}`).join('\n')}`,
      )
    }
    return warningsAbout(facts)
  } catch (error) {
    if (readFault(error) === error) throw error
    const { message } = error as Error
    const advice = /unsupported startup parameter/.test(message)
      ? 'A pooler in front refuses it: set DATABASE_DIRECT_URL to the address of the database itself (docs/database.md).'
      : 'Is it running, and are address, user and password right?'
    throw new Error(`The database of ${settings(isPooled)} cannot be used: ${message}. ${advice}`)
  } finally {
    await Promise.all([one, other].map((db) => db.end({ timeout: 1 })))
  }
}

function settings(isPooled: boolean) {
  return isPooled ? 'DATABASE_URL and DATABASE_DIRECT_URL' : 'DATABASE_URL'
}

async function readFacts(db: Database) {
  const [facts] = await db<
    Omit<DatabaseFacts, 'limitsStatements' | 'keepsSessions' | 'hearsNotifications'>[]
  >`
    select
      current_setting('server_version_num')::integer as version,
      version() as version_text,
      pg_encoding_to_char(d.encoding)::text as encoding,
      pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create_tables,
      current_setting('synchronous_commit') as synchronous_commit,
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
  if (!facts) throw new Error('Expected one row about the current database and user, found none')
  return facts
}

async function limitsStatements(db: Database): Promise<boolean> {
  const [row] = await db<{ isOn: boolean }[]>`
    select current_setting('statement_timeout') <> '0' as is_on`
  return row?.isOn === true
}

/** Whether a session's lock lasts while another connection uses the database. */
async function keepsSessions(one: Database, other: Database): Promise<boolean> {
  const [lock] = await one<{ key: number }[]>`select (random() * 1e9)::integer as key`
  const key = lock?.key ?? 0
  await one`select pg_advisory_lock(${key})`
  // A transaction pooler would give this query the connection that holds the lock.
  const tries = await Promise.all([1, 2].map(() => other.begin((tx) => tryLock(tx as never, key))))
  const [held] = await one<{ isMine: boolean }[]>`select pg_advisory_unlock(${key}) as is_mine`
  return held?.isMine === true && tries.every((isTaken) => !isTaken)
}

async function tryLock(tx: Database, key: number): Promise<boolean> {
  const [row] = await tx<{ taken: boolean }[]>`select pg_try_advisory_xact_lock(${key}) as taken`
  return row?.taken === true
}

async function hearsNotifications(one: Database, other: Database): Promise<boolean> {
  let onNotification = () => {}
  const isHeard = new Promise<boolean>((resolve) => {
    onNotification = () => resolve(true)
  })
  const channel = `ascend_check_${Math.random().toString(36).slice(2)}`
  await one.listen(channel, onNotification)
  await other.notify(channel, '')
  return Promise.race([isHeard, pause(notificationMs, false, { ref: false })])
}
