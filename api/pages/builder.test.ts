import { lstatSync } from 'node:fs'
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { aFolder } from '#tests/folders.ts'
import { aStory } from '#tests/people.ts'
import { aSmallDisk } from '#tests/small-disk.ts'
import { type Builder, startBuilder } from './builder.ts'
import { findCurrentRelease, listReleases } from './releases.ts'

// What is tested here is when and how often the site is built, with bundles and pages that take no time; whether
// the real ones show the change in time is tested in fresh-site.test.ts.

interface Ways {
  /** How long the pages take. */
  ms?: number
  /** The message that they fail with. */
  fails?: string
  /** The same of the bundle. */
  bundleMs?: number
  bundleFails?: string
  /** The bundling process dies in the middle of it. */
  bundleDies?: boolean
}

const builders: Builder[] = []
afterEach(async () => {
  await Promise.all(builders.splice(0).map((builder) => builder.stop()))
})

/** A builder with a data folder of its own, or that of another replica. */
async function aBuilder({
  dataDir = '',
  buildScript = 'tests/fixtures/quick-bundle.mjs',
  publicUrl = 'https://ascend.example',
  bundleWithinMs = 60_000,
} = {}) {
  const folder = dataDir || (await aFolder())
  const builder = await startBuilder({
    root: process.cwd(),
    dataDir: folder,
    publicUrl,
    buildScript,
    bundleWithinMs,
    prerenderPages: () => prerenderPages(folder),
    env: { PATH: process.env['PATH'] },
    log: pino({ level: 'silent' }),
  })
  builders.push(builder)
  return {
    ...builder,
    dataDir: folder,
    current: () => findCurrentRelease(folder),
    builds: () => readBuilds(folder),
    bundles: async () => (await readSteps(folder)).filter((step) => step === 'bundled').length,
    behave: (ways: Ways) => writeFile(join(folder, 'ways.json'), JSON.stringify(ways)),
  }
}

/** Pages as the builder is given them: made in the way that the folder's note says, and told in its log. */
async function prerenderPages(dataDir: string) {
  const note = await readFile(join(dataDir, 'ways.json'), 'utf8').catch(() => '{}')
  const { ms = 0, fails } = JSON.parse(note) as Ways
  const tell = (what: string) => appendFile(join(dataDir, 'builds.log'), `${what} -\n`)
  await tell('begun')
  await pause(ms)
  await tell('done')
  if (fails) throw new Error(fails)
  const headers = { 'content-security-policy': "default-src 'self'" }
  return [{ address: '/', headers, body: Buffer.from(`<p>${Date.now()}</p>`) }]
}

/** What was bundled, begun and done, in order. */
async function readSteps(dataDir: string): Promise<string[]> {
  const text = await readFile(join(dataDir, 'builds.log'), 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => line.split(' ')[0] || [])
}

/** When pages were begun and done, in order. */
async function readBuilds(dataDir: string): Promise<string[]> {
  return (await readSteps(dataDir)).filter((step) => step !== 'bundled')
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

/** Whether it went well or not. */
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

  test('is not built again by a service that starts anew', async () => {
    const { dataDir, buildIfStale, builds, stop } = await aBuilder()
    await buildIfStale()
    await stop()
    await (await aBuilder({ dataDir })).buildIfStale()
    expect(await builds()).toEqual(['begun', 'done'])
  })

  test('follows a change that was committed by anybody, without being told', async () => {
    const builder = await aBuilder()
    await builder.buildIfStale()
    await aStory()
    expect(await untilCurrent(builder)).toBeLessThan(4_000)
  })

  test('is bundled once, whatever happens to the data: the bundle of a release is its predecessor’s', async () => {
    const builder = await aBuilder()
    await builder.buildIfStale()
    const first = builder.current()
    await aStory()
    await untilCurrent(builder)
    expect(await builder.bundles()).toBe(1)
    expect(builder.current()?.id).not.toBe(first?.id)
    expect(builder.current()?.bundle).toBe(first?.bundle)
    const client = join(builder.dataDir, 'current', 'client')
    expect(await readFile(join(client, 'about.html'), 'utf8')).toBe('https://ascend.example')
    expect(await readFile(join(client, 'index.html'), 'utf8')).toMatch(/^<p>\d+<\/p>$/)
    // The one before still shows what it showed.
    expect(await readFile(join(first?.folder ?? '', 'client', 'index.html'))).not.toEqual(
      await readFile(join(client, 'index.html')),
    )
  })

  test('does not follow drafts and counters', async () => {
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

  test('is built again at once when something changed while it was being built', async () => {
    const builder = await aBuilder()
    await builder.buildIfStale()
    await builder.behave({ ms: 600 })
    await aStory()
    await until(async () => (await builder.builds()).length === 3)
    await pause(100)
    await aStory()
    await until(async () => (await builder.builds()).length === 4)
    // The rest of a burst is waited for, the next look of the clock is not.
    expect(await until(async () => (await builder.builds()).length === 5)).toBeLessThan(2_000)
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

  test('is built by each of two replicas with folders of their own, one after the other', async () => {
    const [one, other] = [await aBuilder(), await aBuilder()]
    await Promise.all([one.buildIfStale(), other.buildIfStale()])
    await untilCurrent(one)
    await untilCurrent(other)
  })

  test('is there at every moment while new ones take its place, and old ones are swept away', async () => {
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

  test('is built once more for another public address', async () => {
    const { dataDir, buildIfStale, stop, bundles } = await aBuilder()
    await buildIfStale()
    await stop()
    const moved = await aBuilder({ dataDir, publicUrl: 'https://moved.example' })
    await moved.buildIfStale()
    expect(await bundles()).toBe(2)
    expect(findCurrentRelease(dataDir)?.madeFrom.publicUrl).toBe('https://moved.example')
  })
})

describe('a build that fails', () => {
  test.each<[string, Ways, string]>([
    ['by a page that cannot be made', { fails: 'The book has no title' }, 'The book has no title'],
    ['by its own words', { bundleFails: 'The brand has no name' }, 'The brand has no name'],
    ['by dying', { bundleDies: true }, 'The last words of a build'],
  ])('%s leaves the last good site up and is told', async (_, ways, told) => {
    const good = await aBuilder()
    await good.buildIfStale()
    const before = good.current()
    await good.stop()
    // At another address, so that it is bundled again.
    const { dataDir } = good
    const builder = await aBuilder({ dataDir, publicUrl: 'https://moved.example' })
    await builder.behave(ways)
    await aStory()
    await untilBuilt()
    expect(builder.current()).toEqual(before)
    expect((await lastBuild())?.error).toContain(told)
    expect(await listReleases(builder.dataDir)).toEqual([before?.id])
    expect(await readdir(join(dataDir, 'bundles'))).toContain(before?.bundle)
  })

  test.each([
    ['tests/fixtures/broken-bundle.mjs', 'SyntaxError: what the editor typed'],
    ['tests/fixtures/no-such-bundle.mjs', 'Cannot find module'],
  ])('because of its program (%s) is told as well', async (buildScript, told) => {
    const good = await aBuilder()
    await good.buildIfStale()
    await good.stop()
    const before = good.current()
    const builder = await aBuilder({
      dataDir: good.dataDir,
      buildScript,
      publicUrl: 'https://moved.example',
    })
    await aStory()
    await untilBuilt()
    expect(builder.current()).toEqual(before)
    expect((await lastBuild())?.error).toContain(told)
  })

  test('because its program hangs is given up and told, and the next change is built', async () => {
    const good = await aBuilder()
    await good.buildIfStale()
    await good.stop()
    const before = good.current()
    const { dataDir } = good
    const bundles = await readdir(join(dataDir, 'bundles'))
    const moved = { dataDir, publicUrl: 'https://moved.example', bundleWithinMs: 3_000 }
    const builder = await aBuilder(moved)
    await builder.behave({ bundleMs: 600_000 })
    await aStory()
    await untilBuilt()
    expect((await lastBuild())?.error).toContain('The build took too long')
    expect(builder.current()).toEqual(before)
    expect(await readdir(join(dataDir, 'bundles'))).toEqual(bundles)
    await builder.behave({})
    await aStory()
    await untilCurrent(builder)
    expect(builder.current()?.madeFrom.publicUrl).toBe('https://moved.example')
  })

  test('for want of room leaves nothing half made, is told, and the next change is built when there is some', async () => {
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

  test('is not tried over and over with the same data', async () => {
    const builder = await aBuilder()
    await builder.behave({ fails: 'No' })
    await builder.buildIfStale()
    await pause(4_000)
    expect(await builder.builds()).toHaveLength(2)
  })

  test('is tried again as soon as the data changes, even in the middle of it', async () => {
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
  test('begins no build for a change that came just before', async () => {
    const builder = await aBuilder()
    await builder.buildIfStale()
    await aStory()
    await pause(200)
    await builder.stop()
    await pause(1_500)
    expect(await builder.builds()).toHaveLength(2)
  })

  test('does not wait for a bundle, serves the old site when it starts again, and builds then', async () => {
    const old = await aBuilder()
    await old.buildIfStale()
    const before = old.current()
    await old.stop()
    const { dataDir } = old
    const builder = await aBuilder({ dataDir, publicUrl: 'https://moved.example' })
    await builder.behave({ bundleMs: 20_000 })
    void builder.buildIfStale()
    await until(async () => (await builder.bundles()) === 2)
    const started = Date.now()
    await builder.stop()
    expect(Date.now() - started).toBeLessThan(2_000)
    expect(builder.current()).toEqual(before)
    expect((await lastBuild())?.error).toBeNull()
    const next = await aBuilder({ dataDir: builder.dataDir })
    await next.behave({})
    await next.buildIfStale()
    expect(next.current()?.madeFrom.version).toBe(await versionNow())
  })

  test('leaves no release folder behind that nobody will serve', async () => {
    const builder = await aBuilder()
    await builder.buildIfStale()
    await builder.behave({ ms: 1_000 })
    await aStory()
    await until(async () => (await builder.builds()).length === 3)
    await builder.stop()
    const releases = (await readdir(join(builder.dataDir, 'releases'))).filter(
      (name) => name !== 'node_modules',
    )
    expect(releases).toEqual([builder.current()?.id])
  })
})
