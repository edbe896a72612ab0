import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CacheKey } from '#api/http/answers/front-cache.ts'
import type { PurgeCache } from '#api/integrations/purge-cache.ts'
import { sql } from '#db/sql.ts'
import { aReader, aStory } from '#tests/people.ts'
import { findSiteVersion } from '../building/site-builds.queries.ts'
import { findPurgeFailure } from './cache-purges.queries.ts'
import { startPurging } from './start-purging.ts'

const log = pino({ level: 'silent' })
const patience = { timeout: 10_000 }
let purged: CacheKey[] = []
let isRefusing = false
let tries = 0
const purge: PurgeCache = async (keys) => {
  tries++
  if (isRefusing) throw new Error('The cache answered 429')
  purged.push(...keys)
}
const made = { siteId: '', version: 0, code: 'code', publicUrl: 'https://ascend.example' }
let release = made
let replicas: ReturnType<typeof startPurging>[] = []
const count = (key: CacheKey) => purged.filter((one) => one === key).length

beforeEach(async () => {
  isRefusing = false
  release = { ...made, ...(await findSiteVersion()) }
  replicas = [1, 2].map(() =>
    startPurging({ purge, release: () => release, log, everyMs: 50, againMs: 1000 }),
  )
  // Everything is purged at its first start, and once more.
  await Promise.all(replicas.map(({ ready }) => ready))
  await expect.poll(isQuiet, patience).toBe(true)
  purged = []
  tries = 0
})
afterEach(() => Promise.all(replicas.map(({ stop }) => stop())))

async function isQuiet() {
  const [row] = await sql<{ isQuiet: boolean }[]>`
    select version = (select version from site_version) and again = '{}' and failures = 0 as is_quiet
    from cache_purges`
  return row?.isQuiet ?? false
}

test('one of the replicas purges a change, again when a release shows it, and again a moment later', async () => {
  await aStory()
  await expect.poll(() => count('data'), patience).toBe(1)
  release = { ...release, ...(await findSiteVersion()) }
  await expect.poll(() => count('release'), patience).toBe(1)
  await expect.poll(isQuiet, patience).toBe(true)
  expect([count('data'), count('release'), count('code')]).toEqual([3, 2, 0])
})

test('a like purges nothing', async () => {
  const { id } = await aStory({ isPublished: true })
  await expect.poll(isQuiet, patience).toBe(true)
  release = { ...release, ...(await findSiteVersion()) }
  await Promise.all(replicas.map(({ runNow }) => runNow()))
  await expect.poll(isQuiet, patience).toBe(true)
  purged = []
  const reader = await aReader()
  await reader.call('POST /stories/:id/like', { id })
  await Promise.all(replicas.map(({ runNow }) => runNow()))
  expect(purged).toEqual([])
})

test('new code purges every page', async () => {
  release = { ...release, code: `code ${Math.random()}` }
  await expect.poll(() => count('code'), patience).toBe(1)
  expect([...purged].sort()).toEqual(['code', 'data', 'release'])
})

test('a rejected purge is retried with growing pauses and reported', async () => {
  isRefusing = true
  await aStory()
  await expect.poll(() => tries, patience).toBe(2)
  expect((await findPurgeFailure()).seconds).toBeGreaterThan(0)
  isRefusing = false
  await expect.poll(() => count('data'), patience).toBe(1)
  await expect.poll(async () => (await findPurgeFailure()).seconds, patience).toBe(0)
})
