import { describe, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { aStory, aVisitor } from '#tests/people.ts'

describe('a visitor', () => {
  test('reads a published story whole', async () => {
    const { id } = await aStory({ title: 'Rice, three bags; complaints, nine' })
    const { call } = await aVisitor()
    const story = await call('GET /stories/:id', { id })
    expect(story).toMatchObject({
      id,
      title: 'Rice, three bags; complaints, nine',
      isPublished: true,
    })
    expect(story.content).toContain('The pump came on a Tuesday.')
  })

  test('is told that an unpublished story does not exist', async () => {
    const { id } = await aStory({ isPublished: false })
    const { call } = await aVisitor()
    await expect(call('GET /stories/:id', { id })).rejects.toThrow(
      /^404: .*The story you're looking for doesn't exist/,
    )
  })

  test('who shares a story twice within the hour is counted once', async () => {
    const { id } = await aStory()
    const { call } = await aVisitor()
    await call('POST /stories/:id/share', { id })
    expect(await call('POST /stories/:id/share', { id })).toEqual({ sharesCount: 1 })
    const other = await aVisitor()
    expect(await other.call('POST /stories/:id/share', { id })).toEqual({ sharesCount: 2 })
  })

  test('finds as many shares as there are rows behind them, whatever runs at once', async () => {
    const { id } = await aStory()
    const visitors = await Promise.all(Array.from({ length: 20 }, () => aVisitor()))
    await Promise.all(
      visitors.flatMap(({ call }) => [1, 2, 3].map(() => call('POST /stories/:id/share', { id }))),
    )
    const [rows] = await sql`select count(*) from story_shares where story_id = ${id}`
    const { call } = await aVisitor()
    const [counters] = await call('GET /stories/engagement', { ids: id })
    expect(counters?.sharesCount).toBe(rows?.['count'])
  })
})
