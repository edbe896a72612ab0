import { describe, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { aReader, aStory, aVisitor } from '#tests/people.ts'

const category = 'Stories whose heat is looked at'
const heatOf = async (id: string) => {
  const { call } = await aVisitor()
  const stories = await call('GET /stories', { category })
  return stories.find((story) => story.id === id)?.heat
}

describe('the trending score of a story', () => {
  test('rises by one with each view, share and like, and not with a repeat', async () => {
    const { id } = await aStory({ category })
    expect(await heatOf(id)).toBe(0)
    const { call } = await aReader()
    await call('POST /stories/:id/view', { id })
    await call('POST /stories/:id/view', { id })
    expect(await heatOf(id)).toBe(1)
    await call('POST /stories/:id/share', { id })
    expect(await heatOf(id)).toBe(2)
    await call('POST /stories/:id/like', { id })
    await call('POST /stories/:id/like', { id })
    expect(await heatOf(id)).toBe(3)
  })

  test('falls by what a like added when that is removed later', async () => {
    const { id } = await aStory({ category })
    const { call, reader } = await aReader()
    await call('POST /stories/:id/like', { id })
    await sql`
      update stories set heat = 10 * heat_of(now()) + heat_of(now() - interval '7 days')
      where id = ${id}`
    await sql`update likes set created_at = now() - interval '7 days' where reader_id = ${reader.id}`
    await call('DELETE /stories/:id/like', { id })
    expect(await heatOf(id)).toBe(10)
    for (let press = 0; press < 3; press++) {
      await call('POST /stories/:id/like', { id })
      await call('DELETE /stories/:id/like', { id })
    }
    expect(await heatOf(id)).toBe(10)
  })

  test('halves within a week', async () => {
    const { id } = await aStory({ category })
    await sql`update stories set heat = 10 * heat_of(now() - interval '7 days') where id = ${id}`
    expect(await heatOf(id)).toBe(5)
    await sql`update stories set heat = 10 * heat_of(now() - interval '70 days') where id = ${id}`
    expect(await heatOf(id)).toBe(0)
  })

  test('changes neither date nor revision of the story', async () => {
    const { id } = await aStory({ category })
    const of = () => sql`select updated_at, revision from stories where id = ${id}`
    const before = await of()
    const { call } = await aVisitor()
    await call('POST /stories/:id/view', { id })
    expect(await of()).toEqual(before)
  })
})
