import { lstatSync } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { advisoryLocks } from '#db/advisory-locks.ts'
import { openDatabase } from '#db/driver/open-database.ts'
import { sql } from '#db/sql.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { aSmallDisk } from '#tests/databases/small-disk.ts'
import { aFolder } from '#tests/folders.ts'
import { aStory } from '#tests/people.ts'
import { type Builder, startBuilder } from './builder.ts'
import { findCurrentRelease, listReleases, readPageHeaders } from './releases.ts'

// What is tested here is when and how often the site is built, with pages that take no time; whether
// the real ones show the change in time is tested in fresh-site.test.ts.

interface Ways {
  /** How long the pages take. */
  ms?: number
  /** The message that they fail with. */
  fails?: string
  /** The pages are as they were. */
  areSame?: boolean
}

const builders: Builder[] = []
afterEach(async () => {
  await Promise.all(builders.splice(0).map((builder) => builder.stop()))
})

/** A builder with a data folder of its own, or that of another replica. */
async function aBuilder({
  dataDir = '',
  code = 'the code',
  publicUrl = 'https://ascend.example',
  abandonedMs = 60_000,
  everyMs = 3_000,
  settings = 0,
} = {}) {
  const folder = dataDir || (await aFolder())
  const builder = await startBuilder({
    dataDir: folder,
    publicUrl,
    bundle: { code, folder: await aBundle(code) },
    readSettings: async () => ({ version: settings, settings: {} }),
    prerender: (addresses) => prerender(folder, addresses),
    log: pino({ level: 'silent' }),
    abandonedMs,
    everyMs,
  })
  builders.push(builder)
  return {
    ...builder,
    dataDir: folder,
    current: () => findCurrentRelease(folder),
    builds: () => readBuilds(folder),
    behave: (ways: Ways) => writeFile(join(folder, 'ways.json'), JSON.stringify(ways)),
  }
}

/** The site's code, as far as a builder is concerned: files that are served. */
async function aBundle(code: string) {
  const folder = await aFolder()
  await mkdir(join(folder, 'client', '_astro'), { recursive: true })
  await writeFile(join(folder, 'client', '_astro', 'page.js'), code)
  await writeFile(join(folder, 'client', 'sw.js'), 'worker()\n')
  return folder
}

/** Pages as the builder is given them: made in the way that the folder's note says, and told in its log. */
async function prerender(dataDir: string, addresses: string[]) {
  const note = await readFile(join(dataDir, 'ways.json'), 'utf8').catch(() => '{}')
  const { ms = 0, fails, areSame } = JSON.parse(note) as Ways
  const tell = (what: string) => appendFile(join(dataDir, 'builds.log'), `${what} -\n`)
  await tell('begun')
  await pause(ms)
  await tell('done')
  if (fails) throw new Error(fails)
  const headers = { 'content-security-policy': "default-src 'self'" }
  return addresses.map((address) => ({
    address,
    headers,
    body: Buffer.from(`<p>${address} ${areSame ? '' : Date.now()}</p>`),
  }))
}

/** When pages were begun and done, in order. */
async function readBuilds(dataDir: string): Promise<string[]> {
  const text = await readFile(join(dataDir, 'builds.log'), 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => line.split(' ')[0] || [])
}

async function versionNow() {
  const [row] = await sql<{ version: number }[]>`select version from site_version`
  return row?.version
}

async function until(isSo: () => boolean | Promise<boolean>, ms = 8_000) {
  const start = Date.now()
  while (!(await isSo())) {
    if (Date.now() - start > ms) throw new Error(`Still not so after ${ms} ms`)
    await pause(20)
  }
  return Date.now() - start
}

const untilCurrent = (builder: { current: Builds['current'] }) =>
  until(async () => builder.current()?.madeFrom.version === (await versionNow()))
type Builds = Awaited<ReturnType<typeof aBuilder>>

const lastBuild = async () => {
  const [row] = await sql<{ version: number; error: string | null }[]>`
    select version, error from site_builds order by id desc limit 1`
  return row
}

/** Waits until it is built, whether that went well or not. */
const untilBuilt = () => until(async () => (await lastBuild())?.version === (await versionNow()))

/** Its pages are up a moment before that is written down. */
async function untilBuiltWell(builder: Pick<Builds, 'current'>) {
  await untilCurrent(builder)
  await untilBuilt()
  expect((await lastBuild())?.error).toBeNull()
}

describe('the site', () => {
  test('is built when there is none, and not again while nothing changes', async () => {
    const builder = await aBuilder()
    expect(builder.current()).toBeUndefined()
    await builder.buildIfStale()
    expect(builder.current()?.madeFrom).toMatchObject({
      version: await versionNow(),
      publicUrl: 'https://ascend.example',
    })
    await builder.buildIfStale()
    expect(await builder.builds()).toEqual(['begun', 'done'])
    expect(await lastBuild()).toEqual({ version: await versionNow(), error: null })
  })

  test('is not built again when the service restarts', async () => {
    const { dataDir, buildIfStale, builds, stop } = await aBuilder()
    await buildIfStale()
    await stop()
    await (await aBuilder({ dataDir })).buildIfStale()
    expect(await builds()).toEqual(['begun', 'done'])
  })

  test('follows a change that any connection commits', async () => {
    const builder = await aBuilder()
    await builder.buildIfStale()
    await aStory()
    expect(await untilCurrent(builder)).toBeLessThan(4_000)
  })

  test('copies pages without data to the next release, and renders the others again', async () => {
    const builder = await aBuilder()
    await builder.buildIfStale()
    const first = builder.current()
    const read = (release: typeof first, name: string) =>
      readFile(join(release?.folder ?? '', 'client', name), 'utf8')
    const about = await read(first, 'about.html')
    const home = await read(first, 'index.html')
    await aStory()
    await untilCurrent(builder)
    const second = builder.current()
    expect(second?.id).not.toBe(first?.id)
    expect(await read(second, 'about.html')).toBe(about)
    expect(await read(second, '_astro/page.js')).toBe('the code')
    expect(await read(second, 'index.html')).not.toBe(home)
    // The one before still shows what it showed.
    expect(await read(first, 'index.html')).toBe(home)
    expect(Object.keys(await readPageHeaders(second?.folder ?? ''))).toEqual(
      Object.keys(await readPageHeaders(first?.folder ?? '')),
    )
  })

  test('keeps the files of a page that is as it was, and compresses no such page again', async () => {
    const builder = await aBuilder()
    const filesOf = async () => {
      await aStory()
      await untilCurrent(builder)
      const client = join(builder.current()?.folder ?? '', 'client')
      return ['', '.br', '.gz'].map((ending) => lstatSync(join(client, `index.html${ending}`)).ino)
    }
    await builder.behave({ areSame: true })
    await builder.buildIfStale()
    const first = await filesOf()
    expect(await filesOf()).toEqual(first)
    await builder.behave({})
    const changed = await filesOf()
    expect(changed.filter((file) => first.includes(file))).toEqual([])
  })

  test('brings a service worker that browsers install anew when something was set', async () => {
    const workerOf = async (settings: number) => {
      const builder = await aBuilder({ settings })
      await builder.buildIfStale()
      return readFile(join(builder.current()?.folder ?? '', 'client', 'sw.js'), 'utf8')
    }
    expect(await workerOf(0)).toBe('worker()\n')
    expect(await workerOf(7)).toBe('worker()\n//7\n')
  })

  test('is not built again for drafts and counters', async () => {
    const builder = await aBuilder()
    const { id } = await aStory()
    await builder.buildIfStale()
    await aStory({ isPublished: false })
    await sql`update stories set likes_count = likes_count + 1 where id = ${id}`
    await pause(1_500)
    expect(await builder.builds()).toHaveLength(2)
  })

  test('is built once or twice for a burst of changes', async () => {
    const builder = await aBuilder()
    await builder.buildIfStale()
    await builder.behave({ ms: 300 })
    for (let change = 0; change < 30; change++) {
      await aStory()
      await pause(10)
    }
    await untilCurrent(builder)
    const builds = (await builder.builds()).length / 2 - 1
    expect(builds).toBeGreaterThanOrEqual(1)
    expect(builds).toBeLessThanOrEqual(2)
  })

  test('is built again at once after a change during a build', async () => {
    // The rest of a burst is waited for, the next look of the clock is not.
    const builder = await aBuilder({ everyMs: 60_000 })
    await builder.buildIfStale()
    await builder.behave({ ms: 600 })
    await aStory()
    await until(async () => (await builder.builds()).length === 3)
    await pause(100)
    await aStory()
    await until(async () => (await builder.builds()).length === 4)
    await until(async () => (await builder.builds()).length === 5)
    await untilCurrent(builder)
  })

  test('is built by one of two replicas that share database and folder', async () => {
    const one = await aBuilder()
    await one.behave({ ms: 200 })
    const other = await aBuilder({ dataDir: one.dataDir })
    await Promise.all([one.buildIfStale(), other.buildIfStale()])
    expect(await one.builds()).toEqual(['begun', 'done'])
    for (let change = 0; change < 3; change++) {
      await aStory()
      await untilCurrent(one)
    }
    const builds = await one.builds()
    expect(builds).toEqual(builds.map((_, index) => (index % 2 === 0 ? 'begun' : 'done')))
    expect(builds).toHaveLength(8)
  })

  test('is built by three replicas with separate folders one after the other', async () => {
    const replicas = [await aBuilder(), await aBuilder(), await aBuilder()]
    for (const replica of replicas) await replica.behave({ ms: 200 })
    const started = Date.now()
    await Promise.all(replicas.map((replica) => replica.buildIfStale()))
    expect(Date.now() - started).toBeGreaterThanOrEqual(600)
    for (const { current, builds } of replicas) {
      expect(current()?.madeFrom.version).toBe(await versionNow())
      expect(await builds()).toEqual(['begun', 'done'])
    }
    await aStory()
    for (const replica of replicas) await untilCurrent(replica)
  })

  test('is built as soon as the replica that holds the lease dies', async () => {
    const replica = openDatabase(await ownDatabaseUrl(), { max: 1 })
    const [held] = await replica<{ process: number }[]>`
      select pg_backend_pid() as process, pg_advisory_lock(${advisoryLocks.build})`
    const builder = await aBuilder()
    const building = builder.buildIfStale()
    await pause(1_000)
    expect(builder.current()).toBeUndefined()
    await sql`select pg_terminate_backend(${held?.process ?? 0})`
    await building
    expect(builder.current()?.madeFrom.version).toBe(await versionNow())
    await replica.end()
  })

  test('is not published by a replica that lost the lease during the build', async () => {
    const builder = await aBuilder()
    await builder.behave({ ms: 1_000 })
    const building = builder.buildIfStale()
    await until(async () => (await builder.builds()).length === 1)
    // A failover does this: another replica may hold it now.
    await sql`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and objid = ${advisoryLocks.build}
        and database = (select oid from pg_database where datname = current_database())`
    // It was no fault of the data: it is built again at once, not after a minute.
    await building
    await untilBuiltWell(builder)
    const builds = await sql<{ error: string | null }[]>`
      select error from site_builds order by id desc limit 2`
    expect(builds.map(({ error }) => error?.split('\n')[0])).toEqual([
      undefined,
      'Error: The build lock was lost',
    ])
  })

  test('is complete at every moment while releases are replaced and deleted', async () => {
    const builder = await aBuilder()
    await builder.buildIfStale()
    let looks = 0
    let misses = 0
    let isWatching = true
    const watch = (async () => {
      while (isWatching) {
        looks++
        const page = await readFile(join(builder.dataDir, 'current', 'client', 'index.html')).catch(
          () => undefined,
        )
        if (
          !page ||
          !builder.current() ||
          !lstatSync(join(builder.dataDir, 'current')).isSymbolicLink()
        ) {
          misses++
        }
        await new Promise(setImmediate)
      }
    })()
    for (let change = 0; change < 5; change++) {
      await aStory()
      await untilCurrent(builder)
    }
    isWatching = false
    await watch
    expect(looks).toBeGreaterThan(20)
    expect(misses).toBe(0)
    // The old ones go a moment after the new one is current.
    await expect.poll(() => listReleases(builder.dataDir)).toHaveLength(3)
    expect((await listReleases(builder.dataDir))[0]).toBe(builder.current()?.id)
  })

  test.each([
    ['another public address', { publicUrl: 'https://moved.example' }],
    ['other code', { code: 'other code' }],
  ])('is rendered whole for %s', async (_, changed) => {
    const { dataDir, buildIfStale, stop, current } = await aBuilder()
    await buildIfStale()
    await stop()
    const about = () => readFile(join(current()?.folder ?? '', 'client', 'about.html'), 'utf8')
    const before = await about()
    await (await aBuilder({ dataDir, ...changed })).buildIfStale()
    expect(current()?.madeFrom).toMatchObject(changed)
    expect(await about()).not.toBe(before)
  })
})

describe('while a new version of the code starts beside the old one', () => {
  test('the new one renders the pages, and the two do not alternate', async () => {
    const old = await aBuilder()
    await old.buildIfStale()
    const fresh = await aBuilder({ dataDir: old.dataDir, code: 'new code' })
    await fresh.buildIfStale()
    expect(fresh.current()?.madeFrom.code).toBe('new code')
    for (let change = 0; change < 2; change++) {
      await aStory()
      await untilCurrent(fresh)
    }
    await pause(3_500)
    expect(fresh.current()?.madeFrom.code).toBe('new code')
    expect(await old.builds()).toHaveLength(8)
  })

  test('the old one renders the pages again when the new one is gone', async () => {
    const old = await aBuilder({ abandonedMs: 100 })
    const fresh = await aBuilder({ dataDir: old.dataDir, code: 'new code' })
    await fresh.buildIfStale()
    await fresh.stop()
    await aStory()
    await untilCurrent(old)
    expect(old.current()?.madeFrom.code).toBe('the code')
  })
})

describe('a build that fails', () => {
  test('because of one page leaves the last good site up and is reported', async () => {
    const builder = await aBuilder()
    await builder.buildIfStale()
    const before = builder.current()
    await builder.behave({ fails: 'The book has no title' })
    await aStory()
    await untilBuilt()
    expect(builder.current()).toEqual(before)
    expect((await lastBuild())?.error).toContain('The book has no title')
    expect(await listReleases(builder.dataDir)).toEqual([before?.id])
  })

  test('on a full disk leaves no partial release, is reported, and the next change is built once there is room', async () => {
    const disk = await aSmallDisk()
    const builder = await aBuilder({ dataDir: disk.folder })
    await builder.buildIfStale()
    const before = builder.current()
    const releases = await readdir(join(disk.folder, 'releases'))
    await disk.fill()
    await aStory()
    await untilBuilt()
    expect((await lastBuild())?.error).toContain('ENOSPC')
    expect(builder.current()).toEqual(before)
    expect(await readdir(join(disk.folder, 'releases'))).toEqual(releases)
    await disk.makeRoom()
    await aStory()
    await untilBuiltWell(builder)
  })

  test('is not repeated at once with the same data', async () => {
    const builder = await aBuilder()
    await builder.behave({ fails: 'No' })
    await builder.buildIfStale()
    await pause(4_000)
    expect(await builder.builds()).toHaveLength(2)
  })

  test('is repeated as soon as the data changes, also during the build', async () => {
    const builder = await aBuilder()
    await builder.buildIfStale()
    await builder.behave({ ms: 600, fails: 'No' })
    await aStory()
    await until(async () => (await builder.builds()).length === 3)
    await builder.behave({})
    await aStory()
    await untilBuiltWell(builder)
  })
})

describe('a service that stops', () => {
  test('starts no build for a change just before', async () => {
    const builder = await aBuilder()
    await builder.buildIfStale()
    await aStory()
    await pause(200)
    await builder.stop()
    await pause(1_500)
    expect(await builder.builds()).toHaveLength(2)
  })

  test('finishes the present build', async () => {
    const builder = await aBuilder()
    await builder.buildIfStale()
    await builder.behave({ ms: 1_000 })
    await aStory()
    await until(async () => (await builder.builds()).length === 3)
    await builder.stop()
    expect(builder.current()?.madeFrom.version).toBe(await versionNow())
    for (const id of await listReleases(builder.dataDir)) {
      const folder = join(builder.dataDir, 'releases', id)
      expect(await readdir(folder)).toContain('release.json')
    }
  })
})
