import { randomUUID } from 'node:crypto'
import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { avifName } from '#api/magazine/uploads/picture-files.ts'
import { epubFile } from '#api/shop/book-files/file-names.ts'
import { uploadId } from '#contract/uploads.ts'
import { openDatabase } from '#db/driver/open-database.ts'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { listMigrations, migrate } from '#db/migrate.ts'
import { sql } from '#db/sql.ts'
import {
  aPlace,
  archive,
  backUpSite,
  backups,
  book,
  dataDir,
  eachText,
  files,
  migrationsFolder,
  order,
  picture,
  site,
} from '#tests/backed-up-site.ts'
import { anEmptyDatabase } from '#tests/databases/empty-database.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { aFolder } from '#tests/folders.ts'
import { aStory } from '#tests/people.ts'
import { giveEpub } from '#tests/shop/buyers.ts'
import { backup } from './backup.ts'
import { checkArchive } from './backup-archive.ts'
import { runBackup, runRestore } from './backup-commands.ts'
import { restore } from './restore.ts'

backUpSite()

describe('a backup', () => {
  test('lists its contents, and is readable by its owner only', async () => {
    expect((await stat(archive)).mode & 0o777).toBe(0o600)
    expect(await readdir(backups)).toEqual(['quiet.tar.gz'])
    const checked = await checkArchive(archive)
    expect(checked).toMatchObject({ format: 1, missing: [], files: { count: 4 } })
    expect(checked.tables.find(({ name }) => name === 'likes')?.rows).toBe(3)
    expect(checked.migrations).toHaveLength((await listMigrations(migrationsFolder)).length)
    expect(Object.keys(checked.sha256)).toHaveLength(4 + checked.tables.length)
  })

  test('contains neither the order secret nor a download link', async () => {
    const texts: string[] = []
    await eachText(archive, (name, text) => texts.push(name, text))
    const all = texts.join('\n')
    expect(all).toContain(order.reference)
    for (const secret of [order.token, order.key, order.codes[0] ?? '', 'order-secret']) {
      expect(all).not.toContain(secret)
    }
  })

  test('overwrites no other, and leaves no file when it fails', async () => {
    const before = await readFile(archive)
    await expect(backup(site, files, archive)).rejects.toThrow('EEXIST')
    expect((await readFile(archive)).equals(before)).toBe(true)
    const broken = { ...files, read: () => Promise.reject(new Error('no disk today')) }
    await expect(backup(site, broken, join(backups, 'broken.tar.gz'))).rejects.toThrow('no disk')
    expect(await readdir(backups)).toEqual(['quiet.tar.gz'])
  })

  test('made during writes is a consistent snapshot', async () => {
    // The story is its own, and unpublished: the drill compares all the rest row by row.
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

  test('contains the EPUB of a book, and a restore puts it back; not what is made again', async () => {
    const folder = await aFolder()
    await cp(dataDir, folder, { recursive: true })
    const there = folderFiles(folder)
    const epub = await giveEpub(book.id, there)
    await there.store('stamped/prepared.pdf', Buffer.from('made again'))
    const path = join(await aFolder(), 'epub.tar.gz')
    expect((await backup(site, there, path)).missing).toEqual([])
    const place = await aPlace()
    expect((await restore(path, place)).files.count).toBe(5)
    const [{ epubId = '' } = {}] = await sql<{ epubId: string }[]>`
      select epub_id from books where id = ${book.id}`
    expect(await place.files.find(epubFile(epubId))).toMatchObject({ bytes: epub.length })
    expect(await place.files.find('stamped/prepared.pdf')).toBeUndefined()
    await sql`update books set epub_id = null, epub_bytes = null, epub_uploaded_at = null`
  })

  test('contains the AVIF of a picture, and a restore puts it back', async () => {
    const folder = await aFolder()
    await cp(dataDir, folder, { recursive: true })
    const avif = avifName(picture.slice(1))
    await folderFiles(folder).store(avif, Buffer.from('the AVIF'))
    const id = uploadId(picture)
    await sql`update uploads set avif_widths = '{1600}' where id = ${id as string}`
    const path = join(await aFolder(), 'avif.tar.gz')
    expect((await backup(site, folderFiles(folder), path)).missing).toEqual([])
    await sql`update uploads set avif_widths = null where id = ${id as string}`
    const place = await aPlace()
    expect((await restore(path, place)).files.count).toBe(5)
    expect(await place.files.find(avif)).toMatchObject({ bytes: 8 })
  })

  test('succeeds with missing files, and lists them', async () => {
    const folder = await aFolder()
    await cp(dataDir, folder, { recursive: true })
    const lame = folderFiles(folder)
    await lame.remove(picture.slice(1))
    const path = join(await aFolder(), 'lame.tar.gz')
    expect((await backup(site, lame, path)).missing).toEqual([picture.slice(1)])
    expect((await restore(path, await aPlace())).files.count).toBe(3)
  })
})

describe('the backup commands', () => {
  const env = async () => ({ DATABASE_URL: await ownDatabaseUrl(), DATA_DIR: dataDir })

  test('print where the backup is, what it contains, and what to store separately', async () => {
    const output = await runBackup({ env: await env(), root: '.', args: [] })
    const path = /Backed up to (\S+) \(/.exec(output)?.[1] ?? ''
    expect(path).toMatch(/\/backups\/ascend-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/)
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o700)
    expect(output).toMatch(/\d+ rows of \d+ tables, 4 files of/)
    expect(output).toContain(`the order secret, order-secret in ${dataDir}`)
    const { url, folder } = await aPlace()
    const place = { DATABASE_URL: url, DATA_DIR: folder }
    const restored = await runRestore({ env: place, root: '.', args: [path] })
    expect(restored).toContain(`put your copy at order-secret in ${folder}`)
    await writeFile(join(folder, 'order-secret'), Buffer.alloc(32))
    const replaced = await runRestore({ env: place, root: '.', args: ['--replace', path] })
    expect(replaced).toContain('was there and is used')
  })

  test('use the embedded database of a running service, and start it otherwise', async () => {
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
    // The second one knows of the first.
    const runs = 'rows/backup_runs.copy'
    expect(two.sha256[runs]).not.toBe(one.sha256[runs])
    expect({ ...two.sha256, [runs]: '' }).toEqual({ ...one.sha256, [runs]: '' })
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
  ])('say what is wrong with %s', async (_, run, output) => {
    await expect(run()).rejects.toThrow(output)
  })
})
