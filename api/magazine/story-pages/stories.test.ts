import { describe, expect, test } from 'vitest'
import { listedStory, openStory, storySummary } from '#contract/endpoints/magazine/stories.ts'
import { sql } from '#db/sql.ts'
import { aStory, aVisitor } from '#tests/people.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const storyMissing = /^404: .*The story you're looking for doesn't exist/

/** Nobody else writes in this category, so its list holds only a test's own stories. */
let categories = 0
const ownCategory = () => `Stories of test ${++categories}`

describe('a visitor who reads one story', () => {
  test('reads a whole published story', async () => {
    const { id } = await aStory({ title: 'Rice, three bags; complaints, nine' })
    const { call } = await aVisitor()
    const found = await call('GET /stories/:id', { id })
    expect(found).toMatchObject({
      id,
      title: 'Rice, three bags; complaints, nine',
      isPublished: true,
    })
    expect(found.content).toContain('The pump came on a Tuesday.')
  })

  test('gets every field of the contract and no other', async () => {
    const { id } = await aStory()
    const { call } = await aVisitor()
    const found = await call('GET /stories/:id', { id })
    expect(Object.keys(found).sort()).toEqual(Object.keys(openStory.shape).sort())
  })

  test('gets the facts of the stories and books that its lines lead to, and of those alone that can be opened', async () => {
    const [open, hidden] = [
      await aStory({ title: 'The well' }),
      await aStory({ isPublished: false }),
    ]
    const content = `[Read](/story/${open.id.toUpperCase()})\n\n[Gone](/story/${hidden.id})\n\n[No](/book/${nowhere})`
    const { id } = await aStory({ content, contentFormat: 'markdown', contentText: 'Read' })
    const { call } = await aVisitor()
    const { cards } = await call('GET /stories/:id', { id })
    expect(cards).toEqual([
      expect.objectContaining({ kind: 'story', id: open.id, title: 'The well', price: 0 }),
    ])
  })

  test('gets times in ISO 8601 and UTC, and counters as numbers', async () => {
    const { id } = await aStory({ publishedAt: '2024-06-05T10:30:00+01:00' })
    const { call } = await aVisitor()
    const found = await call('GET /stories/:id', { id })
    expect(found.publishedAt).toBe('2024-06-05T09:30:00.000Z')
    expect([found.createdAt, found.updatedAt]).toEqual([
      expect.stringMatching(isoTime),
      expect.stringMatching(isoTime),
    ])
    expect(found).toMatchObject({ likesCount: 0, sharesCount: 0, views: 0, rating: 0 })
  })

  test('gets a 404 for an unpublished story', async () => {
    const { id } = await aStory({ isPublished: false })
    const { call } = await aVisitor()
    await expect(call('GET /stories/:id', { id })).rejects.toThrow(storyMissing)
  })

  test('gets a 404 for an unknown story', async () => {
    const { call } = await aVisitor()
    await expect(call('GET /stories/:id', { id: nowhere })).rejects.toThrow(storyMissing)
  })

  test('gets a 404 as soon as the publisher unpublishes a story', async () => {
    const { id } = await aStory()
    const { call } = await aVisitor()
    await call('GET /stories/:id', { id })
    await sql`update stories set is_published = false where id = ${id}`
    await expect(call('GET /stories/:id', { id })).rejects.toThrow(storyMissing)
  })
})

describe('a visitor who asks for a list of stories', () => {
  test('gets every field of the contract but the long text', async () => {
    const category = ownCategory()
    await aStory({ category })
    const { call } = await aVisitor()
    const [item] = await call('GET /stories', { category })
    expect(Object.keys(item ?? {}).sort()).toEqual(Object.keys(listedStory.shape).sort())
    expect(item).not.toHaveProperty('content')
  })

  test('gets the first 200 characters as an excerpt, none of them cut in half', async () => {
    const category = ownCategory()
    // Each sign is two UTF-16 units; the 200th character would be cut by counting units.
    await aStory({ category, content: `x${'🌍'.repeat(300)}` })
    const { call } = await aVisitor()
    const [item] = await call('GET /stories', { category })
    expect(item?.excerpt).toBe(`x${'🌍'.repeat(199)}`)
    expect([...(item?.excerpt ?? '')]).toHaveLength(200)
  })

  test('gets a short story whole as its excerpt', async () => {
    const category = ownCategory()
    await aStory({ category, content: 'One line.' })
    const { call } = await aVisitor()
    expect(await call('GET /stories', { category })).toMatchObject([{ excerpt: 'One line.' }])
  })

  test('sees the latest published story first, whenever it was written', async () => {
    const category = ownCategory()
    const [middle, newest, oldest] = await Promise.all([
      aStory({ category, publishedAt: '2024-05-02T08:00:00Z' }),
      aStory({ category, publishedAt: '2024-05-03T08:00:00Z' }),
      aStory({ category, publishedAt: '2024-05-01T08:00:00Z' }),
    ])
    const { call } = await aVisitor()
    const found = await call('GET /stories', { category })
    expect(found.map(({ id }) => id)).toEqual([newest.id, middle.id, oldest.id])
  })

  test('gets the same list for "All Features" and for no category', async () => {
    await aStory()
    const { call } = await aVisitor()
    const all = await call('GET /stories', {})
    expect(await call('GET /stories', { category: 'All Features' })).toEqual(all)
    expect(await call('GET /stories', { category: '' })).toEqual(all)
    expect(all.length).toBeGreaterThan(0)
  })

  test('who names a category that does not exist gets an empty list', async () => {
    const { callPage } = await aVisitor()
    expect(await callPage('GET /stories', { category: 'Gossip' })).toEqual({ items: [], total: 0 })
  })

  test('who names a category of another case gets an empty list', async () => {
    const category = ownCategory()
    await aStory({ category })
    const { call } = await aVisitor()
    expect(await call('GET /stories', { category: category.toUpperCase() })).toEqual([])
  })

  test('never sees an unpublished story, in the list or in the count', async () => {
    const category = ownCategory()
    const open = await aStory({ category })
    await aStory({ category, isPublished: false })
    const { callPage } = await aVisitor()
    const { items, total } = await callPage('GET /stories', { category })
    expect(items.map(({ id }) => id)).toEqual([open.id])
    expect(total).toBe(1)
  })

  test('gets the right count after each change', async () => {
    const category = ownCategory()
    const { callPage } = await aVisitor()
    const counts: number[] = []
    const count = async () => counts.push((await callPage('GET /stories', { category })).total)
    await count()
    const { id } = await aStory({ category })
    await count()
    await aStory({ category })
    await count()
    await sql`update stories set is_published = false where id = ${id}`
    await count()
    await sql`delete from stories where category = ${category}`
    await count()
    expect(counts).toEqual([0, 1, 2, 1, 0])
  })
})

describe('a visitor who pages through stories', () => {
  test('sees each story once, in order', async () => {
    const category = ownCategory()
    await someStories(category, 7)
    const { callPage } = await aVisitor()
    const pages = await Promise.all(
      [1, 2, 3].map((page) => callPage('GET /stories', { category, page, pageSize: 3 })),
    )
    expect(pages.map(({ items }) => items.length)).toEqual([3, 3, 1])
    expect(pages.map(({ total }) => total)).toEqual([7, 7, 7])
    const whole = await callPage('GET /stories', { category })
    expect(pages.flatMap(({ items }) => items)).toEqual(whole.items)
  })

  test('sees stories with equal times once', async () => {
    const category = ownCategory()
    await someStories(category, 6, () => '2024-01-01T00:00:00Z')
    const { call } = await aVisitor()
    const ids = await Promise.all(
      [1, 2, 3].map(async (page) =>
        (await call('GET /stories', { category, page, pageSize: 2 })).map(({ id }) => id),
      ),
    )
    expect(new Set(ids.flat()).size).toBe(6)
  })

  test('gets the total count and the neighbouring pages', async () => {
    const category = ownCategory()
    await someStories(category, 5)
    const { send } = await aVisitor()
    const query = new URLSearchParams({ category, pageSize: '2' })
    const linksOf = async (page: number) => {
      const response = await send(`/api/stories?${query}&page=${page}`)
      expect(response.headers.get('X-Total-Count')).toBe('5')
      return readLinks(response.headers.get('Link'))
    }
    expect(await linksOf(1)).toEqual({ next: 2, last: 3 })
    expect(await linksOf(2)).toEqual({ first: 1, prev: 1, next: 3, last: 3 })
    expect(await linksOf(3)).toEqual({ first: 1, prev: 2 })
  })

  test('can follow the link to the next page', async () => {
    const category = `${ownCategory()} & "more", ọ̀rẹ́`
    await someStories(category, 3)
    const { send } = await aVisitor()
    const first = await send(`/api/stories?${new URLSearchParams({ category, pageSize: '2' })}`)
    const next = first.headers.get('Link')?.match(/<([^>]+)>; rel="next"/)?.[1]
    expect(await (await send(next ?? '')).json()).toHaveLength(1)
  })

  test('gets an empty list and a link back beyond the end', async () => {
    const category = ownCategory()
    await someStories(category, 3)
    const { send } = await aVisitor()
    const query = new URLSearchParams({ category, pageSize: '2', page: '40' })
    const response = await send(`/api/stories?${query}`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual([])
    expect(response.headers.get('X-Total-Count')).toBe('3')
    expect(readLinks(response.headers.get('Link'))).toEqual({ first: 1, prev: 2 })
  })

  test('gets no links where there is one page only', async () => {
    const { send } = await aVisitor()
    const response = await send('/api/stories?category=Nothing%20here')
    expect(response.headers.get('Link')).toBeNull()
    expect(response.headers.get('X-Total-Count')).toBe('0')
  })

  test('gets at most a hundred stories by default', async () => {
    const category = ownCategory()
    await someStories(category, 101)
    const { callPage } = await aVisitor()
    const { items, total } = await callPage('GET /stories', { category })
    expect([items.length, total]).toEqual([100, 101])
  })

  test.each([
    ['page', '0'],
    ['page', '-1'],
    ['page', '1.5'],
    ['page', 'two'],
    ['page', '10001'],
    ['page', '1e309'],
    ['pageSize', '0'],
    ['pageSize', '101'],
    ['pageSize', 'all'],
  ])('gets an error for %s=%s', async (name, value) => {
    const { send } = await aVisitor()
    const response = await send(`/api/stories?${name}=${value}`)
    expect(response.status).toBe(400)
    expect((await response.json()).errors).toEqual({
      [name]: [expect.stringMatching(/must be a whole number from 1 to/)],
    })
  })
})

test('gets the whole list by a form with empty fields', async () => {
  await aStory()
  const { send } = await aVisitor()
  const plain = await (await send('/api/stories?pageSize=1')).json()
  const empty = await send('/api/stories?category=&page=&pageSize=1')
  expect(await empty.json()).toEqual(plain)
  expect(readLinks(empty.headers.get('Link'))).toMatchObject({ next: 2 })
  const unsized = await send('/api/stories?pageSize=')
  expect(unsized.status).toBe(200)
  for (const page of Object.values(readLinks(unsized.headers.get('Link')))) {
    expect(Number.isInteger(page)).toBe(true)
  }
})

describe('a visitor who asks for the featured story', () => {
  test('gets null and status 200 while there is none', async () => {
    await sql`update stories set is_featured = false`
    await aStory({ isFeatured: true, isPublished: false })
    const { send } = await aVisitor()
    const response = await send('/api/stories/featured')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(await response.text()).toBe('null')
  })

  test('gets the newest featured published one, without the long text', async () => {
    await aStory({ isFeatured: true, publishedAt: '2090-01-01T00:00:00Z' })
    const newest = await aStory({ isFeatured: true, publishedAt: '2090-01-03T00:00:00Z' })
    await aStory({ isFeatured: true, publishedAt: '2090-01-02T00:00:00Z' })
    await aStory({ isFeatured: true, publishedAt: '2090-01-04T00:00:00Z', isPublished: false })
    await aStory({ publishedAt: '2090-01-05T00:00:00Z' })
    const { call } = await aVisitor()
    const featured = await call('GET /stories/featured', {})
    expect(featured?.id).toBe(newest.id)
    expect(Object.keys(featured ?? {}).sort()).toEqual(Object.keys(storySummary.shape).sort())
    await sql`update stories set is_featured = false`
  })
})

async function someStories(
  category: string,
  many: number,
  at = (index: number) => new Date(Date.UTC(2024, 0, 1, index)).toISOString(),
) {
  await Promise.all(
    Array.from({ length: many }, (_, index) => aStory({ category, publishedAt: at(index) })),
  )
}

/** `Link` as page numbers by relation. */
function readLinks(header: string | null): Record<string, number> {
  const links = [...(header ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)]
  return Object.fromEntries(
    links.map(([, address, rel]) => [
      rel,
      Number(new URL(address ?? '', 'http://x').searchParams.get('page')),
    ]),
  )
}
