import { describe, expect, inject, test } from 'vitest'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { checkDatabase, type DatabaseFacts, missingIn, warningsAbout } from './requirements.ts'
import { sql } from './sql.ts'

const good: DatabaseFacts = {
  version: 150_000,
  versionText: 'PostgreSQL 15.0 on x86_64-pc-linux-gnu',
  encoding: 'UTF8',
  isReadOnly: false,
  mayCreateTables: true,
  missingExtensions: [],
  synchronousCommit: 'on',
  limitsStatements: true,
  hearsNotifications: true,
  keepsSessions: true,
}

describe('an operator who sets DATABASE_URL', () => {
  test('may use any PostgreSQL from 15 on', () => {
    expect(missingIn(good)).toEqual([])
    expect(missingIn({ ...good, version: 180_004 })).toEqual([])
  })

  test.each<[string, Partial<DatabaseFacts>, RegExp]>([
    ['an old version', { version: 140_019 }, /version 14\. Upgrade it to PostgreSQL 15/],
    [
      'an engine that only speaks like it',
      { versionText: 'CockroachDB CCL v25' },
      /no PostgreSQL but CockroachDB/,
    ],
    ['an encoding that loses names', { encoding: 'LATIN1' }, /encoding is LATIN1.*template0/],
    ['a standby', { isReadOnly: true }, /may only be read.*primary/],
    ['a user without rights', { mayCreateTables: false }, /may not create tables.*owner/],
    ['a missing extension', { missingExtensions: ['pg_trgm'] }, /create extension pg_trgm/],
    ['a proxy that pools transactions', { keepsSessions: false }, /session mode/],
    ['notices that do not arrive', { hearsNotifications: false }, /LISTEN and NOTIFY/],
  ])('is told what to do about %s', (_, lack, label) => {
    expect(missingIn({ ...good, ...lack })).toEqual([expect.stringMatching(label)])
  })

  test('gets everything that is missing in one message', () => {
    const bad = { version: 130_000, encoding: 'SQL_ASCII', mayCreateTables: false }
    expect(
      missingIn({ ...good, ...bad, missingExtensions: ['pg_trgm', 'fuzzystrmatch'] }),
    ).toHaveLength(5)
  })

  test('is warned of settings that work but are unwise', () => {
    expect(warningsAbout(good)).toEqual([])
    expect(warningsAbout({ ...good, synchronousCommit: 'off' })).toHaveLength(1)
    expect(warningsAbout({ ...good, limitsStatements: false })).toHaveLength(1)
  })
})

describe('a start', () => {
  test('accepts a real database', async () => {
    // The server of the tests is told not to wait for its disk.
    expect(await checkDatabase(await ownDatabaseUrl())).toEqual([
      expect.stringContaining('synchronous_commit is off'),
    ])
  })

  test('lists what an unprivileged user and a read-only server lack', async () => {
    await sql`create role weak login`
    await sql`create database weakly template template0`
    const url = inject('databaseUrl').replace('app@', 'weak@').replace('/ascend?', '/weakly?')
    const readOnly = `${url}&options=${encodeURIComponent('-c default_transaction_read_only=on')}`
    await expect(checkDatabase(readOnly)).rejects.toThrow(
      /may only be read.*may not create tables.*pg_trgm.*fuzzystrmatch/s,
    )
  })

  test('fails when DATABASE_URL and DATABASE_DIRECT_URL are two databases', async () => {
    await sql`create database elsewhere template template0`
    const elsewhere = inject('databaseUrl').replace('/ascend?', '/elsewhere?')
    await expect(checkDatabase(await ownDatabaseUrl(), elsewhere)).rejects.toThrow(
      /DATABASE_URL and DATABASE_DIRECT_URL does not meet.*both addresses must lead to one database/s,
    )
  })

  test('reports a server that does not answer, without the password', async () => {
    const label = await checkDatabase('postgres://me:s3cret@127.0.0.1:1/none').catch(String)
    expect(label).toMatch(/cannot be used.*ECONNREFUSED.*Is it running/)
    expect(label).not.toContain('s3cret')
  })
})
