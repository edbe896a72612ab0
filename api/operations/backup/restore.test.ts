import { randomUUID } from 'node:crypto'
import { copyFile, cp, readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Files } from '#api/integrations/files.ts'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { s3Files } from '#api/integrations/s3-files.ts'
import { listMigrations, migrate } from '#db/migrate.ts'
import { connect, sql } from '#db/sql.ts'
import { listTables } from '#db/tables.ts'
import {
  aFile,
  aPlace,
  archive,
  backUpSite,
  book,
  changed,
  changedManifest,
  contentOf,
  dataDir,
  files,
  manifest,
  migrationsFolder,
  namesIn,
  order,
  picture,
  reader,
  site,
  storyId,
} from '#tests/backed-up-site.ts'
import { anEmptyDatabase } from '#tests/databases/empty-database.ts'
import { baseline, makeOldDatabase } from '#tests/databases/old-database.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { aFolder } from '#tests/folders.ts'
import { aStory, aVisitor, startApp } from '#tests/people.ts'
import { anS3Server } from '#tests/servers/s3-server.ts'
import { anOrder } from '#tests/shop/buyers.ts'
import { backup } from './backup.ts'
import { checkArchive } from './backup-archive.ts'
import { restore } from './restore.ts'

backUpSite()

describe('a site that is restored', () => {
  test('into an empty database and folder, without superuser rights, is the same and works', async () => {
    const place = await aPlace()
    await restore(archive, place)
    expect(await migrate(place.db, migrationsFolder)).toEqual([])
    const [then, now] = [await contentOf(site), await contentOf(place.db)]
    for (const name of Object.keys(then)) expect(now[name], name).toEqual(then[name])
    expect(Object.keys(now)).toEqual(Object.keys(then))
    expect(await namesIn(place.folder)).toEqual(await namesIn(dataDir))
    for (const name of await namesIn(dataDir)) {
      const [one, other] = await Promise.all(
        [dataDir, place.folder].map((at) => readFile(join(at, name))),
      )
      expect(one?.equals(other ?? Buffer.of()), name).toBe(true)
    }
    const versions = await Promise.all(
      [site, place.db].map((db) => db<{ siteId: string }[]>`select site_id from site_version`),
    )
    // What was built of the other one is not taken for its own.
    expect(versions[0]?.[0]?.siteId).not.toBe(versions[1]?.[0]?.siteId)
    await goOn(place.url, place.files)
  })

  test('sends no issue again that may have been sent after the backup', async () => {
    const frozen = { startedAt: new Date(), mailSubject: 'A', mailHtml: 'A', mailText: 'A' }
    const written = { subject: 'A', createdBy: 'Ada' }
    const ids = await site<{ id: string }[]>`
      insert into letters ${site(
        [
          { ...written, ...frozen, state: 'sending', sendAt: null },
          { ...written, state: 'scheduled', sendAt: new Date(Date.now() + 60_000) },
        ].map((row) => ({
          startedAt: null,
          mailSubject: null,
          mailHtml: null,
          mailText: null,
          ...row,
        })),
      )}
      returning id`
    const path = join(await aFolder(), 'letters.tar.gz')
    await backup(site, files, path)
    const place = await aPlace()
    await restore(path, place)
    const restored = await place.db`select state, why_paused from letters order by state`
    expect(restored).toMatchObject([
      { state: 'draft', whyPaused: null },
      { state: 'paused', whyPaused: expect.stringContaining('backup') },
    ])
    await site`delete from letters where id in ${site(ids.map(({ id }) => id))}`
  })

  test('from a folder into a bucket is the same, over content of its own only with --replace', async () => {
    const place = { ...(await aPlace()), files: await s3Files(await anS3Server()) }
    await restore(archive, place)
    await place.db`insert into readers (first_name, email) values ('Bisi', 'bisi@ascend.example')`
    await expect(restore(archive, place)).rejects.toThrow(
      /not empty: there are rows in .*readers.*--replace/,
    )
    expect(await place.db`select from readers where first_name = 'Bisi'`).toHaveLength(1)
    await restore(archive, { ...place, isReplacing: true })
    expect(await contentOf(place.db)).toEqual(await contentOf(site))
    await goOn(place.url, place.files)
    // It comes out of the bucket again, too.
    const path = join(await aFolder(), 'bucket.tar.gz')
    expect((await backup(place.db, place.files, path)).files).toEqual(manifest.files)
  })

  test('has a damaged file replaced', async () => {
    const place = await aPlace()
    await cp(dataDir, place.folder, { recursive: true })
    await truncate(join(place.folder, picture), 3)
    await restore(archive, place)
    const [one, other] = await Promise.all(
      [dataDir, place.folder].map((at) => readFile(join(at, picture))),
    )
    expect(one?.equals(other ?? Buffer.of())).toBe(true)
  })

  test('from a backup of an older release is migrated', async () => {
    const older = await aFolder()
    const known = await listMigrations(migrationsFolder)
    for (const { name } of known.slice(0, -2)) {
      await copyFile(join(migrationsFolder, name), join(older, name))
    }
    const { db } = await anEmptyDatabase()
    await migrate(db, older)
    const id = randomUUID()
    await db`insert into readers (id, first_name, email) values (${id}, 'Ada', 'ada@ascend.example')`
    const path = join(await aFolder(), 'older.tar.gz')
    await backup(db, folderFiles(await aFolder()), path)
    const place = await aPlace()
    await restore(path, place)
    expect(await migrate(place.db, migrationsFolder)).toEqual(
      known.slice(-2).map(({ name }) => name),
    )
    expect(await place.db`select id from readers`).toEqual([{ id }])
  })

  test('from a backup of before the baseline is migrated, and from one that is too old rejected', async () => {
    const { db } = await anEmptyDatabase()
    await makeOldDatabase(db)
    const id = randomUUID()
    await db`insert into readers (id, first_name, email) values (${id}, 'Ada', 'ada@ascend.example')`
    const path = join(await aFolder(), 'before.tar.gz')
    await backup(db, folderFiles(await aFolder()), path)
    const place = await aPlace()
    await restore(path, place)
    const [first, ...later] = (await listMigrations(migrationsFolder)).map(({ name }) => name)
    expect(first).toBe(baseline)
    expect(await migrate(place.db, migrationsFolder)).toEqual(later)
    expect(await place.db`select id from readers`).toEqual([{ id }])

    await db`delete from migrations where name > '0002'`
    const older = join(await aFolder(), 'older.tar.gz')
    await backup(db, folderFiles(await aFolder()), older)
    await expect(restore(older, await aPlace())).rejects.toThrow(
      /cannot be restored: it is too old for this release\. Restore it with the release that made it, then upgrade .* Nothing was changed\.$/,
    )
  })

  /** People come back, with what they had. */
  async function goOn(url: string, stored: Files) {
    const mine = await ownDatabaseUrl()
    await sql.end()
    connect(url)
    try {
      const base = await startApp({ files: stored })
      const again = await aVisitor(base)
      await again.call('POST /auth/sign-in', { email: reader.email, password: reader.password })
      expect(await again.call('GET /auth/user', {})).toMatchObject({ email: reader.email })
      expect((await again.send(picture)).status).toBe(200)
      const download = await again.send(`/api/downloads/${order.token}`)
      expect(Buffer.from(await download.arrayBuffer()).equals(book.file)).toBe(true)
      const { total } = await again.callPage('GET /stories', {})
      expect(total).toBe(1)

      const [before] = await sql<{ version: number; likes: number; last: number }[]>`
        select version, (select likes_count from stories where id = ${storyId}) as likes,
          (select coalesce(max(id), 0) from order_events) as last from site_version`
      await again.call('POST /stories/:id/like', { id: storyId })
      await aStory()
      await anOrder(book.id)
      const [after] = await sql<{ version: number; likes: number; last: number }[]>`
        select version, (select likes_count from stories where id = ${storyId}) as likes,
          (select max(id) from order_events) as last from site_version`
      expect(after?.likes).toBe((before?.likes ?? 0) + 1)
      expect(after?.version).toBeGreaterThan(before?.version ?? 0)
      expect(after?.last).toBeGreaterThan(before?.last ?? 0)
      await aStory()
    } finally {
      await sql.end()
      connect(mine)
    }
  }
})

describe('a restore', () => {
  test('that fails leaves the database unchanged, and no file', async () => {
    const place = await aPlace()
    await migrate(place.db, migrationsFolder)
    // A like of nobody: the database says so when all rows have come.
    const path = await changed((name, text) =>
      name === 'rows/likes.copy' ? text.replace(/[0-9a-f]{8}-/, '00000000-') : text,
    )
    await expect(restore(path, place)).rejects.toThrow(/likes_of_a/)
    expect(await place.db`select from readers`).toHaveLength(0)
    expect(await namesIn(place.folder)).toEqual([])
    await restore(archive, place)
  })

  test('started twice at once runs once, and loses nothing', async () => {
    const place = await aPlace()
    const [one, other] = await Promise.allSettled([1, 2].map(() => restore(archive, place)))
    const refused = [one, other].find((it) => it?.status === 'rejected') as PromiseRejectedResult
    expect([one, other].filter((it) => it?.status === 'fulfilled')).toHaveLength(1)
    expect((refused.reason as Error).message).toMatch(/not empty/)
    expect(await contentOf(place.db)).toEqual(await contentOf(site))
    const { sha256 } = await checkArchive(archive)
    const stored = Object.keys(sha256).filter((name) => name.startsWith('files/'))
    expect(stored).toHaveLength(4)
    expect((await namesIn(place.folder)).map((name) => `files/${name}`)).toEqual(stored.sort())
  })

  const wrong: [string, () => Promise<string>, RegExp][] = [
    ['is not there', async () => '/nowhere/at/all.tar.gz', /There is no file/],
    ['is no archive', () => aFile(Buffer.from('a story about a goat')), /no whole backup/],
    ['is empty', () => aFile(Buffer.of()), /no (whole )?backup/],
    [
      'was cut short',
      async () => aFile((await readFile(archive)).subarray(0, -2000)),
      /no whole backup/,
    ],
    [
      'lost its last byte',
      async () => aFile((await readFile(archive)).subarray(0, -1)),
      /no whole backup/,
    ],
    [
      'has one byte turned over',
      async () => {
        const bytes = await readFile(archive)
        const at = Math.floor(bytes.length / 2)
        bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
        return aFile(bytes)
      },
      /no whole backup|was changed/,
    ],
    [
      'was changed',
      () =>
        changed(
          (name, text) => (name.includes('stories') ? text.replace('Odd', 'Old') : text),
          false,
        ),
      /rows\/stories.copy was changed/,
    ],
    [
      'lacks a table',
      () => changed((name, text) => (name.includes('likes') ? undefined : text), false),
      /rows\/likes.copy is missing/,
    ],
    [
      'lacks its manifest',
      () => changed((name, text) => (name.startsWith('manifest') ? undefined : text), false),
      /no backup of Ascend, or its end is missing/,
    ],
    [
      'has a manifest that says nothing',
      () => changed((name, text) => (name.startsWith('manifest') ? '{"format":1}' : text), false),
      /manifest cannot be read/,
    ],
    [
      'has a manifest with a hole in it',
      () => changedManifest((it) => ({ ...it, tables: [null, ...it.tables] })),
      /manifest cannot be read/,
    ],
    [
      'has a manifest of gigabytes',
      () =>
        changed((name, text) => (name.startsWith('manifest') ? ' '.repeat(2 ** 27) : text), false),
      /manifest is too large/,
    ],
    [
      'has a table twice',
      () => changedManifest((it) => ({ ...it, tables: [...it.tables, ...it.tables.slice(0, 1)] })),
      /other tables/,
    ],
    [
      'says more to the database than a name',
      () =>
        changedManifest((it) => ({
          ...it,
          tables: it.tables.map((table) => ({
            ...table,
            columns: table.columns.map((column) => `${column}") from program 'true' --`),
          })),
        })),
      /other tables/,
    ],
    ['is of another format', () => changedManifest((it) => ({ ...it, format: 2 })), /format 2/],
    [
      'is of newer code',
      () =>
        changedManifest((it) => ({
          ...it,
          migrations: [...it.migrations, { name: '9999-later.sql', sha256: 'x' }],
        })),
      /newer code \(9999-later\.sql\); update Ascend/,
    ],
    [
      'is of other code',
      () =>
        changedManifest((it) => ({
          ...it,
          migrations: it.migrations.map((one) => ({ ...one, sha256: 'x' })),
        })),
      /other code/,
    ],
    [
      'has other tables',
      () =>
        changedManifest((it) => ({
          ...it,
          tables: it.tables.map((table) => ({ ...table, columns: [...table.columns, 'odd'] })),
        })),
      /other tables/,
    ],
    [
      'has a file that wants out',
      () => changed((_, text) => text, true, { 'files/../../escaped': 'x' }),
      /escaped" belongs in no backup/,
    ],
    [
      'has a file that is not ours',
      () => changed((_, text) => text, true, { 'files/order-secret': 'x' }),
      /order-secret" belongs in no backup/,
    ],
    [
      'has an entry that is not ours',
      () => changed((_, text) => text, true, { 'rows/pg_shadow.copy': 'x' }),
      /belongs in no backup/,
    ],
  ]

  test.each(wrong)(
    'of an archive that %s is rejected, and nothing has changed',
    async (_, make, output) => {
      const place = await sharedPlace()
      const failure = (await restore(await make(), place).catch((error: unknown) => error)) as Error
      expect(failure.message).toMatch(output)
      expect(failure.message).not.toContain('\n')
      expect(await place.db.begin(listTables)).toEqual([])
      expect(await namesIn(place.folder)).toEqual([])
    },
  )

  let shared: ReturnType<typeof aPlace> | undefined
  function sharedPlace() {
    shared ??= aPlace()
    return shared
  }
})
