import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { countersAndRows } from '#tests/magazine/counted-stories.ts'
import { aReader, aStory, aVisitor } from '#tests/people.ts'
import { untilWaiting } from '#tests/waiting.ts'

type SomeReader = Awaited<ReturnType<typeof aReader>>

/** Fifty readers, as the promise says: they take part in whatever happens at once. */
let crowd: SomeReader[] = []
const oneOfThem = () => crowd[0] as SomeReader
beforeAll(async () => {
  crowd = await Promise.all(Array.from({ length: 50 }, () => aReader()))
})
describe('a reader who rates a story', () => {
  test('sees the mean of all ratings, and their own', async () => {
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

  test('replaces their first rating by rating again', async () => {
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
  ])('gets an error for the rating %s', async (body) => {
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

  test('sees a mean exact to two decimals after fifty simultaneous ratings', async () => {
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

  test('is counted together with those who rate at the same moment', async () => {
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

  test('is no longer part of the mean when the account is deleted', async () => {
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
