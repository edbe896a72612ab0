import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoints/contract.ts'
import { sql } from '#db/sql.ts'
import { aDraft } from '#tests/magazine/drafts.ts'
import { aStoryIn, publisher, signInPublisher } from '#tests/magazine/story-review.ts'
import { aStory, aVisitor, theStaff } from '#tests/people.ts'

signInPublisher()

type Query = InputOf<'GET /admin/story-list'>
const list = (query: Query) => publisher.callPage('GET /admin/story-list', query)

async function saved(id: string, base: number, mark: string, title = 'What is saved') {
  const fields = { ...aDraft(), title: `${title} ${mark}` }
  const { number } = await publisher.call('PUT /admin/drafts/:id', {
    id,
    base,
    saveId: randomUUID(),
    fields,
  })
  return number
}

/** A story in each state, named by a mark that no other story has. */
async function oneOfEach() {
  const mark = randomUUID()
  const ids = {} as Record<string, string>
  for (const state of ['submitted', 'returned', 'declined', 'published', 'unpublished'] as const) {
    const { id } = await aStoryIn(state)
    await sql`update stories set author_name = ${mark}, approved_hash = 'this text' where id = ${id}`
    ids[state] = id
  }
  const draft = randomUUID()
  await saved(draft, 0, mark)
  const planned = randomUUID()
  const number = await saved(planned, 0, mark)
  await publisher.call('POST /admin/drafts/:id/publish', {
    id: planned,
    number,
    publishAt: '2098-05-01T09:00:00Z',
  })
  return { mark, ids: { ...ids, draft, planned } as Record<string, string> }
}

describe('the list of everything', () => {
  test('shows each story once, by what is to be done about it', async () => {
    const { mark, ids } = await oneOfEach()
    const { items, total } = await list({ search: mark })
    const placed = Object.fromEntries(items.map(({ id, group }) => [id, group]))
    expect(placed).toEqual({
      [ids['submitted'] ?? '']: 'review',
      [ids['planned'] ?? '']: 'progress',
      [ids['draft'] ?? '']: 'progress',
      [ids['returned'] ?? '']: 'progress',
      [ids['published'] ?? '']: 'published',
      [ids['declined'] ?? '']: 'rest',
      [ids['unpublished'] ?? '']: 'rest',
    })
    expect(items.map(({ group }) => group)).toEqual(
      ['review', 'progress', 'published', 'rest'].flatMap((group) =>
        items.filter((item) => item.group === group).map(() => group),
      ),
    )
    expect(items[1]?.id).toBe(ids['planned'])
    expect(total).toBe(7)
  })

  test('is the same through pages, without a gap or a repeat', async () => {
    const { mark } = await oneOfEach()
    const whole = (await list({ search: mark })).items.map(({ id }) => id)
    const paged: string[] = []
    for (const page of [1, 2, 3]) {
      const { items, total } = await list({ search: mark, page, pageSize: 3 })
      paged.push(...items.map(({ id }) => id))
      expect(total).toBe(7)
    }
    expect(paged).toEqual(whole)
  })

  test('can be narrowed to what has to be done, and counts each', async () => {
    const { mark, ids } = await oneOfEach()
    const before = await publisher.call('GET /admin/story-list/counts', {})
    for (const [status, id] of [
      ['submitted', ids['submitted']],
      ['scheduled', ids['planned']],
      ['published', ids['published']],
      ['returned', ids['returned']],
      ['declined', ids['declined']],
      ['unpublished', ids['unpublished']],
    ] as const) {
      const { items, total } = await list({ status, search: mark })
      expect(items.map((item) => item.id)).toEqual([id])
      expect(total).toBe(1)
      expect(before[status]).toBeGreaterThan(0)
    }
    const drafts = await list({ status: 'drafts', search: mark })
    expect(drafts.items.map(({ id }) => id)).toContain(ids['draft'])
    await oneOfEach()
    const after = await publisher.call('GET /admin/story-list/counts', {})
    expect(after.all).toBeGreaterThanOrEqual(before.all + 7)
    await expect(list({ status: 'draft' as never })).rejects.toThrow(
      /^400: .*Status must be one of/,
    )
  })

  test('has changes that an author sent under those to review, with their words', async () => {
    const mark = randomUUID()
    const { id } = await aStory({ authorName: mark })
    await publisher.call('GET /admin/drafts/:id', { id })
    const number = await saved(id, 0, mark, 'A change')
    await publisher.call('POST /admin/drafts/:id/send', { id, number })
    const { items } = await list({ search: mark })
    expect(items).toMatchObject([
      { id, group: 'review', state: 'published', isChange: true, title: `A change ${mark}` },
    ])
    expect((await list({ status: 'published', search: mark })).items).toMatchObject([{ id }])
  })

  test('says that a published story has changes that readers do not see', async () => {
    const mark = randomUUID()
    const { id } = await aStory({ authorName: mark })
    await saved(id, 0, mark)
    const { items } = await list({ search: mark })
    expect(items).toMatchObject([{ id, group: 'published', hasChanges: true }])
  })

  test('has the reads of each of the last 28 days', async () => {
    const mark = randomUUID()
    const { id } = await aStory({ authorName: mark })
    await sql`
      insert into story_days (day, story_id, reads, finishes, seconds, likes, shares, offline_reads)
      select (now() at time zone 'Africa/Lagos')::date - back, ${id}, reads, 0, 0, 0, 0, 0
      from (values (1, 5), (27, 7), (28, 100)) as days (back, reads)`
    const { items } = await list({ search: mark })
    const [reads = []] = items.map(({ readsByDay }) => readsByDay)
    expect(reads).toHaveLength(28)
    expect([reads[0], reads[26], reads[27]]).toEqual([7, 5, 0])
  })

  test('is searched by every word, in any case, with wildcards as text', async () => {
    const mark = randomUUID().slice(0, 8)
    const { id } = await aStory({ title: `Ẹ̀kọ́ at 100% ${mark}` })
    const found = async (search: string) => (await list({ search })).items.map((item) => item.id)
    expect(await found(`${mark} 100% ẹ̀KỌ́`)).toEqual([id])
    expect(await found(`${mark} 1_0%`)).toEqual([])
  })
})

test('an author finds their own stories and drafts alone', async () => {
  const author = await theStaff('author')
  const mark = randomUUID()
  await aStory({ authorName: mark })
  const own = randomUUID()
  await author.call('PUT /admin/drafts/:id', {
    id: own,
    base: 0,
    saveId: randomUUID(),
    fields: { ...aDraft(), title: mark },
  })
  const { items } = await author.callPage('GET /admin/story-list', { search: mark })
  expect(items).toMatchObject([{ id: own, state: 'draft', mayEdit: true }])
  expect(await author.call('GET /admin/story-list/counts', {})).toMatchObject({
    all: 1,
    drafts: 1,
    published: 0,
  })
})

test('the list is for the newsroom alone', async () => {
  const visitor = await aVisitor()
  await expect(visitor.call('GET /admin/story-list', {})).rejects.toThrow(/^401/)
  const keeper = await theStaff('shopkeeper')
  await expect(keeper.call('GET /admin/story-list', {})).rejects.toThrow(/^403/)
})
