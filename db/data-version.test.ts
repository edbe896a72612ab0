import { describe, expect, test } from 'vitest'
import { aBook, aStory } from '#tests/people.ts'
import { dataVersion, dataVersions, perVersion } from './data-version.ts'
import { sql, transaction } from './sql.ts'

describe('the data version', () => {
  test('is never older than the call', async () => {
    for (let round = 0; round < 10; round++) {
      const asked = Array.from({ length: 20 }, () => dataVersion())
      await aStory()
      const [row] = await sql<{ version: number }[]>`select version from site_version`
      expect(await dataVersion()).toBe(row?.version)
      await Promise.all(asked)
    }
  })

  test('takes a handful of queries for a thousand calls', async () => {
    const asked = Array.from({ length: 1_000 }, () => dataVersions())
    expect(new Set(asked).size).toBeLessThanOrEqual(2)
    expect(new Set((await Promise.all(asked)).map(({ site }) => site)).size).toBe(1)
  })

  test('is queried again after a failed query', async () => {
    await sql`alter table site_version rename to elsewhere`
    const failed = await Promise.allSettled([dataVersion(), dataVersion()])
    await sql`alter table elsewhere rename to site_version`
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await dataVersion()).toBeGreaterThanOrEqual(0)
  })
})

describe('a result that is cached for a version', () => {
  test('is computed once, and again after the public data changed', async () => {
    let made = 0
    const answer = perVersion(10, async (key) => `${key} ${++made}`)
    expect([await answer('a'), await answer('a'), await answer('b')]).toEqual(['a 1', 'a 1', 'b 2'])
    await aStory()
    expect(await answer('a')).toBe('a 3')
    await aStory({ isPublished: false })
    expect(await answer('a')).toBe('a 3')
  })

  test('of the shelf is computed again only after a change of the books', async () => {
    let made = 0
    const answer = perVersion(10, async () => ++made, 'shelf')
    let book = { id: '' }
    let story = { id: '' }
    const madeAfter = async (work: () => Promise<unknown>) => {
      await work()
      return answer('a')
    }
    const first = await answer('a')
    expect(await madeAfter(async () => (story = await aStory()))).toBe(first)
    expect(await madeAfter(async () => (book = await aBook()))).toBe(2)
    expect(
      await madeAfter(
        () =>
          sql`update stories set title = 'B', approved_hash = 'this text' where id = ${story.id}`,
      ),
    ).toBe(2)
    expect(await madeAfter(() => sql`update books set title = 'B' where id = ${book.id}`)).toBe(3)
    const both = () =>
      transaction(async () => {
        await sql`update stories set title = 'C', approved_hash = 'this text' where id = ${story.id}`
        await sql`update books set is_published = false where id = ${book.id}`
      })
    expect(await madeAfter(both)).toBe(4)
    expect(await madeAfter(() => sql`update books set title = 'D' where id = ${book.id}`)).toBe(4)
    expect(
      await madeAfter(() => sql`update books set is_published = true where id = ${book.id}`),
    ).toBe(5)
    expect(await madeAfter(() => sql`delete from books where id = ${book.id}`)).toBe(6)
    expect(await madeAfter(() => sql`truncate books cascade`)).toBe(7)
  })

  test('is evicted by newer ones above the limit', async () => {
    let made = 0
    const answer = perVersion(2, async () => ++made)
    for (const key of ['a', 'b', 'c']) await answer(key)
    expect(made).toBe(3)
    await answer('b')
    await answer('c')
    expect(made).toBe(3)
    await answer('a')
    expect(made).toBe(4)
  })

  test('is not cached when it failed', async () => {
    let tries = 0
    const answer = perVersion(2, async () => {
      if (++tries === 1) throw new Error('not yet')
      return tries
    })
    await expect(answer('a')).rejects.toThrow('not yet')
    expect(await answer('a')).toBe(2)
  })
})
