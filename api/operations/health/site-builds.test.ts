import { describe, expect, test } from 'vitest'
import { findSiteVersion, insertSiteBuild } from '#api/pages/building/site-builds.queries.ts'
import { sql } from '#db/sql.ts'
import { aBook, startApp, thePublisher } from '#tests/people.ts'

/** The publisher of an app that serves pages made from this version of the data; of this database unless said. */
async function thePublisherOf(version: number | undefined, siteId?: string) {
  const made = siteId ?? (await findSiteVersion()).siteId
  const site = () =>
    version === undefined ? undefined : ({ madeFrom: { siteId: made, version } } as never)
  return thePublisher(await startApp({ site }))
}

const wantedVersion = async () => (await findSiteVersion()).version

describe('the publisher who opens the state of the pages', () => {
  test('sees the requested version and the published one', async () => {
    const { call } = await thePublisherOf(3)
    await aBook()
    expect(await call('GET /admin/site-build', {})).toMatchObject({
      wantedVersion: await wantedVersion(),
      liveVersion: 3,
    })
  })

  test('sees that there are no pages yet', async () => {
    const { call } = await thePublisherOf(undefined)
    expect((await call('GET /admin/site-build', {})).liveVersion).toBeNull()
  })

  test('does not see pages of another database as current', async () => {
    const { call } = await thePublisherOf(1_000_000, '00000000-0000-4000-8000-000000000000')
    expect((await call('GET /admin/site-build', {})).liveVersion).toBeNull()
  })

  test('sees when the last build ended, its duration, and why it failed', async () => {
    const { call } = await thePublisherOf(1)
    await sql`delete from site_builds`
    expect((await call('GET /admin/site-build', {})).last).toBeNull()
    const startedAt = '2026-11-20T10:00:00.000Z'
    await insertSiteBuild({ version: 7, startedAt, error: null })
    const good = { version: 7, startedAt, finishedAt: expect.any(String), error: null }
    expect((await call('GET /admin/site-build', {})).last).toEqual(good)
    await insertSiteBuild({ version: 8, startedAt, error: 'The goat has eaten the template' })
    const bad = { ...good, version: 8, error: 'The goat has eaten the template' }
    expect((await call('GET /admin/site-build', {})).last).toEqual(bad)
  })

  test('sees the requested version change only with public data', async () => {
    const { call } = await thePublisherOf(1)
    const ask = async () => (await call('GET /admin/site-build', {})).wantedVersion
    const { id } = await aBook({ isPublished: false })
    const before = await ask()
    await sql`update books set title = 'A draft by another name' where id = ${id}`
    expect(await ask()).toBe(before)
    await call('PATCH /admin/books/:id/publish', { id, isPublished: true })
    const published = await ask()
    expect(published).toBeGreaterThan(before)
    await call('DELETE /admin/books/:id', { id })
    expect(await ask()).toBeGreaterThan(published)
  })
})

describe('the publisher who requests a build', () => {
  test('causes a newer version without a change of data', async () => {
    const { call, send } = await thePublisherOf(await wantedVersion())
    const before = await wantedVersion()
    const response = await send('/api/admin/site-build', { method: 'POST' })
    expect(response.status).toBe(202)
    expect(await response.json()).toMatchObject({ wantedVersion: before + 1 })
    expect((await call('GET /admin/site-build', {})).wantedVersion).toBe(before + 1)
  })

  test('notifies the builder on any machine', async () => {
    const { call } = await thePublisherOf(1)
    let heard = () => {}
    const notice = new Promise<void>((resolve) => {
      heard = resolve
    })
    const listening = await sql.listen('site_stale', heard)
    await call('POST /admin/site-build', {})
    await notice
    await listening.unlisten()
  })

  test('is recorded in the activity log', async () => {
    const { call } = await thePublisherOf(1)
    const count = async () =>
      (await sql`select 1 from activity where action = 'siteBuildStarted' and who = 'publisher'`)
        .length
    const before = await count()
    await call('POST /admin/site-build', {})
    expect(await count()).toBe(before + 1)
  })
})
