import { appendFile, cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { anEmptyDatabase } from '#tests/databases/empty-database.ts'
import { aFolder } from '#tests/folders.ts'
import { runCheck, runMigrate } from './upgrade-commands.ts'

// What an operator is told of a new release before it is started.

/** A release whose migrations are these, and settings that suit it. */
async function aRelease(migrations: Record<string, string> = {}) {
  const root = await aFolder()
  const folder = join(root, 'db', 'migrations')
  await mkdir(folder, { recursive: true })
  const add = async (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  }
  await add({ '0001-stories.sql': 'create table stories (summary text);', ...migrations })
  const { db, url } = await anEmptyDatabase()
  const env = { DATABASE_URL: url, DATA_DIR: await aFolder(), ADMIN_PASSWORD: 'nine drums at dawn' }
  return { root, folder, db, add, env }
}

const gone = {
  '0200-unused.sql': '-- The code reads it no longer.\nselect 1;',
  '0201-gone.sql': '-- after: 0200\nalter table stories drop column summary;',
}

test('a new release that can run here lists its migrations, and applies them only on request', async () => {
  const { root, db, env, folder, add } = await aRelease()
  await migrate(db, folder)
  expect(await runCheck({ env, root })).toMatch(/No migration waits\.$/)
  await add({ '0200-tone.sql': 'alter table stories add column tone text;' })
  for (let look = 0; look < 2; look++) {
    expect(await runCheck({ env, root })).toMatch(
      /^The settings can be read,.*\n.*One migration waits: 0200-tone\.sql\.$/s,
    )
  }
  const note = () => {}
  expect(await runMigrate({ env, root, note })).toMatch(
    /^One migration in [\d.]+ s: 0200-tone\.sql\.$/,
  )
  expect(await runMigrate({ env, root, note })).toBe('No migration waited.')
  await appendFile(join(folder, '0200-tone.sql'), 'select 1;')
  await expect(runCheck({ env, root })).rejects.toThrow('0200-tone.sql was changed after it ran')
})

test('a new release that removes what the running one uses is rejected, while the one between is accepted', async () => {
  const { root, db, env, folder, add } = await aRelease()
  await migrate(db, folder)
  await add(gone)
  await expect(runCheck({ env, root })).rejects.toThrow(
    'This release is too far ahead: 0201-gone.sql takes away what the running one still uses. Upgrade to a release in between first: one that brings 0200-unused.sql, and not yet 0201-gone.sql.',
  )
  const between = await aFolder()
  for (const name of ['0001-stories.sql', '0200-unused.sql']) {
    await cp(join(folder, name), join(between, name))
  }
  await migrate(db, between)
  expect(await runCheck({ env, root })).toContain('One migration waits: 0201-gone.sql.')
})

test('a new release is told of a database that is too old for it', async () => {
  const { root, db, env, folder, add } = await aRelease()
  await migrate(db, folder)
  await rm(join(folder, '0001-stories.sql'))
  await add({ '0002-base.sql': '-- replaces up to 0002-a.sql\ncreate table stories ();' })
  await expect(runCheck({ env, root })).rejects.toThrow(
    'The database is too old for this release, and nothing was changed: upgrade to a release in between first, the last one that has 0002-a.sql',
  )
})

test('a new release accepts an empty database', async () => {
  const { root, env } = await aRelease(gone)
  expect(await runCheck({ env, root })).toContain('3 migrations wait')
})

test('a new release names invalid settings and a database that it cannot share', async () => {
  const { root, env } = await aRelease()
  await expect(runCheck({ env: { ...env, PORT: 'many' }, root })).rejects.toThrow('PORT')
  const { DATABASE_URL: _, ...embedded } = env
  await expect(runCheck({ env: embedded, root })).rejects.toThrow(
    /^The embedded database belongs to the one service that runs/,
  )
  const nowhere = { ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }
  await expect(runCheck({ env: nowhere, root })).rejects.toThrow(
    /^The database of DATABASE_URL cannot be used/,
  )
})
