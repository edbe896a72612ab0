import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { beforeAll } from 'vitest'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { backup } from '#api/operations/backup/backup.ts'
import type { Manifest } from '#api/operations/backup/backup-archive.ts'
import { type Database, openDatabase } from '#db/driver/open-database.ts'
import { sql } from '#db/sql.ts'
import { listTables } from '#db/tables.ts'
import { anEmptyDatabase } from '#tests/databases/empty-database.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { atEndOfFile } from '#tests/end-of-file.ts'
import { aFolder } from '#tests/folders.ts'
import { aPicture, upload } from '#tests/magazine/pictures.ts'
import { aReader, aStory, aSubmission, startApp } from '#tests/people.ts'
import { aBookWithFile, anOrder } from '#tests/shop/buyers.ts'

// The drill: a site with all that a site has, backed up and put back somewhere else.

export const migrationsFolder = 'db/migrations'
export let dataDir = ''
export let files: ReturnType<typeof folderFiles>
export let backups = ''
export let archive = ''
export let site: Database
export let reader: Awaited<ReturnType<typeof aReader>>
export let order: Awaited<ReturnType<typeof anOrder>>
export let book: Awaited<ReturnType<typeof aBookWithFile>>
export let storyId = ''
export let picture = ''
export let manifest: Manifest

/** Runs before the tests of a file about backups. */
export function backUpSite() {
  beforeAll(async () => {
    dataDir = await aFolder()
    files = folderFiles(dataDir)
    backups = await aFolder()
    archive = join(backups, 'quiet.tar.gz')
    site = openDatabase(await ownDatabaseUrl(), { max: 4 })
    atEndOfFile(() => site.end())
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
}

/** Every table, row by row, but for what tells one site from the next. */
export async function contentOf(db: Database) {
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

export const namesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()

export async function aPlace() {
  const { db, url } = await anEmptyDatabase()
  const folder = await aFolder()
  return { db, url, folder, files: folderFiles(folder), migrationsFolder, isReplacing: false }
}

export async function aFile(bytes: Uint8Array): Promise<string> {
  const path = join(await aFolder(), 'archive.tar.gz')
  await writeFile(path, bytes)
  return path
}

export async function eachText(path: string, read: (name: string, text: string) => void) {
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
export async function changed(
  change: (name: string, text: string) => string | undefined,
  fits = true,
  more: Record<string, string> = {},
): Promise<string> {
  const entries = new Map<string, string>()
  await eachText(archive, (name, text) => {
    const other = change(name, text)
    if (other !== undefined) entries.set(name, other)
  })
  const output = entries.get('manifest.json')
  entries.delete('manifest.json')
  for (const [name, text] of Object.entries(more)) entries.set(name, text)
  const { createHash } = await import('node:crypto')
  const sums = Object.fromEntries(
    [...entries].map(([name, text]) => [
      name,
      createHash('sha256').update(Buffer.from(text, 'latin1')).digest('hex'),
    ]),
  )
  if (output !== undefined) {
    entries.set(
      'manifest.json',
      fits ? JSON.stringify({ ...JSON.parse(output), sha256: sums }) : output,
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

export function changedManifest(change: (manifest: Manifest) => object): Promise<string> {
  return changed((name, text) =>
    name === 'manifest.json' ? JSON.stringify(change(JSON.parse(text))) : text,
  )
}
