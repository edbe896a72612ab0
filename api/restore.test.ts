import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, cp, mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#db/driver/open-database.ts'
import { startEmbedded } from '#db/embedded.ts'
import { listMigrations, migrate } from '#db/migrate.ts'
import { connect, sql } from '#db/sql.ts'
import { listTables } from '#db/tables.ts'
import { aBookWithFile, anOrder } from '#tests/buyers.ts'
import { anEmptyDatabase } from '#tests/empty-database.ts'
import { aFolder } from '#tests/folders.ts'
import { ownDatabaseUrl } from '#tests/own-database-url.ts'
import { aReader, aStory, aSubmission, aVisitor, startApp } from '#tests/people.ts'
import { aPicture, upload } from '#tests/pictures.ts'
import { anS3Server } from '#tests/s3-server.ts'
import { backup } from './backup.ts'
import { checkArchive, type Manifest } from './backup-archive.ts'
import { runBackup, runRestore } from './backup-commands.ts'
import { folderFiles } from './integrations/folder-files.ts'
import { s3Files } from './integrations/s3-files.ts'
import { restore } from './restore.ts'

// The drill: a site with all that a site has, backed up and put back somewhere else.

const migrationsFolder = 'db/migrations'
const dataDir = await aFolder()
const files = folderFiles(dataDir)
const backups = await aFolder()
const archive = join(backups, 'quiet.tar.gz')

let site: Database
let reader: Awaited<ReturnType<typeof aReader>>
let order: Awaited<ReturnType<typeof anOrder>>
let book: Awaited<ReturnType<typeof aBookWithFile>>
let storyId = ''
let picture = ''
let manifest: Manifest

beforeAll(async () => {
  site = openDatabase(await ownDatabaseUrl(), { max: 4 })
  const base = await startApp({ files })
  reader = await aReader(base)
  ;({ id: storyId } = await aStory({ title: 'Odd\tsigns: \\N \\. "\' 🎁\r\nỌ̀nà \u2028' }))
  for (let likes = 0; likes < 3; likes++) {
    await (await aReader(base)).call('POST /stories/:id/like', { id: storyId })
  }
  await reader.call('POST /stories', aSubmission())
  const sent = await upload(reader, await aPicture(40, 30).png().toBuffer())
  picture = ((await sent.json()) as { url: string }).url
  book = await aBookWithFile(files)
  order = await anOrder(book.id, { quantity: 2, readerId: reader.reader.id })
  await reader.call('POST /auth/forgot', { email: reader.email })
  await sql`insert into activity (who, action) values ('publisher', 'signedIn')`
  manifest = await backup(site, files, archive)
})
afterAll(() => site.end())

/** Every table, row by row, but for what tells one site from the next. */
async function contentOf(db: Database) {
  return db.begin(async (tx) => {
    const content: Record<string, string[]> = {}
    for (const { name, columns } of await listTables(tx)) {
      if (name === 'migrations' || name === 'site_version') continue
      const listed = columns.toSorted().map((column) => `"${column}"`)
      const rows = await tx.unsafe(`select row(${listed})::text as row from "${name}" order by 1`)
      content[name] = rows.map(({ row }) => row as string)
    }
    return content
  })
}

const namesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()

async function aPlace() {
  const { db, url } = await anEmptyDatabase()
  const folder = await aFolder()
  return { db, url, folder, files: folderFiles(folder), migrationsFolder, isReplacing: false }
}

describe('a backup', () => {
  test('says what it holds, and nobody else can read it', async () => {
    expect((await stat(archive)).mode & 0o777).toBe(0o600)
    expect(await readdir(backups)).toEqual(['quiet.tar.gz'])
    const checked = await checkArchive(archive)
    expect(checked).toMatchObject({ format: 1, missing: [], files: { count: 4 } })
    expect(checked.tables.find(({ name }) => name === 'likes')?.rows).toBe(3)
    expect(checked.migrations).toHaveLength((await listMigrations(migrationsFolder)).length)
    expect(Object.keys(checked.sha256)).toHaveLength(4 + checked.tables.length)
  })

  test('opens no download: neither the order secret nor a link stands in it', async () => {
    const texts: string[] = []
    await eachText(archive, (name, text) => texts.push(name, text))
    const all = texts.join('\n')
    expect(all).toContain(order.reference)
    for (const secret of [order.token, order.key, order.codes[0] ?? '', 'order-secret']) {
      expect(all).not.toContain(secret)
    }
  })

  test('never takes the place of another one, and leaves nothing when it fails', async () => {
    const before = await readFile(archive)
    await expect(backup(site, files, archive)).rejects.toThrow('EEXIST')
    expect((await readFile(archive)).equals(before)).toBe(true)
    const broken = { ...files, read: () => Promise.reject(new Error('no disk today')) }
    await expect(backup(site, broken, join(backups, 'broken.tar.gz'))).rejects.toThrow('no disk')
    expect(await readdir(backups)).toEqual(['quiet.tar.gz'])
  })

  test('made while people write is one moment: what belongs together is all there or not at all', async () => {
    // Of its own, and unpublished: the drill compares all the rest row by row.
    const { id: liked } = await aStory({ isPublished: false })
    let isOver = false
    let written = 0
    const writing = (async () => {
      for (; !isOver; written++) {
        await sql.begin(async (tx) => {
          const id = randomUUID()
          await tx`insert into readers (id, first_name, email) values (${id}, 'Ada', ${`w${id}@ascend.example`})`
          await tx`insert into likes (reader_id, story_id) values (${id}, ${liked})`
        })
      }
    })()
    const path = join(await aFolder(), 'busy.tar.gz')
    await expect.poll(() => written).toBeGreaterThan(5)
    await backup(site, files, path)
    isOver = true
    await writing
    const place = await aPlace()
    await restore(path, place)
    const [counted] = await place.db<{ likes: number; said: number; lone: number }[]>`
      select (select count(*) from likes where story_id = ${liked}) as likes,
        (select likes_count from stories where id = ${liked}) as said,
        (select count(*) from readers where email like 'w%'
          and not exists (select from likes where reader_id = readers.id)) as lone`
    expect(counted?.likes).toBeGreaterThan(5)
    expect(counted?.likes).toBeLessThanOrEqual(written)
    expect(counted).toMatchObject({ said: counted?.likes, lone: 0 })
    await sql`delete from readers where email like 'w%'`
    await sql`delete from stories where id = ${liked}`
  })

  test('names what was missing already, and is a backup all the same', async () => {
    const folder = await aFolder()
    await cp(dataDir, folder, { recursive: true })
    const lame = folderFiles(folder)
    await lame.remove(picture.slice(1))
    const path = join(await aFolder(), 'lame.tar.gz')
    expect((await backup(site, lame, path)).missing).toEqual([picture.slice(1)])
    expect((await restore(path, await aPlace())).files.count).toBe(3)
  })
})

describe('a site that is restored', () => {
  test('into an empty database of an owner without other rights and an empty folder is the same, and goes on', async () => {
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

  test('from a folder into a bucket is the same too', async () => {
    const place = await aPlace()
    const bucket = await s3Files(await anS3Server())
    await restore(archive, { ...place, files: bucket })
    await restore(archive, { ...place, files: bucket, isReplacing: true })
    await goOn(place.url, bucket)
    // And out of the bucket again.
    const path = join(await aFolder(), 'bucket.tar.gz')
    expect((await backup(place.db, bucket, path)).files).toEqual(manifest.files)
  })

  test('gets back a file that was damaged', async () => {
    const place = await aPlace()
    await cp(dataDir, place.folder, { recursive: true })
    await truncate(join(place.folder, picture), 3)
    await restore(archive, place)
    const [one, other] = await Promise.all(
      [dataDir, place.folder].map((at) => readFile(join(at, picture))),
    )
    expect(one?.equals(other ?? Buffer.of())).toBe(true)
  })

  test('of older code is brought up to date', async () => {
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

  /** People come back, with what they had. */
  async function goOn(url: string, kept: typeof files) {
    const mine = await ownDatabaseUrl()
    await sql.end()
    connect(url)
    try {
      const base = await startApp({ files: kept })
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
  test('into a database that holds something is refused, and with --replace takes its place', async () => {
    const place = await aPlace()
    await restore(archive, place)
    await place.db`insert into readers (first_name, email) values ('Bisi', 'bisi@ascend.example')`
    await expect(restore(archive, place)).rejects.toThrow(
      /not empty: there are rows in .*readers.*--replace/,
    )
    expect(await place.db`select from readers where first_name = 'Bisi'`).toHaveLength(1)
    await restore(archive, { ...place, isReplacing: true })
    expect(await contentOf(place.db)).toEqual(await contentOf(site))
  })

  test('that breaks off leaves the database as it was, and no file', async () => {
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

  test('that is begun twice at once is one, and loses nothing', async () => {
    const place = await aPlace()
    const [one, other] = await Promise.allSettled([1, 2].map(() => restore(archive, place)))
    const refused = [one, other].find((it) => it?.status === 'rejected') as PromiseRejectedResult
    expect([one, other].filter((it) => it?.status === 'fulfilled')).toHaveLength(1)
    expect((refused.reason as Error).message).toMatch(/not empty/)
    expect(await contentOf(place.db)).toEqual(await contentOf(site))
    const { sha256 } = await checkArchive(archive)
    const kept = Object.keys(sha256).filter((name) => name.startsWith('files/'))
    expect(kept).toHaveLength(4)
    expect((await namesIn(place.folder)).map((name) => `files/${name}`)).toEqual(kept.sort())
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
    'of an archive that %s is refused, and nothing has changed',
    async (_, make, said) => {
      const place = await sharedPlace()
      const failure = (await restore(await make(), place).catch((error: unknown) => error)) as Error
      expect(failure.message).toMatch(said)
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

describe('the commands', () => {
  const env = async () => ({ DATABASE_URL: await ownDatabaseUrl(), DATA_DIR: dataDir })

  test('tell whoever runs the site where it is, what it holds, and what to keep apart', async () => {
    const said = await runBackup({ env: await env(), root: '.', args: [] })
    const path = /Backed up to (\S+) \(/.exec(said)?.[1] ?? ''
    expect(path).toMatch(/\/backups\/ascend-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/)
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o700)
    expect(said).toMatch(/\d+ rows of \d+ tables, 4 files of/)
    expect(said).toContain(`the order secret, order-secret in ${dataDir}`)
    const { url, folder } = await aPlace()
    const place = { DATABASE_URL: url, DATA_DIR: folder }
    const restored = await runRestore({ env: place, root: '.', args: [path] })
    expect(restored).toContain(`put your copy at order-secret in ${folder}`)
    await writeFile(join(folder, 'order-secret'), Buffer.alloc(32))
    const replaced = await runRestore({ env: place, root: '.', args: ['--replace', path] })
    expect(replaced).toContain('was there and is used')
  })

  test('reach the embedded database of a service that is running, and start it where none is', async () => {
    const folder = await aFolder()
    const running = await startEmbedded({ dataDir: folder, disableFsync: true })
    const db = openDatabase(running.url, { max: 1 })
    await migrate(db, migrationsFolder)
    await db`insert into readers (first_name, email) values ('Ada', 'ada@ascend.example')`
    const place = { env: { DATA_DIR: folder }, root: '.' }
    const path = join(folder, 'one.tar.gz')
    await runBackup({ ...place, args: [path] })
    expect(await db`select from readers`).toHaveLength(1)
    await db.end()
    await running.stop()
    await runBackup({ ...place, args: [join(folder, 'two.tar.gz')] })
    const [one, two] = await Promise.all([
      checkArchive(path),
      checkArchive(join(folder, 'two.tar.gz')),
    ])
    expect(two.sha256).toEqual(one.sha256)
    // Stopped again: nothing of it is left running.
    expect(await readdir(join(folder, 'postgres'))).not.toContain('postmaster.pid')
  })

  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'a file that is there',
      async () => runBackup({ env: await env(), root: '.', args: [archive] }),
      /exists already/,
    ],
    [
      'two files',
      async () => runBackup({ env: await env(), root: '.', args: ['a', 'b'] }),
      /Usage/,
    ],
    ['an option', async () => runBackup({ env: await env(), root: '.', args: ['--all'] }), /Usage/],
    [
      'no file to restore',
      async () => runRestore({ env: await env(), root: '.', args: [] }),
      /Usage/,
    ],
    [
      'a bad setting',
      async () => runBackup({ env: { PORT: 'x' }, root: '.', args: [] }),
      /Bad configuration/,
    ],
    [
      'a database without Ascend',
      async () =>
        runBackup({
          env: { DATABASE_URL: (await anEmptyDatabase()).url, DATA_DIR: await aFolder() },
          root: '.',
          args: [],
        }),
      /nothing to back up/,
    ],
  ])('say what is wrong with %s', async (_, run, said) => {
    await expect(run()).rejects.toThrow(said)
  })
})

async function aFile(bytes: Uint8Array): Promise<string> {
  const path = join(await aFolder(), 'archive.tar.gz')
  await writeFile(path, bytes)
  return path
}

async function eachText(path: string, read: (name: string, text: string) => void) {
  const entries = extract()
  const unpacked = pipeline(createReadStream(path), createGunzip(), entries)
  for await (const entry of entries) {
    const pieces: Buffer[] = []
    for await (const piece of entry) pieces.push(piece as Buffer)
    read(entry.header.name, Buffer.concat(pieces).toString('latin1'))
  }
  await unpacked
}

/** The same archive with other texts, entries that are gone (undefined) or more of them; its sums fit unless said otherwise. */
async function changed(
  change: (name: string, text: string) => string | undefined,
  fits = true,
  more: Record<string, string> = {},
): Promise<string> {
  const entries = new Map<string, string>()
  await eachText(archive, (name, text) => {
    const other = change(name, text)
    if (other !== undefined) entries.set(name, other)
  })
  const said = entries.get('manifest.json')
  entries.delete('manifest.json')
  for (const [name, text] of Object.entries(more)) entries.set(name, text)
  const { createHash } = await import('node:crypto')
  const sums = Object.fromEntries(
    [...entries].map(([name, text]) => [
      name,
      createHash('sha256').update(Buffer.from(text, 'latin1')).digest('hex'),
    ]),
  )
  if (said !== undefined) {
    entries.set(
      'manifest.json',
      fits ? JSON.stringify({ ...JSON.parse(said), sha256: sums }) : said,
    )
  }
  const tar = pack()
  for (const [name, text] of entries) tar.entry({ name }, Buffer.from(text, 'latin1'))
  tar.finalize()
  const path = join(await aFolder(), 'changed.tar.gz')
  await mkdir(dirname(path), { recursive: true })
  await pipeline(tar, createGzip(), createWriteStream(path))
  return path
}

function changedManifest(change: (manifest: Manifest) => object): Promise<string> {
  return changed((name, text) =>
    name === 'manifest.json' ? JSON.stringify(change(JSON.parse(text))) : text,
  )
}
