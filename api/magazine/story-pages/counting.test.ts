import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { callLimits } from '#contract/form-limits.ts'
import { sql } from '#db/sql.ts'
import { aReader, aStory, aVisitor, startApp } from '#tests/people.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'
const storyMissing = /^404: .*The story you're looking for doesn't exist/

const countings = [
  { word: 'share', address: 'POST /stories/:id/share', counter: 'sharesCount' },
  { word: 'view', address: 'POST /stories/:id/view', counter: 'views' },
] as const

describe.each(countings)('a $word', ({ word, address, counter }) => {
  test('by a visitor counts each time that a browser reports it, without a cookie', async () => {
    const { id } = await aStory()
    const { call, cookies } = await aVisitor()
    await call(address, { id })
    await (await aVisitor()).call(address, { id })
    expect(await call(address, { id })).toEqual({ [counter]: 3 })
    expect([...cookies.keys()]).toEqual([])
  })

  test('by visitors behind one address is limited for each story and hour', async () => {
    const { id } = await aStory()
    const { call } = await aVisitor()
    await call(address, { id })
    await sql`
      update rate_limits set points = ${callLimits.story.points}
      where key like ${`${word}s:%`}`
    await expect(call(address, { id })).rejects.toMatchObject({ status: 429 })
    const other = await aStory()
    expect(await call(address, { id: other.id })).toEqual({ [counter]: 1 })
    const reader = await aReader()
    expect(await reader.call(address, { id })).toEqual({ [counter]: 2 })
  })

  test('by a reader counts once on all their devices, and apart from visitors', async () => {
    const { id } = await aStory()
    const reader = await aReader()
    await reader.call(address, { id })
    const elsewhere = await aVisitor()
    await elsewhere.call(address, { id })
    const { email, password } = reader
    await elsewhere.call('POST /auth/sign-in', { email, password })
    expect(await elsewhere.call(address, { id })).toEqual({ [counter]: 2 })
    expect(await reader.call(address, { id })).toEqual({ [counter]: 2 })
  })

  test('by two readers who share a browser counts for both', async () => {
    const { id } = await aStory()
    const [one, other] = [await aReader(), await aReader()]
    await one.call(address, { id })
    const { email, password } = other
    await one.call('POST /auth/sign-in', { email, password })
    expect(await one.call(address, { id })).toEqual({ [counter]: 2 })
  })

  test('of another story counts for that one', async () => {
    const [one, other] = [await aStory(), await aStory()]
    const { call } = await aVisitor()
    await call(address, { id: one.id })
    expect(await call(address, { id: other.id })).toEqual({ [counter]: 1 })
  })

  test('of an unpublished story is rejected, leaves no row and no cookie', async () => {
    const { id } = await aStory({ isPublished: false })
    const { call, send } = await aVisitor()
    await expect(call(address, { id })).rejects.toThrow(storyMissing)
    const response = await send(`/api/stories/${id}/${word}`, { method: 'POST' })
    expect(response.headers.getSetCookie()).toEqual([])
    const rows = await sql`
      select story_id from story_shares where story_id = ${id}
      union all select story_id from story_views where story_id = ${id}`
    expect(rows).toHaveLength(0)
  })

  test('of a story that does not exist is rejected', async () => {
    const { call } = await aVisitor()
    await expect(call(address, { id: nowhere })).rejects.toThrow(storyMissing)
  })

  test('answers with the counter alone', async () => {
    const { id } = await aStory()
    const { call } = await aVisitor()
    expect(Object.keys(await call(address, { id }))).toEqual([counter])
  })

  test('changes nothing else of the story', async () => {
    const { id } = await aStory()
    const { send, call } = await aVisitor()
    const before = await call('GET /stories/:id', { id })
    const response = await send(`/api/stories/${id}/${word}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        id: nowhere,
        title: 'Taken over',
        sharesCount: 999,
        likesCount: 999,
        rating: 5,
        isPublished: false,
      }),
    })
    expect(response.status).toBe(200)
    expect(await call('GET /stories/:id', { id })).toEqual({ ...before, [counter]: 1 })
  })
})

describe('the rows behind the counters', () => {
  const bare = (id: string) => id.replaceAll('-', '')
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

  test('tell no visitors apart, and readers by nothing computable from ids in the database', async () => {
    const [one, other] = [await aStory(), await aStory()]
    const [visitor, reader] = [await aVisitor(), await aReader()]
    for (const { id } of [one, other]) {
      for (const { call } of [visitor, reader]) {
        await call('POST /stories/:id/share', { id })
        await call('POST /stories/:id/view', { id })
      }
    }
    const ids = [one.id, other.id]
    const rows = await sql<{ visitorId: string }[]>`
      select visitor_id from story_shares where story_id in ${sql(ids)}
      union all select visitor_id from story_views where story_id in ${sql(ids)}`
    const found = rows.map(({ visitorId }) => bare(visitorId))
    // Nothing ties a row to another: of the same story, of another one, of a share.
    expect(new Set(found).size).toBe(8)
    const { id: name } = reader.reader
    const guesses = [
      bare(name),
      hashOf(name),
      ...ids.flatMap((id) => [hashOf(`${name} ${id}`), hashOf(`${id} ${name}`)]),
    ]
    expect(found.filter((id) => guesses.includes(id))).toEqual([])
  })

  test('cannot be computed without the secret', async () => {
    const { id } = await aStory()
    const reader = await aReader()
    await reader.call('POST /stories/:id/view', { id })
    const elsewhere = await startApp({ orderSecret: Buffer.from('another secret altogether') })
    await reader.send(`${elsewhere}/api/stories/${id}/view`, {
      method: 'POST',
      headers: { Origin: new URL(elsewhere).origin },
    })
    expect(await sql`select 1 from story_views where story_id = ${id}`).toHaveLength(2)
  })
})

describe('the counters of all stories', () => {
  test('equal the rows behind them after simultaneous writes', async () => {
    const { id } = await aStory()
    const visitors = await Promise.all(Array.from({ length: 20 }, () => aVisitor()))
    await Promise.all(
      visitors.flatMap(({ call }) => [
        ...[1, 2, 3].map(() => call('POST /stories/:id/share', { id })),
        ...[1, 2].map(() => call('POST /stories/:id/view', { id })),
      ]),
    )
    const [rows] = await sql<{ shares: number; views: number }[]>`
      select (select count(*) from story_shares where story_id = ${id}) as shares,
             (select count(*) from story_views where story_id = ${id}) as views`
    const { call } = await aVisitor()
    const [counters] = await call('GET /stories/engagement', { ids: id })
    expect(counters).toMatchObject({ sharesCount: rows?.shares, views: rows?.views })
  })

  test('count a share again in the next hour, a view only on the next day', async () => {
    const { id } = await aStory()
    const { call } = await aReader()
    await call('POST /stories/:id/share', { id })
    await call('POST /stories/:id/view', { id })
    await sql`update story_shares set shared_in_hour = shared_in_hour - interval '1 hour' where story_id = ${id}`
    expect(await call('POST /stories/:id/share', { id })).toEqual({ sharesCount: 2 })
    expect(await call('POST /stories/:id/view', { id })).toEqual({ views: 1 })
    await sql`update story_views set viewed_on = viewed_on - 1 where story_id = ${id}`
    expect(await call('POST /stories/:id/view', { id })).toEqual({ views: 2 })
  })

  test('do not change the date of the last change', async () => {
    const { id } = await aStory()
    const { call } = await aVisitor()
    const before = await call('GET /stories/:id', { id })
    await call('POST /stories/:id/share', { id })
    await call('POST /stories/:id/view', { id })
    expect((await call('GET /stories/:id', { id })).updatedAt).toBe(before.updatedAt)
  })
})

describe('a visitor who refreshes the counters of a page', () => {
  test('gets those of every requested story, none of them liked', async () => {
    const [one, other] = [await aStory(), await aStory()]
    const { call } = await aVisitor()
    await call('POST /stories/:id/share', { id: one.id })
    await call('POST /stories/:id/view', { id: other.id })
    const counters = await call('GET /stories/engagement', { ids: `${one.id},${other.id}` })
    const untouched = { likesCount: 0, sharesCount: 0, views: 0, rating: 0, liked: false }
    expect(counters).toHaveLength(2)
    expect(counters).toEqual(
      expect.arrayContaining([
        { ...untouched, id: one.id, sharesCount: 1 },
        { ...untouched, id: other.id, views: 1 },
      ]),
    )
  })

  test('gets nothing about unpublished stories', async () => {
    const [open, hidden] = [await aStory(), await aStory({ isPublished: false })]
    const { call } = await aVisitor()
    const counters = await call('GET /stories/engagement', {
      ids: `${hidden.id},${open.id},${nowhere}`,
    })
    expect(counters.map(({ id }) => id)).toEqual([open.id])
  })

  test('gets a story once when it is requested twice', async () => {
    const { id } = await aStory()
    const { call } = await aVisitor()
    expect(await call('GET /stories/engagement', { ids: `${id},${id}` })).toHaveLength(1)
  })

  test('may ask for a hundred stories, not for more', async () => {
    const { id } = await aStory()
    const { call } = await aVisitor()
    const ids = (many: number) => Array.from({ length: many }, () => id).join(',')
    expect(await call('GET /stories/engagement', { ids: ids(100) })).toHaveLength(1)
    await expect(call('GET /stories/engagement', { ids: ids(101) })).rejects.toMatchObject({
      status: 400,
      fields: { ids: ['Ask for at most 100 stories at a time'] },
    })
  })

  test.each(['one,two', ',', `${nowhere},`, 'null'])('gets an error for ids=%s', async (ids) => {
    const { send } = await aVisitor()
    const response = await send(`/api/stories/engagement?${new URLSearchParams({ ids })}`)
    expect(response.status).toBe(400)
    expect((await response.json()).errors.ids[0]).toBe('Each id must be a uuid')
  })

  test.each(['', '?ids='])('gets an error when no story is requested: %s', async (query) => {
    const { send } = await aVisitor()
    const response = await send(`/api/stories/engagement${query}`)
    expect(response.status).toBe(400)
    expect((await response.json()).errors).toEqual({
      ids: ['Name the stories as ids separated by commas'],
    })
  })
})

describe('the cookie of a browser', () => {
  const registering = (cookie = '') => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify({
      firstName: 'Tamuno',
      lastName: 'Briggs-Ade',
      email: `reader-${randomUUID()}@ascend.example`,
      password: 'eleven goats and a radio',
    }),
  })
  const ofBrowser = (response: Response) =>
    readCookie(response.headers.getSetCookie().find((line) => line.startsWith('visitor=')))

  test('is not set when a story is read, viewed and shared, and an old one is ignored', async () => {
    const { id } = await aStory()
    const { send, cookies } = await aVisitor()
    cookies.set('visitor', randomUUID())
    for (const path of [
      '/api/stories',
      `/api/stories/${id}`,
      '/api/stories/featured',
      `/api/stories/engagement?ids=${id}`,
      '/api/books',
      '/api/health',
    ]) {
      expect((await send(path)).headers.getSetCookie()).toEqual([])
    }
    for (const word of ['share', 'view', 'view']) {
      const response = await send(`/api/stories/${id}/${word}`, { method: 'POST' })
      expect(response.headers.getSetCookie()).toEqual([])
    }
    expect((await (await send(`/api/stories/${id}`)).json()).views).toBe(2)
  })

  test('is set at sign-in: HttpOnly, for this site, for a year, and not again', async () => {
    const { send } = await aVisitor()
    const { value, attributes } = ofBrowser(await send('/api/auth/register', registering()))
    expect(value).toMatch(/^visitor=[0-9a-f-]{36}$/)
    expect(attributes).toMatchObject({ path: '/', samesite: 'lax', httponly: '', secure: '' })
    expect(attributes).not.toHaveProperty('domain')
    const days = (Date.parse(attributes['expires'] ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(364)
    expect(days).toBeLessThan(366)
    expect(ofBrowser(await send('/api/auth/register', registering(value))).value).toBe('')
  })

  test('is not Secure over plain http', async () => {
    const { send } = await aVisitor(await startApp({ publicUrl: 'http://127.0.0.1:4321' }))
    const headers = { ...registering().headers, Origin: 'http://127.0.0.1:4321' }
    const { attributes } = ofBrowser(
      await send('/api/auth/register', { ...registering(), headers }),
    )
    expect(attributes).not.toHaveProperty('secure')
    expect(attributes).toHaveProperty('httponly')
  })

  test.each(["'; drop table stories; --", nowhere.toUpperCase().replaceAll('0', 'A'), '%00'])(
    'is replaced when it holds "%s"',
    async (value) => {
      const { send } = await aVisitor()
      const response = await send('/api/auth/register', registering(`visitor=${value}`))
      expect(ofBrowser(response).value).toMatch(/^visitor=[0-9a-f]{8}-[0-9a-f-]{27}$/)
    },
  )
})

function readCookie(line = '') {
  const [value = '', ...rest] = line.split('; ')
  const attributes = Object.fromEntries(
    rest.map((part) => {
      const [name = '', ...text] = part.split('=')
      return [name.toLowerCase(), text.join('=')]
    }),
  ) as Record<string, string>
  return { value, attributes }
}
