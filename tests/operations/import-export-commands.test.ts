import { spawnSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#db/driver/open-database.ts'
import { anEmptyDatabase } from '#tests/databases/empty-database.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { aFolder } from '#tests/folders.ts'
import { aWxr } from '#tests/magazine/wordpress-export.ts'

/** A command in a process of its own, as npm runs it, but for the bundling. */
function run(command: string, args: string[], env: Record<string, string>) {
  const fixture = ['tests/fixtures/run-moving.mjs', command, ...args]
  const { status, stdout } = spawnSync(process.execPath, fixture, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    encoding: 'utf8',
  })
  return { status, stdout }
}

test('an operator dry-runs an import, runs it, and exports everything', async () => {
  const folder = await aFolder()
  const file = join(folder, 'export.xml')
  await writeFile(file, aWxr([{ id: 1, content: 'One. [toc foo="1"]', categories: ['Sport'] }]))
  const { url } = await anEmptyDatabase()
  const env = { DATABASE_URL: url, DATA_DIR: folder }
  // This is before the site was started for the first time, and with tables of an older version.
  expect(run('runImport', ['wordpress', file, '--dry-run'], env).stdout).toContain('Dry run of')
  const old = await anEmptyDatabase()
  const before = openDatabase(old.url, { max: 1 })
  await before`create table migrations (name text, sha256 text)`
  await before.end()
  const older = { DATABASE_URL: old.url, DATA_DIR: folder }
  expect(run('runImport', ['wordpress', file, '--dry-run'], older).stdout).toContain(
    'Start the site once',
  )
  const place = { DATABASE_URL: await ownDatabaseUrl(), DATA_DIR: folder }
  const dry = run('runImport', ['wordpress', file, '--dry-run'], place)
  expect(dry.stdout).toContain('Dry run')
  const done = run('runImport', ['wordpress', file, '--report', '--as-drafts'], env)
  expect(done.stdout).toContain('1 stories: 0 published, 1 drafts\n  1 added')
  expect(done.stdout).toContain('Sport (1)')
  expect(done.stdout).toContain('Post 1 “Post 1”: shortcode toc')
  expect(done.stdout).toContain(await readFile(`${file}.report.txt`, 'utf8'))
  const db = openDatabase(url, { max: 1 })
  expect(await db`select title, is_published from stories`).toEqual([
    { title: 'Post 1', isPublished: false },
  ])
  await db.end()
  const out = join(folder, 'out')
  expect(run('runExport', [out], env).stdout).toContain('1 stories, 0 drafts, 0 books, 0 pictures')
  expect((await readdir(out)).sort()).toEqual(['drafts', 'export.json', 'stories'])
  expect(run('runImport', ['markdown', out], place).stdout).toContain('1 added')
})

test('a dry run needs only the export file, and changes nothing', async () => {
  const folder = await aFolder()
  const file = join(folder, 'export.xml')
  await writeFile(file, aWxr([{ id: 1, content: 'One.' }]))
  const { status, stdout } = run('runImport', ['wordpress', file, '--dry-run'], {
    DATA_DIR: join(folder, 'data'),
  })
  expect([status, stdout]).toEqual([0, expect.stringContaining('1 stories: 1 published')])
  expect(await readdir(folder)).toEqual(['export.xml'])
})

test.each([
  ['runImport', []],
  ['runImport', ['joomla', 'x']],
  ['runImport', ['wordpress', 'x', '--fast']],
  ['runImport', ['wordpress', 'no-such-file']],
  ['runExport', []],
])('%s explains the error in %j', async (command, args) => {
  const { status, stdout } = run(command, args, {
    DATABASE_URL: await ownDatabaseUrl(),
    DATA_DIR: await aFolder(),
  })
  expect(status).toBe(1)
  expect(stdout).toMatch(/Usage|There is no file/)
})
