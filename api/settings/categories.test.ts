import { afterEach, expect, test } from 'vitest'
import { keysOfStory } from '#api/newsletter/follows/keys-of-story.ts'
import { slugOf, storyCategories } from '#contract/magazine/categories.ts'
import { type Category, type CategoryKind, findCategory } from '#contract/magazine/category-list.ts'
import { followKey } from '#contract/newsletter/follows.ts'
import { sql } from '#db/sql.ts'
import {
  aBook,
  aPublishingRequest,
  aReader,
  aStory,
  aSubmission,
  aVisitor,
  theStaff,
} from '#tests/people.ts'
import { publishSetting } from '#tests/settings.ts'
import { does } from '#tests/undo.ts'

const [first, second] = storyCategories
type Editor = Awaited<ReturnType<typeof theStaff>>

const listOf = async ({ call }: Editor, kind: CategoryKind = 'stories') =>
  (await call('GET /admin/settings/:group', { group: 'categories' })).published[kind] as Category[]

/** Publishes the list with one of its categories changed. */
async function change(editor: Editor, name: string, fields: Partial<Category>) {
  const list = await listOf(editor)
  const { id } = findCategory(list, name) as Category
  const stories = list.map((one) => (one.id === id ? { ...one, ...fields } : one))
  await publishSetting(editor, 'categories', { stories })
}

/** Publishes the list with categories merged into others; both by the first name. */
async function merge(editor: Editor, into: Record<string, string>) {
  const targets = new Map(Object.entries(into).map(([from, to]) => [slugOf(from), slugOf(to)]))
  const stories = (await listOf(editor)).map((one) => ({
    ...one,
    into: targets.get(one.id) ?? one.into,
  }))
  return publishes(editor, { stories })
}

/** As somebody who may take it back. */
async function publishes(editor: Editor, value: Record<string, unknown>) {
  const group = 'categories'
  const { revision } = await editor.call('GET /admin/settings/:group', { group })
  const saved = await editor.call('PUT /admin/settings/:group/draft', { group, value, revision })
  return does(editor, 'POST /admin/settings/:group/publish', { group, revision: saved.revision })
}

const categoryOf = async (id: string) =>
  (await sql`select category from stories where id = ${id}`)[0]?.['category']

afterEach(async () => {
  await sql`update settings set value = null where group_name = 'categories'`
  await listOf(await theStaff('editor'))
})

test('stories follow a new name, and old names find them', async () => {
  const editor = await theStaff('editor')
  const { id } = await aStory({ category: first })
  await change(editor, first, { name: 'What We Think' })
  expect(await categoryOf(id)).toBe('What We Think')
  const { call } = await aVisitor()
  for (const category of ['What We Think', first, 'editorial-commentary']) {
    const found = await call('GET /stories', { category, pageSize: 50 })
    expect(found.map((one) => one.id)).toContain(id)
  }
  const reader = await aReader()
  const sent = await reader.call('POST /stories', { ...aSubmission(), category: first })
  expect(sent.category).toBe('What We Think')
  // Under its first name again, it goes on answering to the other.
  await change(editor, first, { name: first })
  expect(await categoryOf(id)).toBe(first)
  const [entry] = await listOf(editor)
  expect(entry).toMatchObject({ id: 'editorial-commentary', name: first, was: ['What We Think'] })
})

test('subscribers and figures follow a new name, and Undo brings back the one before', async () => {
  const editor = await theStaff('editor')
  const { id } = await aStory({ category: second })
  await sql`insert into subscribers (email, categories) values ('follows@example.com', ${[first, second]})`
  await sql`insert into category_days (day, category, reads, finishes, seconds, likes, shares, offline_reads)
    values ('2020-01-01', ${second}, 1, 0, 0, 0, 0, 0), ('2020-01-01', 'Tales', 2, 0, 0, 0, 0, 0)`
  const reads = async (name: string) =>
    (await sql`select reads from category_days where category = ${name} and day = '2020-01-01'`)[0]
  const followed = async () =>
    (await sql`select categories from subscribers where email = 'follows@example.com'`)[0]
  const list = await listOf(editor)
  const stories = list.map((one) => (one.name === second ? { ...one, name: 'Tales' } : one))
  const { undo } = await publishes(editor, { stories })
  expect(await categoryOf(id)).toBe('Tales')
  expect(await reads('Tales')).toEqual({ reads: 3 })
  expect((await followed())?.['categories']).toEqual(expect.arrayContaining([first, 'Tales']))
  await editor.call('POST /admin/undo/:id', { id: undo?.id ?? '' })
  expect(await categoryOf(id)).toBe(second)
  expect((await followed())?.['categories']).toEqual(expect.arrayContaining([first, second]))
  await sql`delete from subscribers where email = 'follows@example.com'`
  await sql`delete from category_days where day = '2020-01-01'`
})

test('a new category takes stories; a retired one takes no new ones and keeps its own', async () => {
  const editor = await theStaff('editor')
  const list = await listOf(editor)
  const added = { id: 'science', name: 'Science', was: [], description: 'What is found out.' }
  await publishSetting(editor, 'categories', { stories: [...list, added] })
  const reader = await aReader()
  const sent = { ...aSubmission(), category: 'Science' }
  const { id } = await reader.call('POST /stories', sent)
  await change(editor, 'Science', { retired: true })
  await expect(reader.call('POST /stories', sent)).rejects.toMatchObject({
    status: 400,
    fields: { category: ['Please select a category'] },
  })
  const edited = await reader.call('PUT /account/stories/:id', { ...sent, id })
  expect(edited.category).toBe('Science')
  // Left out of a file that is opened, it is retired and never lost.
  await publishSetting(editor, 'categories', { stories: list })
  expect((await listOf(editor)).at(-1)).toMatchObject({ id: 'science', retired: true })
})

test('a merged category leaves its stories and its followers to another, and Undo brings exactly those back', async () => {
  const editor = await theStaff('editor')
  const [fiction, faith] = [second, 'Faith and Inspiration']
  const moved = await aStory({ category: fiction })
  const there = await aStory({ category: faith })
  await sql`insert into subscribers (email, categories)
    values ('one@example.com', ${[fiction]}), ('both@example.com', ${[fiction, faith].sort()})`
  const followed = async () =>
    (
      await sql`select categories from subscribers where email like '%@example.com' order by email`
    ).map(({ categories }) => categories)
  const { undo } = await merge(editor, { [fiction]: faith })
  expect(await categoryOf(moved.id)).toBe(faith)
  expect(await followed()).toEqual([[faith], [faith]])
  const { call } = await aVisitor()
  for (const category of [fiction, slugOf(fiction)]) {
    const found = await call('GET /stories', { category, pageSize: 50 })
    expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining([moved.id, there.id]))
  }
  const key = followKey('category', slugOf(fiction))
  expect(await call('GET /follows', { of: key as never })).toMatchObject([
    { key, title: faith, path: `/category/${slugOf(faith)}` },
  ])
  expect(keysOfStory({ authorId: null, category: faith, seriesId: null })).toContain(key)
  const reader = await aReader()
  const sent = await reader.call('POST /stories', { ...aSubmission(), category: fiction })
  expect(sent.category).toBe(faith)
  const corrected = await aStory({ category: faith })
  await editor.call('POST /admin/undo/:id', { id: undo?.id ?? '' })
  expect(
    await Promise.all([moved, there, sent, corrected].map(({ id }) => categoryOf(id))),
  ).toEqual([fiction, faith, faith, faith])
  expect(await followed()).toEqual([[faith, fiction].sort(), [fiction]])
  await sql`delete from subscribers where email like '%@example.com'`
})

test('a category that is undone after somebody has sent a story in it is retired, an unused one is gone', async () => {
  const editor = await theStaff('editor')
  const list = await listOf(editor)
  const added = (name: string) => ({ id: slugOf(name), name, was: [], description: 'New.' })
  const stories = [...list, added('Robots'), added('Radios')]
  const { undo } = await publishes(editor, { stories })
  const reader = await aReader()
  const { id } = await reader.call('POST /stories', { ...aSubmission(), category: 'Robots' })
  await editor.call('POST /admin/undo/:id', { id: undo?.id ?? '' })
  expect(await categoryOf(id)).toBe('Robots')
  expect(await listOf(editor)).toEqual([...list, { ...added('Robots'), retired: true }])
})

test('a category that was merged twice gives each its stories back, under the names of now', async () => {
  const editor = await theStaff('editor')
  const third = storyCategories[2]
  const ids = await Promise.all(
    [first, second, third].map(async (category) => (await aStory({ category })).id),
  )
  const found = () => Promise.all(ids.map(categoryOf))
  const before = await listOf(editor)
  await merge(editor, { [first]: second })
  await merge(editor, { [second]: third })
  await change(editor, third, { name: 'Rising' })
  expect(await found()).toEqual(['Rising', 'Rising', 'Rising'])
  // An editor has found another place for one meanwhile.
  const [one = ''] = ids
  await editor.call('PATCH /admin/stories/:id', { id: one, category: 'Politics and Profiles' })
  await publishSetting(editor, 'categories', { stories: before })
  expect(await found()).toEqual(['Politics and Profiles', second, third])
})

test('books follow a new name and a merge, and Undo brings back exactly those that moved', async () => {
  const editor = await theStaff('editor')
  const { call } = await aVisitor()
  const guide = await aBook({ category: 'Guide' })
  const novel = await aBook({ category: 'Novel' })
  const found = async (category: string) =>
    (await call('GET /books', { category, pageSize: 50 })).map(({ id }) => id)
  const books = await listOf(editor, 'books')
  const withGuide = (fields: Partial<Category>) => ({
    books: books.map((one) => (one.id === 'guide' ? { ...one, ...fields } : one)),
  })
  await publishes(editor, withGuide({ name: 'Handbook' }))
  for (const category of ['Guide', 'Handbook']) expect(await found(category)).toContain(guide.id)
  const request = { ...aPublishingRequest(), category: 'Guide' }
  const { id } = await call('POST /books/publish', request)
  const requested = async () =>
    (await sql`select category from publishing_requests where id = ${id}`)[0]?.['category']
  expect(await requested()).toBe('Handbook')
  const { undo } = await publishes(editor, withGuide({ name: 'Handbook', into: 'novel' }))
  expect(await found('Guide')).toEqual(expect.arrayContaining([guide.id, novel.id]))
  expect(await requested()).toBe('Novel')
  await editor.call('POST /admin/undo/:id', { id: undo?.id ?? '' })
  const now = await sql`select id, category from books where id in ${sql([guide.id, novel.id])}`
  expect(Object.fromEntries(now.map((book) => [book['id'], book['category']]))).toEqual({
    [guide.id]: 'Handbook',
    [novel.id]: 'Novel',
  })
  expect(await requested()).toBe('Handbook')
})

test('authors choose among the categories of books that are open to them', async () => {
  const editor = await theStaff('editor')
  const { call } = await aVisitor()
  const books = (await listOf(editor, 'books')).map((one) => ({
    ...one,
    staffOnly: one.id === 'policy' || undefined,
    retired: one.id === 'novel',
  }))
  await publishes(editor, { books })
  await call('POST /books/publish', { ...aPublishingRequest(), category: 'Magazine Issue' })
  for (const category of ['Policy', 'Novel', 'Nowhere'])
    await expect(
      call('POST /books/publish', { ...aPublishingRequest(), category }),
    ).rejects.toMatchObject({ fields: { category: ['Please select a category'] } })
  const closed = books.map((one) => ({ ...one, staffOnly: true }))
  await expect(publishes(editor, { books: closed })).rejects.toMatchObject({
    fields: { books: ['Leave at least one category to choose'] },
  })
})

test('a renamed category is drawn as before, one that was given art as that', async () => {
  const editor = await theStaff('editor')
  const { send } = await aVisitor()
  const drawn = async (slug: string) => (await send(`/api/art/story/${slug}/0ddba115.svg`)).text()
  const [before, climb] = [await drawn(slugOf(first)), await drawn('art-climb-leaf')]
  await change(editor, first, { name: 'What We Think' })
  expect(await drawn('what-we-think')).toBe(before)
  await change(editor, first, { art: 'climb-leaf' })
  expect(await drawn('what-we-think')).toBe(climb)
  for (const fields of [{ art: 'climb-mud' }, { colour: 'red"' as never }])
    await expect(change(editor, first, fields)).rejects.toMatchObject({ status: 400 })
})

test.each<[string, Record<string, string>, Partial<Category>?]>([
  ['itself', { [first]: first }],
  ['one that is merged into it', { [first]: second, [second]: first }],
  ['one that is not there', { [first]: 'Nowhere' }],
  ['a retired one', { [first]: second }, { retired: true }],
])('a category cannot be merged into %s', async (_, into, fields) => {
  const editor = await theStaff('editor')
  if (fields) await change(editor, second, fields)
  await expect(merge(editor, into)).rejects.toMatchObject({
    status: 400,
    fields: { stories: [expect.stringMatching(/cannot be merged/)] },
  })
})

test('an editor sees how many stories a category has', async () => {
  const editor = await theStaff('editor')
  const countsOf = async () =>
    (await editor.call('GET /admin/category-counts', {})).find(
      ({ of, category }) => of === 'stories' && category === 'Counted',
    )
  expect(await countsOf()).toBeUndefined()
  await aStory({ category: 'Counted' })
  await aStory({ category: 'Counted', isPublished: false })
  expect(await countsOf()).toMatchObject({ published: 1, others: 1 })
})

test.each<[string, Partial<Category>]>([
  ['the name of another', { name: second.toUpperCase() }],
  ['the name of the filter’s first entry', { name: 'All features' }],
  ['two lines', { name: 'One\nTwo' }],
  ['a name without end', { name: 'x'.repeat(61) }],
  ['an address that is a path', { id: '../admin' }],
  ['no sentence', { description: ' ' }],
])('a category with %s cannot be published', async (_, fields) => {
  await expect(change(await theStaff('editor'), first, fields)).rejects.toMatchObject({
    status: 400,
  })
})

test('nobody below an editor names categories', async () => {
  const shopkeeper = await theStaff('shopkeeper')
  await expect(
    shopkeeper.call('GET /admin/settings/:group', { group: 'categories' }),
  ).rejects.toMatchObject({ status: 403 })
})
