import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { happens, pick, type Random, randomFrom } from '#art/random.ts'
import { sql } from '#db/sql.ts'
import { runs } from '#tests/long.ts'
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
// Each test begins an hour after the last: accounts are limited by network address.
beforeEach(() => sql`delete from rate_limits`)

const someStories = (many: number) =>
  Promise.all(Array.from({ length: many }, async () => (await aStory()).id))

/** What the columns of the stories say, and what the rows behind them come to. */
async function countersAndRows(ids: string[]) {
  const counters = await sql`
    select id, likes_count, ratings_count, rating from stories where id in ${sql(ids)} order by id`
  const rows = await sql`
    select s.id,
      (select count(*) from likes where story_id = s.id) as likes_count,
      (select count(*) from story_ratings where story_id = s.id) as ratings_count,
      (select coalesce(round(avg(rating), 2), 0) from story_ratings where story_id = s.id) as rating
    from stories s where s.id in ${sql(ids)} order by id`
  return { counters: [...counters], rows: [...rows] }
}

const siteVersion = async () => {
  const [row] = await sql<{ version: number }[]>`select version from site_version`
  return row?.version
}

describe('a reader who likes a story', () => {
  test('is told so, with the count, however often it is pressed', async () => {
    const { id } = await aStory()
    const { call } = oneOfThem()
    const liked = { liked: true, likesCount: 1 }
    expect(await call('POST /stories/:id/like', { id })).toEqual(liked)
    expect(await call('POST /stories/:id/like', { id })).toEqual(liked)
    const taken = { liked: false, likesCount: 0 }
    expect(await call('DELETE /stories/:id/like', { id })).toEqual(taken)
    expect(await call('DELETE /stories/:id/like', { id })).toEqual(taken)
  })

  test('counts beside the others who do', async () => {
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

  test('cannot like in the name of somebody else', async () => {
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

  test('does not make the story newer, nor the site stale', async () => {
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

  test('is signed out while it is under way: told so, and nothing is left of it', async () => {
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

  test('is told that it is gone when the publisher deletes it in that moment', async () => {
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

describe('a visitor', () => {
  test.each([
    ['POST', 'like'],
    ['DELETE', 'like'],
    ['PUT', 'rating'],
    ['GET', 'rating'],
  ])(
    'is told by %s /%s to sign in, in the word that the specification fixes',
    async (method, word) => {
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
    },
  )

  test('meets the word in the message that the pages look for', async () => {
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

  test.each(lines)('is refused by %s, whether hidden, unknown or no id at all', async (line) => {
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

  test('keeps the likes that it had, for when it comes back', async () => {
    const { id } = await aStory()
    const { call } = oneOfThem()
    await call('POST /stories/:id/like', { id })
    await sql`update stories set is_published = false where id = ${id}`
    await expect(call('DELETE /stories/:id/like', { id })).rejects.toThrow(storyMissing)
    await sql`update stories set is_published = true where id = ${id}`
    expect(await call('POST /stories/:id/like', { id })).toEqual({ liked: true, likesCount: 1 })
  })

  test('takes its likes and ratings along when it is deleted', async () => {
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

describe('the counters', () => {
  test('are exactly right after 200 likes at once by 50 readers', async () => {
    const stories = await someStories(8)
    const answers = await Promise.all(
      crowd.flatMap(({ call }, at) =>
        [0, 1, 2, 3].map((step) =>
          call('POST /stories/:id/like', { id: stories[(at + step) % 8] as string }),
        ),
      ),
    )
    expect(answers).toHaveLength(200)
    for (const { liked, likesCount } of answers) {
      expect(liked).toBe(true)
      expect(likesCount).toBeGreaterThanOrEqual(1)
      expect(likesCount).toBeLessThanOrEqual(26)
    }
    const { counters, rows } = await countersAndRows(stories)
    expect(counters).toEqual(rows)
    const expected = stories.map((id, at) => [
      id,
      crowd.filter((_, reader) => (at - reader + 400) % 8 < 4).length,
    ])
    expect(counters.map(({ id, likesCount }) => [id, likesCount])).toEqual(expected.sort())
    expect(counters.reduce((sum, { likesCount }) => sum + likesCount, 0)).toBe(200)
  })

  test('count once what one reader presses twenty times at once', async () => {
    const { id } = await aStory()
    const { call } = oneOfThem()
    await Promise.all(Array.from({ length: 20 }, () => call('POST /stories/:id/like', { id })))
    expect(await countersAndRows([id])).toMatchObject({
      counters: [{ likesCount: 1 }],
      rows: [{ likesCount: 1 }],
    })
    await Promise.all(Array.from({ length: 20 }, () => call('DELETE /stories/:id/like', { id })))
    expect(await countersAndRows([id])).toMatchObject({
      counters: [{ likesCount: 0 }],
      rows: [{ likesCount: 0 }],
    })
  })

  // Each reader presses in an order of their own, all readers at once; what each pressed last must stand.
  test.each(['5eed0001', '5eed0002', '5eed0003'].slice(0, runs({ sample: 1, long: 3 })))(
    'are what everybody pressed last, after a storm of likes, unlikes and ratings (%s)',
    async (seed) => {
      const stories = await someStories(5)
      const random = randomFrom(seed)
      const plans = crowd
        .slice(0, 25)
        .map(() => Array.from({ length: 16 }, () => aPress(random, stories)))
      await Promise.all(
        crowd.slice(0, 25).map(async ({ call }, at) => {
          for (const { id, press, rating } of plans[at] ?? []) {
            if (press === 'like') await call('POST /stories/:id/like', { id })
            else if (press === 'unlike') await call('DELETE /stories/:id/like', { id })
            else await call('PUT /stories/:id/rating', { id, rating })
          }
        }),
      )
      const { counters, rows } = await countersAndRows(stories)
      expect(counters).toEqual(rows)
      for (const [at, plan] of plans.entries()) {
        const { call } = crowd[at] as SomeReader
        const likes = await call('GET /stories/engagement', { ids: stories.join(',') })
        for (const { id, liked } of likes) {
          const mine = plan.filter((one) => one.id === id)
          const last = mine.filter(({ press }) => press !== 'rate').at(-1)
          expect(liked, `reader ${at}, story ${id}`).toBe(last?.press === 'like')
          const rated = mine.filter(({ press }) => press === 'rate').at(-1)
          expect(await call('GET /stories/:id/rating', { id })).toEqual({
            rating: rated?.rating ?? null,
          })
        }
      }
    },
  )

  test('stay right while both ways are pressed at once by the same readers', async () => {
    const stories = await someStories(2)
    await Promise.all(
      crowd.slice(0, 20).flatMap(({ call }, at) => {
        const id = stories[at % 2] as string
        return [
          call('POST /stories/:id/like', { id }),
          call('DELETE /stories/:id/like', { id }),
          call('POST /stories/:id/like', { id }),
          call('PUT /stories/:id/rating', { id, rating: (at % 5) + 1 }),
          call('PUT /stories/:id/rating', { id, rating: ((at + 2) % 5) + 1 }),
        ]
      }),
    )
    const { counters, rows } = await countersAndRows(stories)
    expect(counters).toEqual(rows)
  })
})

interface Press {
  id: string
  press: 'like' | 'unlike' | 'rate'
  rating: number
}

function aPress(random: Random, stories: string[]): Press {
  const press = happens(random, 0.4) ? 'like' : happens(random, 0.5) ? 'unlike' : 'rate'
  return { id: pick(random, stories), press, rating: pick(random, [1, 2, 3, 4, 5]) }
}

describe('a reader who refreshes the counters of a page', () => {
  test('learns which stories they like themselves, and nothing more than a visitor does', async () => {
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

  test('gets an answer that is kept nowhere; a visitor one that is asked for anew by its tag', async () => {
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
  ])('and the answer to %s /%s is kept nowhere either', async (method, word) => {
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

  test('gets the stories themselves as everybody does, to be kept', async () => {
    const { id } = await aStory()
    for (const path of ['/api/stories?pageSize=1', `/api/stories/${id}`, '/api/stories/featured']) {
      const [mine, theirs] = [await oneOfThem().send(path), await (await aVisitor()).send(path)]
      expect(mine.headers.get('Cache-Control')).toBe('no-cache')
      expect(mine.headers.get('ETag')).toBe(theirs.headers.get('ETag'))
      expect(await mine.text()).toBe(await theirs.text())
    }
  })
})

describe('a reader who rates a story', () => {
  test('hears the mean of all ratings, and finds their own again', async () => {
    const { id } = await aStory()
    const [one, two, three] = crowd as [SomeReader, SomeReader, SomeReader]
    expect(await one.call('GET /stories/:id/rating', { id })).toEqual({ rating: null })
    expect(await one.call('PUT /stories/:id/rating', { id, rating: 5 })).toEqual({ rating: 5 })
    expect(await two.call('PUT /stories/:id/rating', { id, rating: 4 })).toEqual({ rating: 4.5 })
    expect(await three.call('PUT /stories/:id/rating', { id, rating: 4 })).toEqual({ rating: 4.33 })
    expect(await two.call('GET /stories/:id/rating', { id })).toEqual({ rating: 4 })
    const visitor = await aVisitor()
    expect((await visitor.call('GET /stories/:id', { id })).rating).toBe(4.33)
    expect(await visitor.call('GET /stories/engagement', { ids: id })).toMatchObject([
      { rating: 4.33 },
    ])
  })

  test('may change their mind: the later rating takes the place of the first', async () => {
    const { id } = await aStory()
    const [one, other] = crowd as [SomeReader, SomeReader]
    await one.call('PUT /stories/:id/rating', { id, rating: 1 })
    await other.call('PUT /stories/:id/rating', { id, rating: 2 })
    expect(await one.call('PUT /stories/:id/rating', { id, rating: 5 })).toEqual({ rating: 3.5 })
    expect(await one.call('PUT /stories/:id/rating', { id, rating: 5 })).toEqual({ rating: 3.5 })
    expect(await one.call('GET /stories/:id/rating', { id })).toEqual({ rating: 5 })
    expect(await countersAndRows([id])).toMatchObject({
      counters: [{ ratingsCount: 2, rating: 3.5 }],
      rows: [{ ratingsCount: 2, rating: 3.5 }],
    })
  })

  test.each([
    '{"rating":0}',
    '{"rating":6}',
    '{"rating":-1}',
    '{"rating":3.5}',
    '{"rating":4.999999999}',
    '{"rating":1e309}',
    '{"rating":-0}',
    '{"rating":"5"}',
    '{"rating":""}',
    '{"rating":null}',
    '{"rating":true}',
    '{"rating":[5]}',
    '{"rating":{"rating":5}}',
    '{"rating":"5; drop table stories"}',
    '{"__proto__":{"rating":5}}',
    '{"Rating":5}',
    '{}',
    '[5]',
    '5',
    '',
  ])('is told what a rating is when they send %s', async (body) => {
    const { id } = await aStory()
    const response = await oneOfThem().send(`/api/stories/${id}/rating`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    expect(response.status).toBe(400)
    const { errors, message } = await response.json()
    expect(errors ?? message).toEqual(
      // What is no object, or would poison one, is not even read.
      /^\d|__proto__/.test(body)
        ? 'The request body must be JSON.'
        : { rating: ['A rating is a whole number from 1 to 5'] },
    )
    expect(await countersAndRows([id])).toMatchObject({ rows: [{ ratingsCount: 0 }] })
  })

  test('is one of fifty at once, and the mean is right to two decimals', async () => {
    const { id } = await aStory()
    const given = crowd.map((_, at) => (at % 7 === 0 ? 2 : (at % 5) + 1))
    await Promise.all(
      crowd.map(({ call }, at) =>
        call('PUT /stories/:id/rating', { id, rating: given[at] as number }),
      ),
    )
    // A rating a story over fifty readers has two decimals and no more.
    const mean = given.reduce((sum, one) => sum + one, 0) / given.length
    const { call } = await aVisitor()
    expect((await call('GET /stories/:id', { id })).rating).toBeCloseTo(mean, 10)
    const changed = given.map((one) => 6 - one)
    await Promise.all(
      crowd
        .slice(0, 49)
        .map((reader, at) =>
          reader.call('PUT /stories/:id/rating', { id, rating: changed[at] as number }),
        ),
    )
    const { counters, rows } = await countersAndRows([id])
    expect(counters).toEqual(rows)
    expect(counters).toMatchObject([{ ratingsCount: 50 }])
  })

  test('is not missed by the others who rate in the same moment', async () => {
    const { id } = await aStory()
    const { rating } = await sql.begin(async (tx) => {
      // All have read what there is before any of them may write it.
      await tx`select 1 from stories where id = ${id} for no key update`
      const rating = crowd
        .slice(0, 6)
        .flatMap(({ call }, at) => call('PUT /stories/:id/rating', { id, rating: (at % 3) + 1 }))
      await untilWaiting(6)
      return { rating }
    })
    await Promise.all(rating)
    const { counters } = await countersAndRows([id])
    expect(counters).toMatchObject([{ ratingsCount: 6, rating: 2 }])
  })

  test('is forgotten with their account, and the mean is that of the others', async () => {
    const { id } = await aStory()
    const [stays] = crowd as [SomeReader]
    const leaves = await aReader()
    await stays.call('PUT /stories/:id/rating', { id, rating: 2 })
    await leaves.call('PUT /stories/:id/rating', { id, rating: 5 })
    await leaves.call('POST /stories/:id/like', { id })
    await leaves.call('DELETE /account', {})
    const { call } = await aVisitor()
    expect(await call('GET /stories/:id', { id })).toMatchObject({ rating: 2, likesCount: 0 })
    await sql`delete from readers where id = ${stays.reader.id}`
    expect((await call('GET /stories/:id', { id })).rating).toBe(0)
    crowd.shift()
  })
})
