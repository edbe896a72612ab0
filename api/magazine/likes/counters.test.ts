import { beforeAll, describe, expect, test } from 'vitest'
import { happens, pick, type Random, randomFrom } from '#art/random.ts'
import { runs } from '#tests/long.ts'
import { countersAndRows, someStories } from '#tests/magazine/counted-stories.ts'
import { aReader, aStory } from '#tests/people.ts'

type SomeReader = Awaited<ReturnType<typeof aReader>>

/** Fifty readers, as the promise says: they take part in whatever happens at once. */
let crowd: SomeReader[] = []
const oneOfThem = () => crowd[0] as SomeReader
beforeAll(async () => {
  crowd = await Promise.all(Array.from({ length: 50 }, () => aReader()))
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

describe('the counters of a story', () => {
  test('are exact after 200 simultaneous likes by 50 readers', async () => {
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

  test('count one of twenty simultaneous likes of a reader', async () => {
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
    'equal each reader’s last action after a flood of likes, unlikes and ratings (%s)',
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

  test('stay exact while the same readers like and unlike at the same moment', async () => {
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
