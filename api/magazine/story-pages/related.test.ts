import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { placeInSeries } from '#api/magazine/series/series.queries.ts'
import { dataVersion } from '#db/data-version.ts'
import { sql } from '#db/sql.ts'
import { aStory, aVisitor, thePublisher } from '#tests/people.ts'

/** What a story's page leads on to. */
async function relatedTo(id: string) {
  const { call } = await aVisitor()
  return call('GET /stories/:id/related', { id })
}
const nextOf = async (id: string) => (await relatedTo(id)).readNext.map((card) => card.id)

const aCategory = () => `A category ${randomUUID()}`

/** The reader who opens a story reads it. */
async function readBy(readers: number, id: string) {
  for (let count = 0; count < readers; count++) {
    await (await aVisitor()).call('POST /stories/:id/view', { id })
  }
}

/** Stories of one category, the newest last. */
async function storiesIn(category: string, many: number) {
  const ids: string[] = []
  for (let at = 0; at < many; at++) {
    const publishedAt = new Date(Date.UTC(2026, 0, 1 + at)).toISOString()
    ids.push((await aStory({ category, publishedAt })).id)
  }
  return ids
}

/** Stories told as the parts of one series. */
async function aSeries(title: string, many: number, category = aCategory()) {
  const ids = await storiesIn(category, many)
  for (const [at, id] of ids.entries()) await placeInSeries(id, { title, part: at + 1 })
  return ids as [string, ...string[]]
}

describe('a reader at the end of a story', () => {
  test('is offered three more of its category: the most read, then the newest', async () => {
    const category = aCategory()
    const [first = '', quiet = '', loved = '', newer = ''] = await storiesIn(category, 4)
    await readBy(2, loved)
    expect(await nextOf(first)).toEqual([loved, newer, quiet])
    expect(await nextOf(loved)).toEqual([newer, quiet, first])
  })

  test('is offered the most read stories of all when the category has no more', async () => {
    const [alone = '', sibling = ''] = await storiesIn(aCategory(), 2)
    const [popular = '', less = ''] = await storiesIn(aCategory(), 2)
    await readBy(3, popular)
    await readBy(2, less)
    expect(await nextOf(alone)).toEqual([sibling, popular, less])
  })

  test('is offered the next part of the series first', async () => {
    const category = aCategory()
    const [one, two = '', three = ''] = await aSeries(`The ferry ${category}`, 3, category)
    const [elsewhere = ''] = await storiesIn(aCategory(), 1)
    await placeInSeries(elsewhere, { title: `The ferry ${category}`, part: 4 })
    await readBy(2, one)
    expect((await nextOf(one))[0]).toBe(two)
    const { readNext } = await relatedTo(two)
    expect(new Set(readNext.map(({ id }) => id)).size).toBe(3)
    // Whatever its category.
    expect((await nextOf(three))[0]).toBe(elsewhere)
  })

  test('is offered neither unpublished stories nor the one just read', async () => {
    const category = aCategory()
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = await storiesIn(
      category,
      5,
    )
    expect(await nextOf(first)).toEqual([fifth, fourth, third])
    await sql`update stories set is_published = false where id = ${fourth}`
    expect(await nextOf(first)).toEqual([fifth, third, second])
  })

  test('gets of each story only what its link shows', async () => {
    const [first = ''] = await storiesIn(aCategory(), 2)
    const { readNext } = await relatedTo(first)
    for (const card of readNext) {
      // Its picture tells whether it may be drawn before the tap on a slow connection.
      const shown = ['category', 'id', 'imageUrl', 'readTimeMinutes', 'title']
      expect(Object.keys(card).sort()).toEqual(shown)
    }
  })

  test('gets a 404 for an unpublished or unknown story', async () => {
    const { send } = await aVisitor()
    const { id } = await aStory({ isPublished: false })
    for (const of of [id, randomUUID(), 'nonsense']) {
      const response = await send(`/api/stories/${of}/related`)
      expect([response.status, (await response.json()).message]).toEqual([
        404,
        "The story you're looking for doesn't exist.",
      ])
    }
  })
})

describe('a series', () => {
  test('shows the number of a part, the number of parts, and both neighbours', async () => {
    const title = `The long walk ${randomUUID()}`
    const [one, two = '', three = ''] = await aSeries(title, 3)
    const partOf = async (id: string) => (await relatedTo(id)).series
    expect(await partOf(one)).toMatchObject({ title, part: 1, lastPart: 3, previous: null })
    expect(await partOf(two)).toMatchObject({
      part: 2,
      previous: { id: one, part: 1 },
      next: { id: three, part: 3 },
    })
    expect(await partOf(three)).toMatchObject({ part: 3, lastPart: 3, next: null })
  })

  test('skips a part that is not published', async () => {
    const [one, two = '', three = ''] = await aSeries(`Pieces ${randomUUID()}`, 3)
    await sql`update stories set is_published = false where id = ${two}`
    expect((await relatedTo(one)).series).toMatchObject({
      part: 1,
      lastPart: 3,
      next: { id: three },
    })
    await sql`update stories set is_published = false where id = ${three}`
    expect((await relatedTo(one)).series).toMatchObject({ lastPart: 1, next: null })
  })

  test('is the same in any spelling of its title, and a story can be removed from it', async () => {
    const title = `Two Rivers ${randomUUID()}`
    const [one] = await aSeries(title, 1)
    const { id } = await aStory()
    await placeInSeries(id, { title: title.toUpperCase(), part: 2 })
    expect((await relatedTo(one)).series).toMatchObject({ title, lastPart: 2, next: { id } })
    await placeInSeries(id, { title, part: 3 })
    expect((await relatedTo(one)).series?.next).toMatchObject({ id, part: 3 })
    await placeInSeries(id, null)
    expect((await relatedTo(one)).series).toMatchObject({ lastPart: 1, next: null })
    expect((await relatedTo(id)).series).toBeNull()
  })

  test('has each part number once', async () => {
    const title = `Once ${randomUUID()}`
    await aSeries(title, 1)
    const { id } = await aStory()
    await expect(placeInSeries(id, { title, part: 1 })).rejects.toMatchObject({
      constraint_name: 'series_part_once',
    })
  })

  test('causes new static pages when a published story joins or leaves it, without changing the story’s date', async () => {
    const title = `Fresh ${randomUUID()}`
    const [{ id }, draft] = [await aStory(), await aStory({ isPublished: false })]
    const stamps = () => sql`select updated_at, revision from stories where id = ${id}`
    const before = await stamps()
    const steps = async (work: () => Promise<unknown>) => {
      const version = await dataVersion()
      await work()
      return (await dataVersion()) - version
    }
    expect(await steps(() => placeInSeries(id, { title, part: 1 }))).toBe(1)
    expect(await steps(() => placeInSeries(id, { title, part: 1 }))).toBe(0)
    expect(await steps(() => placeInSeries(id, { title, part: 2 }))).toBe(1)
    expect(await steps(() => placeInSeries(draft.id, { title, part: 1 }))).toBe(0)
    expect(await steps(() => placeInSeries(id, null))).toBe(1)
    expect(await stamps()).toEqual(before)
  })

  test('is listed for the publisher with its drafts until its last story is deleted', async () => {
    const title = `Listed ${randomUUID()}`
    const [one, two = ''] = await aSeries(title, 2)
    await sql`update stories set is_published = false where id = ${two}`
    const { call } = await thePublisher()
    const find = async () =>
      (await call('GET /admin/series', {})).find((series) => series.title === title)
    expect(await find()).toMatchObject({
      parts: [
        { storyId: one, part: 1, isPublished: true },
        { storyId: two, part: 2, isPublished: false },
      ],
    })
    await sql`delete from stories where id in (${one}, ${two})`
    expect(await find()).toBeUndefined()
  })
})
