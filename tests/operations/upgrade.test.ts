import { randomUUID } from 'node:crypto'
import { appendFile, readFile, readlink, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { runs } from '#tests/long.ts'
import { aReader, aStory, publisherSignIn, severalStories } from '#tests/people.ts'
import { aPlace } from './releases.ts'

// An operator upgrades a real magazine behind the real Caddy while readers read and share, and goes back.

let place: Awaited<ReturnType<typeof aPlace>>
/** What is shared: more than one, because the shares of one story by one network are limited. */
let stories: string[]

/** Which release answers is seen in a file that everybody may read. */
const speaking = (mark: string) => ({
  'api/operations/health/health.routes.ts': (text: string) => {
    const changed = text.replace(
      '=> describeApi()',
      `=> ({ ...describeApi(), 'x-release': '${mark}' })`,
    )
    if (changed === text) throw new Error('The release would not say its name')
    return changed
  },
})

/** What the next release does with the database: a column, an index of a table in use, and rows filled in. */
const migrations = {
  'db/migrations/9000-tone.sql': () =>
    "-- Why.\nalter table stories add column tone text, add column mood text not null default 'calm';\n",
  'db/migrations/9001-by-tone.sql': () =>
    '-- concurrently\n-- Why.\ncreate index concurrently if not exists stories_by_tone on stories (tone);\n',
  'db/migrations/9002-fill-tone.sql': () =>
    "-- in batches\n-- Why.\nupdate stories set tone = 'warm' where id in (select id from stories where tone is null limit 2);\n",
}

beforeAll(async () => {
  place = await aPlace({
    DATABASE_URL: await ownDatabaseUrl(),
    ADMIN_PASSWORD: publisherSignIn.password,
  })
  stories = await severalStories()
  await place.aRelease('one')
  const first = await place.run('one', 'one')
  if (!first.isGood) throw new Error(first.said)
}, 240_000)
afterAll(() => place?.stop())

const release = async () => {
  const answer = await fetch(`${place.base}/api/openapi.json`)
  return ((await answer.json()) as { 'x-release'?: string })['x-release'] ?? 'one'
}

const countShares = async () => {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from story_shares where story_id = any(${stories})`
  return row?.count ?? 0
}

/** A release that builds its pages, and ends then. */
const takesThePages = `
  import { cpSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
  const data = process.env.DATA_DIR
  cpSync(data + '/current', data + '/releases/taken', { recursive: true, dereference: true })
  const note = JSON.parse(readFileSync(data + '/releases/taken/release.json', 'utf8'))
  writeFileSync(data + '/releases/taken/release.json', JSON.stringify({ ...note, code: 'of another' }))
  symlinkSync('releases/taken', data + '/current.taken')
  renameSync(data + '/current.taken', data + '/current')
  console.error('No such luck.')
  process.exit(1)
`

/** Readers who read and share until the work is done: what failed, and how many shares were acknowledged. */
async function whileReadersRead<T>(work: () => Promise<T>) {
  let isOver = false
  const failed: string[] = []
  let shares = 0
  let asked = 0
  const ask = async (path: string, init: RequestInit) => {
    try {
      const answer = await fetch(place.base + path, init)
      await answer.arrayBuffer()
      if (!answer.ok) failed.push(`${path} ${answer.status}`)
      return answer.ok
    } catch (error) {
      failed.push(`${path} ${error} ${(error as Error).cause}`)
      return false
    }
  }
  const fresh = { headers: { Connection: 'close' } }
  // Who shares has read: shares alone would come to their limit on a fast machine.
  const reading = [fresh, {}, fresh, {}].map(async (init) => {
    while (!isOver) {
      for (const path of ['/', `/story/${stories[0]}`, '/api/stories', '/books?page=1']) {
        await ask(path, init)
      }
      const story = stories[asked++ % stories.length]
      if (await ask(`/api/stories/${story}/share`, { ...init, method: 'POST' })) shares += 1
    }
  })
  const done = await work().finally(() => {
    isOver = true
  })
  await Promise.all(reading)
  return { done, failed, shares }
}

test('an upgrade loses no request, and a rollback by one command keeps what was written', {
  timeout: 240_000,
}, async () => {
  await place.aRelease('two', { ...speaking('two'), ...migrations })
  const before = await countShares()

  const up = await whileReadersRead(() => place.run('one', 'two'))
  expect(up.done).toEqual({
    isGood: true,
    said: expect.stringContaining('The upgrade to two is done.'),
  })
  // What a release says, a made password of the versions before included, is its owner's alone.
  for (const name of ['one', 'two']) {
    const { mode } = await stat(place.path('releases', `${name}.log`))
    expect([name, mode & 0o777]).toEqual([name, 0o600])
  }
  expect(up.done.said).toMatch(/Making a backup …\n {2}Backed up to backups\//)
  expect(up.done.said).toContain('3 migrations in')
  expect(up.failed).toEqual([])
  expect(await release()).toBe('two')
  expect(await sql`select tone, mood from stories where id = ${stories[0] ?? ''}`).toEqual([
    { tone: 'warm', mood: 'calm' },
  ])

  const down = await whileReadersRead(() => place.run('two', 'back'))
  expect(down.done).toEqual({ isGood: true, said: expect.stringContaining('Back at one.') })
  expect(down.failed).toEqual([])
  expect(await release()).toBe('one')
  expect(await place.current()).toBe('one')
  // The release before reads and writes on the newer tables.
  expect(up.shares + down.shares).toBeGreaterThan(10)
  expect(await countShares()).toBe(before + up.shares + down.shares)
  const title = `The Long Way Round ${randomUUID()}`
  await aStory({ title })
  const shown = async () => (await (await fetch(`${place.base}/`)).text()).includes(title)
  await expect.poll(shown, { timeout: 30_000 }).toBe(true)
})

test('two neighbouring releases run side by side, and both write', {
  timeout: 120_000,
}, async () => {
  const next = await place.startBeside('two')
  const isReady = () =>
    fetch(`${next}/api/ready`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(isReady, { timeout: 60_000 }).toBe(200)
  expect(await release()).toBe('one')
  const before = await countShares()
  for (const base of [next, place.base, next, place.base]) {
    const share = await fetch(`${base}/api/stories/${stories[0]}/share`, { method: 'POST' })
    expect(share.status).toBeLessThan(300)
    const reader = await aReader(base)
    expect(await reader.call('GET /account', {})).toMatchObject({ submissions: [] })
  }
  expect(await countShares()).toBe(before + 4)
})

test('a migration that fails leaves the data as it was, and the old release serving', {
  timeout: 120_000,
}, async () => {
  const columns = () => sql`
    select table_name, column_name from information_schema.columns where table_schema = 'public' order by 1, 2`
  const before = await columns()
  await place.aRelease('three', {
    'db/migrations/9003-half.sql': () => 'alter table stories add column half text; select 1 / 0;',
  })
  const { isGood, said } = await place.run('one', 'three')
  expect(isGood).toBe(false)
  expect(said).toContain('A migration failed: Migration 9003-half.sql failed')
  expect(said).toContain('division by zero')
  expect(said).toContain('one serves as before')
  expect(await columns()).toEqual(before)
  expect(await release()).toBe('one')
})

test('an upgrade without a backup is aborted', { timeout: 120_000 }, async () => {
  const settings = place.path('settings.env')
  const before = await readFile(settings, 'utf8')
  const bucket = 'ENDPOINT=http://127.0.0.1:9|BUCKET=nowhere|ACCESS_KEY=key|SECRET_KEY=secret-of-it'
  await appendFile(
    settings,
    bucket
      .split('|')
      .map((line) => `BACKUP_S3_${line}\n`)
      .join(''),
  )
  const { isGood, said } = await place.run('one', 'two')
  await writeFile(settings, before)
  expect(isGood).toBe(false)
  expect(said).toContain('The backup failed: ')
  expect(said).toContain('Nothing was changed: one serves as before.')
  expect(said).not.toContain('Migrating')
  expect(await release()).toBe('one')
})

// More upgrades: in the long tests.
if (runs({ sample: 0, long: 1 })) {
  test('a release that does not start leaves the old one serving, and says why', {
    timeout: 120_000,
  }, async () => {
    const start = place.path('releases', 'two', 'scripts', 'start.mjs')
    const good = await readFile(start, 'utf8')
    await writeFile(start, takesThePages)
    const pages = await readlink(join(place.dataDir, 'current'))
    const { done, failed } = await whileReadersRead(() => place.run('one', 'two'))
    await writeFile(start, good)
    expect(done).toEqual({ isGood: false, said: expect.stringContaining('No such luck.') })
    expect(done.said).toMatch(/\none was never stopped and serves as before\./)
    expect(failed).toEqual([])
    expect(await place.current()).toBe('one')
    // It had put its own pages in their place.
    expect(await readlink(join(place.dataDir, 'current'))).toBe(pages)
  })

  test('an upgrade that is killed midway harms nobody, and the next one finishes its work', {
    timeout: 120_000,
  }, async () => {
    const { done, failed } = await whileReadersRead(async () => {
      await place.killed('one', 'two')
      expect(await place.current()).toBe('one')
      return place.run('one', 'two')
    })
    expect(done).toEqual({
      isGood: true,
      said: expect.stringContaining('The upgrade to two is done.'),
    })
    expect(done.said).toContain(
      'An earlier upgrade was interrupted: two still runs and is stopped.',
    )
    expect(failed).toEqual([])
    expect(await release()).toBe('two')
  })
}

test('a mistyped command gets a readable explanation', async () => {
  const say = async (...args: string[]) => (await place.run('one', ...args)).said
  expect(await say()).toContain('Usage: npm run upgrade -- ')
  expect(await say('../one', 'x')).toContain('Usage: ')
  expect(await say('never')).toMatch(/There is no release .*never\. .* there are: .*one/)
  const current = (await place.current()) ?? ''
  const already = `${current} is already the current release. Nothing was changed.`
  expect(await say(current)).toContain(already)
  await place.write('upgrade.lock', '999999999')
  expect(await say(current)).toContain(already)
})
