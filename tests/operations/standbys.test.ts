import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#api/config.ts'
import { subjectOf } from '#api/operations/doctor/doctor-subject.ts'
import { examine } from '#api/operations/doctor/examine.ts'
import { openMetrics } from '#api/operations/metrics.ts'
import { connect, sql } from '#db/sql.ts'
import { connectStandbys, nameOf, type StandbyState, standbyStates } from '#db/standbys.ts'
import { aFolder } from '#tests/folders.ts'
import { aReader, aStory, aVisitor, startApp } from '#tests/people.ts'
import { aPrimaryWithStandbys } from '#tests/standby-databases.ts'

// A primary and two databases that follow it, for real. Of everything that is asked of them each has a log.

let servers: Awaited<ReturnType<typeof aPrimaryWithStandbys>>
beforeAll(async () => {
  servers = await aPrimaryWithStandbys(2)
  await sql.end()
  connect(servers.primary.url)
}, 180_000)
afterAll(() => servers?.stop())

let standbys: ReturnType<typeof connectStandbys> | undefined
afterEach(async () => {
  await standbys?.stop()
  standbys = undefined
  // Of a test that failed on its way.
  await Promise.allSettled(servers.standbys.map((standby) => standby.resumeReplay()))
})

const noted: StandbyState[] = []

/** An app that may read from the first so many standbys, once they are read from. */
async function anAppReadingFrom(count: number) {
  noted.length = 0
  standbys = connectStandbys(
    servers.standbys.slice(0, count).map(({ url }) => url),
    { note: (state) => noted.push(state) },
  )
  await untilUsed(Array(count).fill(true))
  return startApp({ readsStandbys: count > 0 })
}

const untilUsed = (states: boolean[]) =>
  expect
    .poll(standbyStates, { interval: 20, timeout: 60_000 })
    .toMatchObject(states.map((isInUse) => ({ isInUse })))

/** Until the standbys have whatever was written so far. */
async function untilFollowed() {
  const [end] = await sql<{ lsn: string }[]>`select pg_current_wal_insert_lsn()::text as lsn`
  for (const standby of servers.standbys) {
    const isThere = async () =>
      (
        await standby.ask<{ isThere: boolean }>(
          `select pg_last_wal_replay_lsn() >= '${end?.lsn}' as is_there`,
        )
      )[0]?.isThere
    await expect.poll(isThere, { interval: 20, timeout: 30_000 }).toBe(true)
  }
}

/** Once the service knows that, too. */
async function untilKnown(base: string, id: string) {
  const { call } = await aVisitor(base)
  const askedPrimary = async () => {
    const asked = await servers.primary.askedDuring(() => call('GET /stories/:id', { id }))
    return asked.some((text) => /from stories/.test(text))
  }
  await expect.poll(askedPrimary, { timeout: 30_000 }).toBe(false)
}

const first = () => servers.standbys[0] as (typeof servers.standbys)[number]
const second = () => servers.standbys[1] as (typeof servers.standbys)[number]

describe('public data', () => {
  test('is read from a standby, and only the version from the primary', async () => {
    const base = await anAppReadingFrom(1)
    const { id } = await aStory()
    await untilKnown(base, id)
    const { call } = await aVisitor(base)
    const read = async () => {
      await call('GET /stories', { category: 'Lifestyle and Culture' })
      await call('GET /stories/:id', { id })
      await call('GET /search', { q: 'borehole' })
      await call('GET /books', {})
    }
    let ofStandby: string[] = []
    const ofPrimary = await servers.primary.askedDuring(async () => {
      ofStandby = await first().askedDuring(read)
    })
    expect(new Set(ofPrimary)).toEqual(
      new Set(['select version as site, shelf_version as shelf from site_version']),
    )
    expect(ofPrimary).toHaveLength(4)
    for (const table of ['stories', 'story_words', 'books']) {
      expect(ofStandby.filter((text) => text.includes(` from ${table} `))).not.toEqual([])
    }
  })

  test('costs the primary no more queries with standbys than without', async () => {
    const { id } = await aStory()
    const read = async (base: string) => {
      const { call } = await aVisitor(base)
      return servers.primary.askedDuring(async () => {
        await call('GET /stories', {})
        await call('GET /stories/:id', { id })
        await call('GET /authors', {})
        await call('GET /health', {})
      })
    }
    const base = await anAppReadingFrom(0)
    await read(base)
    const without = await read(base)
    expect(without.filter((text) => text.includes('from site_version'))).toHaveLength(1)
    expect(without).toHaveLength(5)
    const withOne = await anAppReadingFrom(1)
    await untilKnown(withOne, id)
    expect((await read(withOne)).length).toBeLessThanOrEqual(without.length)
  })

  test('costs the primary no more queries while the standby is left out', async () => {
    const { id } = await aStory()
    const base = await anAppReadingFrom(1)
    await first().kill()
    onTestFinished(() => first().startAgain())
    await untilUsed([false])
    const { call } = await aVisitor(base)
    // The whole count is known from here on.
    await call('GET /stories', {})
    const asked = await servers.primary.askedDuring(async () => {
      await call('GET /stories/:id', { id })
      await call('GET /stories', {})
    })
    expect(asked).toHaveLength(3)
  })
})

describe('a reader’s own data', () => {
  test('is read from the primary', async () => {
    const base = await anAppReadingFrom(2)
    const { id } = await aStory()
    const reader = await aReader(base)
    const asked = await Promise.all(
      servers.standbys.map((standby) =>
        standby.askedDuring(async () => {
          await reader.call('GET /stories/engagement', { ids: id })
          await reader.call('GET /account', {})
          await reader.call('GET /stories/:id/rating', { id })
        }),
      ),
    )
    expect(asked.flat()).toEqual([])
  })

  test('is visible at once to its writer while all standbys lag', async () => {
    const base = await anAppReadingFrom(2)
    const { id } = await aStory()
    await untilFollowed()
    const reader = await aReader(base)
    await Promise.all(servers.standbys.map((standby) => standby.pauseReplay()))
    try {
      await reader.call('POST /stories/:id/like', { id })
      await reader.call('PUT /stories/:id/rating', { id, rating: 4 })
      const [listed] = (await reader.call('GET /stories', { pageSize: 1 })).filter(
        (story) => story.id === id,
      )
      expect(listed).toMatchObject({ likesCount: 1, rating: 4 })
      expect(await reader.call('GET /stories/:id', { id })).toMatchObject({
        likesCount: 1,
        rating: 4,
      })
    } finally {
      await Promise.all(servers.standbys.map((standby) => standby.resumeReplay()))
    }
  })
})

describe('a change of a story', () => {
  test('is visible to all readers and stays so, whichever standby lags', async () => {
    const base = await anAppReadingFrom(2)
    const { call, send } = await aVisitor(base)
    for (const late of servers.standbys) {
      await late.pauseReplay()
      try {
        const { id, title } = { ...(await aStory()), title: `Mended ${late.url.length}` }
        for (let time = 0; time < 20; time++) {
          expect((await send(`/api/stories/${id}`)).status).toBe(200)
          const page = time % 2 ? { page: 1 } : {}
          const [newest] = await call('GET /stories', { pageSize: 1 + (time % 7), ...page })
          expect(newest?.id).toBe(id)
        }
        await sql`update stories set title = ${title}, approved_hash = 'this text' where id = ${id}`
        for (let time = 0; time < 20; time++) {
          expect((await call('GET /stories/:id', { id })).title).toBe(title)
          const [newest] = await call('GET /stories', { pageSize: 1 + (time % 7) })
          expect(newest?.title).toBe(title)
        }
        await sql`update stories set is_published = false where id = ${id}`
        for (let time = 0; time < 20; time++) {
          expect((await send(`/api/stories/${id}`)).status).toBe(404)
        }
      } finally {
        await late.resumeReplay()
      }
    }
  })

  test('is read from the standby that has it while the other one lags', async () => {
    const base = await anAppReadingFrom(2)
    await first().pauseReplay()
    try {
      const { id } = await aStory()
      await untilKnown(base, id)
      const { call } = await aVisitor(base)
      const asked = await second().askedDuring(() => call('GET /stories/:id', { id }))
      expect(asked.filter((text) => text.includes('from stories'))).toHaveLength(1)
    } finally {
      await first().resumeReplay()
    }
  })
})

describe('a standby', () => {
  test('that lags is left out after a write, and used again when it has caught up', async () => {
    await anAppReadingFrom(2)
    await first().pauseReplay()
    // A like changes no version.
    await aStory({ isPublished: false })
    await untilUsed([false, true])
    await expect.poll(() => noted.at(-1)).toMatchObject({ isInUse: false, fault: 'it is behind' })
    expect(standbyStates()[0]?.secondsBehind).toBeGreaterThan(3)
    await first().resumeReplay()
    await untilUsed([true, true])
    expect(standbyStates()[0]?.secondsBehind).toBeLessThan(4)
  })

  /** Readers who read on until they are told to stop; resolves to what they got. */
  function aCrowd(base: string, id: string) {
    let isOver = false
    let reads = 0
    const failed: string[] = []
    const reading = Promise.all(
      Array.from({ length: 6 }, async (_, at) => {
        const { send } = await aVisitor(base)
        while (!isOver) {
          for (const path of [`/stories/${id}`, `/stories?pageSize=${at + 1}`, '/search?q=pump']) {
            const response = await send(`/api${path}`)
            await response.text()
            if (response.status !== 200) failed.push(`${path} ${response.status}`)
            reads++
          }
        }
      }),
    )
    return {
      async goesOn() {
        const until = reads + 60
        await expect.poll(() => reads > until, { timeout: 60_000 }).toBe(true)
      },
      async over() {
        isOver = true
        await reading
        return failed
      },
    }
  }

  test('that is killed fails no reader, and is used again after its restart', async () => {
    const base = await anAppReadingFrom(2)
    const { id } = await aStory()
    const crowd = aCrowd(base, id)
    await crowd.goesOn()
    await first().kill()
    await crowd.goesOn()
    await untilUsed([false, true])
    await crowd.goesOn()
    await first().startAgain()
    await untilUsed([true, true])
    await crowd.goesOn()
    expect(await crowd.over()).toEqual([])
  })

  test('that freezes during a query fails no reader, and is used again afterwards', async () => {
    const base = await anAppReadingFrom(2)
    const { id } = await aStory()
    const crowd = aCrowd(base, id)
    await crowd.goesOn()
    second().freeze()
    await untilUsed([true, false])
    await crowd.goesOn()
    second().thaw()
    await untilUsed([true, true])
    await crowd.goesOn()
    expect(await crowd.over()).toEqual([])
  })

  test('whose tables are older than the code fails no reader', async () => {
    const base = await anAppReadingFrom(2)
    const { id } = await aStory()
    await untilKnown(base, id)
    await sql`alter table stories rename column video_url to film_url`
    await untilFollowed()
    await Promise.all(servers.standbys.map((standby) => standby.pauseReplay()))
    try {
      await sql`alter table stories rename column film_url to video_url`
      const { send } = await aVisitor(base)
      expect((await send(`/api/stories/${id}`)).status).toBe(200)
    } finally {
      await Promise.all(servers.standbys.map((standby) => standby.resumeReplay()))
    }
  })

  test('appears in the metrics and in the doctor’s report, with its fault', async () => {
    await anAppReadingFrom(2)
    const { tell } = openMetrics(() => undefined)
    const figures = async () => (await tell()).text.split('\n')
    const [one, other] = servers.standbys.map(({ url }) => nameOf(url))
    expect(await figures()).toContain(`ascend_standby_in_use{standby="${one}"} 1`)
    await second().kill()
    onTestFinished(() => second().startAgain())
    await untilUsed([true, false])
    expect(await figures()).toContain(`ascend_standby_in_use{standby="${other}"} 0`)
    const password = 'nine drums before the rain'
    const config = readConfig({
      DATABASE_URL: servers.primary.url,
      DATABASE_READ_URLS: servers.standbys
        .map(({ url }) => url.replace('app@', `app:${encodeURIComponent(password)}@`))
        .join('  '),
    })
    const findings = await examine(
      subjectOf({ ...config, dataDir: await aFolder() }, { root: '.', db: async () => sql }),
    )
    const ofStandbys = findings.filter(({ title }) => title === 'Standby')
    expect(ofStandbys.map(({ state }) => state)).toEqual(['ok', 'warning'])
    expect(ofStandbys[1]?.found).toContain(`${other} is not read from`)
    expect(JSON.stringify(findings)).not.toContain(encodeURIComponent(password))
  })

  test('that turns out to be a primary is not read from', async () => {
    standbys = connectStandbys([servers.primary.url])
    const why = () => standbyStates()[0]?.fault
    await expect.poll(why, { timeout: 30_000 }).toBe('it is no standby')
    expect(standbyStates()).toMatchObject([{ isInUse: false }])
  })
})
