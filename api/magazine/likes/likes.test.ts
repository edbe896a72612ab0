import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { countersAndRows } from '#tests/magazine/counted-stories.ts'
import { aReader, aStory, aVisitor, theApp } from '#tests/people.ts'
import { sendRaw } from '#tests/raw-request.ts'
import { untilWaiting } from '#tests/waiting.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'
const storyMissing = /^404: .*The story you're looking for doesn't exist/

type SomeReader = Awaited<ReturnType<typeof aReader>>

/** Fifty readers, as the promise says: they take part in whatever happens at once. */
let crowd: SomeReader[] = []
const oneOfThem = () => crowd[0] as SomeReader
beforeAll(async () => {
  crowd = await Promise.all(Array.from({ length: 50 }, () => aReader()))
})
const siteVersion = async () => {
  const [row] = await sql<{ version: number }[]>`select version from site_version`
  return row?.version
}

describe('a reader who likes a story', () => {
  test('gets the new count, however often they like it', async () => {
    const { id } = await aStory()
    const { call } = oneOfThem()
    const liked = { liked: true, likesCount: 1 }
    expect(await call('POST /stories/:id/like', { id })).toEqual(liked)
    expect(await call('POST /stories/:id/like', { id })).toEqual(liked)
    const taken = { liked: false, likesCount: 0 }
    expect(await call('DELETE /stories/:id/like', { id })).toEqual(taken)
    expect(await call('DELETE /stories/:id/like', { id })).toEqual(taken)
  })

  test('is counted together with other readers', async () => {
    const { id } = await aStory()
    const [one, other] = crowd as [SomeReader, SomeReader]
    await one.call('POST /stories/:id/like', { id })
    expect(await other.call('POST /stories/:id/like', { id })).toEqual({
      liked: true,
      likesCount: 2,
    })
    expect(await one.call('DELETE /stories/:id/like', { id })).toEqual({
      liked: false,
      likesCount: 1,
    })
  })

  test('cannot like in another reader’s name', async () => {
    const { id } = await aStory()
    const [one, other] = crowd as [SomeReader, SomeReader]
    const response = await one.send(`/api/stories/${id}/like`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ id: nowhere, readerId: other.reader.id, likesCount: 999 }),
    })
    expect(await response.json()).toEqual({ liked: true, likesCount: 1 })
    expect([...(await sql`select story_id, reader_id from likes where story_id = ${id}`)]).toEqual([
      { storyId: id, readerId: one.reader.id },
    ])
  })

  test('changes neither the date of the story nor the static pages', async () => {
    const { id } = await aStory()
    const { call } = oneOfThem()
    const before = await call('GET /stories/:id', { id })
    const version = await siteVersion()
    await call('POST /stories/:id/like', { id })
    await call('PUT /stories/:id/rating', { id, rating: 4 })
    await call('PUT /stories/:id/rating', { id, rating: 2 })
    expect(await call('GET /stories/:id', { id })).toEqual({ ...before, likesCount: 1, rating: 2 })
    await call('DELETE /stories/:id/like', { id })
    expect((await call('GET /stories/:id', { id })).updatedAt).toBe(before.updatedAt)
    expect(await siteVersion()).toBe(version)
  })

  test('whose session ends during the request gets an error, and no like is stored', async () => {
    const { id } = await aStory()
    const { call, reader } = await aReader()
    const refused = await sql.begin(async (tx) => {
      await tx`delete from readers where id = ${reader.id}`
      // The session is still seen by others; the like comes to wait for the reader's row.
      const liking = call('POST /stories/:id/like', { id }).catch((error: unknown) => error)
      await untilWaiting()
      return { liking }
    })
    expect(await refused.liking).toMatchObject({ status: 401, sentence: 'Unauthorized' })
    expect(await countersAndRows([id])).toMatchObject({ counters: [{ likesCount: 0 }] })
  })

  test('gets a 404 when the publisher deletes the story at the same moment', async () => {
    const { id } = await aStory()
    const { call } = oneOfThem()
    const refused = await sql.begin(async (tx) => {
      await tx`delete from stories where id = ${id}`
      const liking = call('POST /stories/:id/like', { id }).catch((error: unknown) => error)
      await untilWaiting()
      return { liking }
    })
    expect(await refused.liking).toMatchObject({
      status: 404,
      sentence: "The story you're looking for doesn't exist.",
    })
  })
})

describe('a visitor who is not signed in', () => {
  test.each([
    ['POST', 'like'],
    ['DELETE', 'like'],
    ['PUT', 'rating'],
    ['GET', 'rating'],
  ])('gets from %s /%s the error of the specification to sign in', async (method, word) => {
    const { id } = await aStory()
    const { send } = await aVisitor()
    const response = await send(`/api/stories/${id}/${word}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(method === 'GET' ? {} : { body: '{"rating":5}' }),
    })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({
      message: 'Unauthorized',
      requestId: expect.any(String),
    })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await countersAndRows([id])).toMatchObject({
      counters: [{ likesCount: 0, ratingsCount: 0 }],
      rows: [{ likesCount: 0, ratingsCount: 0 }],
    })
  })

  test('gets the error text for which the pages check', async () => {
    const { id } = await aStory()
    const { call } = await aVisitor()
    await expect(call('POST /stories/:id/like', { id })).rejects.toThrow(/^401: .*Unauthorized/)
  })
})

describe('a story that the public may not read', () => {
  const lines = [
    'POST /stories/:id/like',
    'DELETE /stories/:id/like',
    'GET /stories/:id/rating',
    'PUT /stories/:id/rating',
  ] as const

  test.each(lines)('is rejected by %s, whether hidden, unknown or no id at all', async (line) => {
    const hidden = await aStory({ isPublished: false })
    const { call } = oneOfThem()
    for (const id of [hidden.id, nowhere, 'not-an-id', `${hidden.id}'--`]) {
      await expect(call(line, { id, rating: 5 })).rejects.toThrow(storyMissing)
    }
    expect(await countersAndRows([hidden.id])).toMatchObject({
      counters: [{ likesCount: 0, ratingsCount: 0 }],
      rows: [{ likesCount: 0, ratingsCount: 0 }],
    })
  })

  test('has the same likes when it is published again', async () => {
    const { id } = await aStory()
    const { call } = oneOfThem()
    await call('POST /stories/:id/like', { id })
    await sql`update stories set is_published = false where id = ${id}`
    await expect(call('DELETE /stories/:id/like', { id })).rejects.toThrow(storyMissing)
    await sql`update stories set is_published = true where id = ${id}`
    expect(await call('POST /stories/:id/like', { id })).toEqual({ liked: true, likesCount: 1 })
  })

  test('is deleted with its likes and ratings', async () => {
    const { id } = await aStory()
    const { call } = oneOfThem()
    await call('POST /stories/:id/like', { id })
    await call('PUT /stories/:id/rating', { id, rating: 5 })
    await sql`delete from stories where id = ${id}`
    expect(
      await sql`select 1 from likes where story_id = ${id}
                union all select 1 from story_ratings where story_id = ${id}`,
    ).toHaveLength(0)
  })
})

describe('a reader who refreshes the counters of a page', () => {
  test('gets the counters that a visitor gets, and which stories they like', async () => {
    const [one, other, hidden] = [
      await aStory(),
      await aStory(),
      await aStory({ isPublished: false }),
    ]
    const [reader, neighbour] = crowd as [SomeReader, SomeReader]
    await reader.call('POST /stories/:id/like', { id: one.id })
    await neighbour.call('POST /stories/:id/like', { id: other.id })
    await sql`insert into likes values (${hidden.id}, ${reader.reader.id})`
    const ids = [one, other, hidden].map(({ id }) => id).join(',')
    const counters = await reader.call('GET /stories/engagement', { ids })
    expect(counters.map(({ id, liked }) => [id, liked]).sort()).toEqual(
      [
        [one.id, true],
        [other.id, false],
      ].sort(),
    )
    for (const counter of counters) {
      expect(Object.keys(counter).sort()).toEqual([
        'id',
        'liked',
        'likesCount',
        'rating',
        'sharesCount',
        'views',
      ])
      expect(counter.likesCount).toBe(1)
    }
    const visitor = await aVisitor()
    const seen = await visitor.call('GET /stories/engagement', { ids })
    expect(seen.map(({ liked }) => liked)).toEqual([false, false])
  })

  test('gets an uncached response, while a visitor’s is revalidated by its ETag', async () => {
    const { id } = await aStory()
    const path = `/api/stories/engagement?ids=${id}`
    const { send } = oneOfThem()
    const personal = await send(path)
    expect(personal.headers.get('Cache-Control')).toBe('private, no-store')
    expect(personal.headers.get('ETag')).toBeNull()
    const tagged = await (await aVisitor()).send(path)
    expect(tagged.headers.get('Cache-Control')).toBe('no-cache')
    const tag = tagged.headers.get('ETag') ?? ''
    expect(tag).toMatch(/^W\/"[\w-]+"$/)
    const again = await sendRaw(await theApp(), [
      `GET ${path} HTTP/1.1`,
      'Host: ascend.example',
      `If-None-Match: ${tag}`,
    ])
    expect(again.status).toBe(304)
    // Whoever is signed in gets their own answer, whatever tag they bring from before.
    const mine = await send(path, { headers: { 'If-None-Match': tag } })
    expect(mine.status).toBe(200)
    expect(await mine.json()).toHaveLength(1)
  })

  test.each([
    ['POST', 'like'],
    ['DELETE', 'like'],
    ['GET', 'rating'],
    ['PUT', 'rating'],
  ])('and the response to %s /%s is not cached either', async (method, word) => {
    const { id } = await aStory()
    const response = await oneOfThem().send(`/api/stories/${id}/${word}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(method === 'GET' ? {} : { body: '{"rating":5}' }),
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    expect(response.headers.get('ETag')).toBeNull()
  })

  test('gets the stories from the cache like everybody else', async () => {
    const { id } = await aStory()
    for (const path of ['/api/stories?pageSize=1', `/api/stories/${id}`, '/api/stories/featured']) {
      const [mine, theirs] = [await oneOfThem().send(path), await (await aVisitor()).send(path)]
      expect(mine.headers.get('Cache-Control')).toBe('no-cache')
      expect(mine.headers.get('ETag')).toBe(theirs.headers.get('ETag'))
      expect(await mine.text()).toBe(await theirs.text())
    }
  })
})
