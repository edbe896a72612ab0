import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { adminBook } from '#contract/endpoints/shop/books.admin.ts'
import { bookSummary } from '#contract/endpoints/shop/books.ts'
import { bookCategories } from '#contract/magazine/categories.ts'
import { sql } from '#db/sql.ts'
import { asJson } from '#tests/magazine/posts.ts'
import { aBook, aReader, aStory, aSubmission, aVisitor, thePublisher } from '#tests/people.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'
const bookMissing = /^404: .*The book you're looking for doesn't exist/

/** A word of one test's own, so that its searches find its own books only. */
const ownWord = () => `w${randomUUID().replaceAll('-', '').slice(0, 12)}`

/** What the book form holds, with nothing but what must be there; its title is its own. */
const aForm = () => ({
  title: `The Quiet Ledger ${randomUUID()}`,
  authorName: 'Kele Umez-Ray',
  category: 'Novel' as const,
  price: 3500,
  description: 'Who keeps the accounts of a village, and who reads them.',
})

/** What was written down about a book, the oldest first. */
async function activityOf(id: string): Promise<string[]> {
  const rows = await sql`
    select action, who, subject from activity where subject_id = ${id} order by id`
  for (const { who, subject } of rows) expect([who, !!subject]).toEqual(['publisher', true])
  return rows.map(({ action }) => action)
}

const dataVersion = async () => (await sql`select version from site_version`)[0]?.['version']

describe('a book that the publisher makes', () => {
  test('has the address that was chosen until it is public, and then keeps it', async () => {
    const { call } = await thePublisher()
    const form = aForm()
    const word = ownWord()
    const { id, slug } = await call('POST /admin/books', { ...form, slug: `${word} Ẹ̀kọ́` })
    expect(slug).toBe(`${word}-eko`)
    const change = (typed: string) => call('PUT /admin/books/:id', { ...form, id, slug: typed })
    expect((await change('')).slug).toBeNull()
    expect((await change(word)).slug).toBe(word)
    await expect(change((await aBook()).slug ?? '')).rejects.toMatchObject({
      fields: { slug: [expect.stringMatching(/^This address is taken. Free is: .+-2$/)] },
    })
    await call('PATCH /admin/books/:id/publish', { id, isPublished: true })
    expect((await change('another one')).slug).toBe(word)
    await call('PATCH /admin/books/:id/publish', { id, isPublished: false })
    expect((await change('another one')).slug).toBe(word)
  })

  test('is a draft with all typed values, which nobody else sees', async () => {
    const { call, send } = await thePublisher()
    const typed = {
      ...aForm(),
      coverImageUrl: 'https://pictures.example/cover.jpg',
      content: 'Nobody had counted the goats.',
    }
    const response = await send('/api/admin/books', asJson(typed))
    expect(response.status).toBe(201)
    const book = await response.json()
    expect(Object.keys(book).sort()).toEqual(Object.keys(adminBook.shape).sort())
    expect(book).toMatchObject({
      ...typed,
      isPublished: false,
      rating: 0,
      ratingsCount: 0,
      revision: 1,
      pdf: null,
    })
    expect(await call('GET /admin/books/:id', { id: book.id })).toEqual(book)
    const visitor = await aVisitor()
    await expect(visitor.call('GET /books/:id', { id: book.id })).rejects.toThrow(bookMissing)
    expect(await visitor.call('GET /books', { search: typed.title })).toEqual([])
    expect(await activityOf(book.id)).toEqual(['bookCreated'])
  })

  test('belongs to the publisher', async () => {
    const { call } = await thePublisher()
    const [one, other] = [
      await call('POST /admin/books', aForm()),
      await call('POST /admin/books', aForm()),
    ]
    expect(one.authorId).toBe(other.authorId)
    expect(one.authorId).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('is stored once, however often it is submitted', async () => {
    const { call } = await thePublisher()
    const [typed, key] = [aForm(), randomUUID()]
    const answers = await Promise.all([1, 2, 3].map(() => call('POST /admin/books', typed, key)))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await call('GET /admin/books', { search: typed.title })).toHaveLength(1)
    expect(await activityOf(answers[0]?.id ?? '')).toEqual(['bookCreated'])
  })

  test('ignores values that the form does not have', async () => {
    const { call } = await thePublisher()
    const stolen = {
      id: nowhere,
      authorId: nowhere,
      isPublished: true,
      rating: 5,
      ratingsCount: 100,
      revision: 7,
      createdAt: '2020-01-01T00:00:00.000Z',
      deletedAt: '2020-01-01T00:00:00.000Z',
      pdf: { pages: 1, bytes: 1, uploadedAt: '2020-01-01T00:00:00.000Z' },
      pdfId: nowhere,
      search_text: 'x',
    }
    const book = await call('POST /admin/books', { ...aForm(), ...stolen } as never)
    const unharmed = { isPublished: false, rating: 0, ratingsCount: 0, revision: 1, pdf: null }
    expect(book).toMatchObject(unharmed)
    expect(book.id).not.toBe(nowhere)
    expect(book.authorId).not.toBe(nowhere)
    const { id } = book
    const changed = await call('PUT /admin/books/:id', {
      ...stolen,
      ...aForm(),
      id,
      revision: 1,
    } as never)
    expect(changed).toMatchObject({ ...unharmed, id, authorId: book.authorId, revision: 2 })
    expect(changed.createdAt).toBe(book.createdAt)
  })

  test.each(bookCategories)('may be in %s', async (category) => {
    const { call } = await thePublisher()
    expect((await call('POST /admin/books', { ...aForm(), category })).category).toBe(category)
  })

  test.each([
    [0, 0],
    ['1250.50', 1250.5],
    [99_999_999.99, 99_999_999.99],
  ])('may cost %j naira', async (price, stored) => {
    const { call } = await thePublisher()
    expect((await call('POST /admin/books', { ...aForm(), price })).price).toBe(stored)
  })

  test('is rejected with a message at each wrong field', async () => {
    const { send } = await thePublisher()
    const wrong = {
      title: ' ab ',
      authorName: 'K',
      category: 'All Features',
      price: -1,
      description: 'Too short',
      coverImageUrl: 'javascript:alert(1)',
    }
    const response = await send('/api/admin/books', asJson(wrong))
    expect(response.status).toBe(400)
    expect((await response.json()).errors).toEqual({
      title: ['Title must be at least 3 characters'],
      authorName: ['Author name must be at least 2 characters'],
      category: ['Please select a category'],
      price: ['Price must be a positive number'],
      description: ['Description must be at least 20 characters'],
      coverImageUrl: ['Please enter a web address that begins with http:// or https://'],
    })
  })
})

describe('a book that is edited', () => {
  test('has the typed values and the next revision, and keeps the others', async () => {
    const { id } = await aBook({ content: 'The old sample.' })
    const { call } = await thePublisher()
    const before = await call('GET /admin/books/:id', { id })
    const typed = aForm()
    const after = await call('PUT /admin/books/:id', { id, ...typed, revision: before.revision })
    expect(after).toEqual({
      ...before,
      ...typed,
      content: null,
      revision: before.revision + 1,
      updatedAt: after.updatedAt,
    })
    expect((await (await aVisitor()).call('GET /books/:id', { id })).title).toBe(typed.title)
    expect(await activityOf(id)).toEqual(['bookUpdated'])
  })

  test('is not overwritten from a form that another tab has made stale', async () => {
    const { call } = await thePublisher()
    const { id, revision } = await call('POST /admin/books', aForm())
    const saved = await call('PUT /admin/books/:id', { id, ...aForm(), revision })
    const late = { id, ...aForm(), revision }
    await expect(call('PUT /admin/books/:id', late)).rejects.toMatchObject({
      status: 409,
      sentence: expect.stringContaining('changed meanwhile'),
    })
    expect(await call('GET /admin/books/:id', { id })).toEqual(saved)
    expect(await activityOf(id)).toEqual(['bookCreated', 'bookUpdated'])
    // A call without a revision, or with the newest, is taken.
    const { revision: _, ...anyway } = late
    expect((await call('PUT /admin/books/:id', anyway)).title).toBe(late.title)
  })

  test('in two tabs at the same moment is saved by one of them', async () => {
    const { call } = await thePublisher()
    const { id, revision } = await call('POST /admin/books', aForm())
    const saves = await Promise.allSettled(
      Array.from({ length: 8 }, () => call('PUT /admin/books/:id', { id, ...aForm(), revision })),
    )
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await call('GET /admin/books/:id', { id })).revision).toBe(revision + 1)
    expect(await activityOf(id)).toEqual(['bookCreated', 'bookUpdated'])
  })

  test('saved twice by one submission changes and logs nothing the second time', async () => {
    const { call } = await thePublisher()
    const { id, revision } = await call('POST /admin/books', aForm())
    const typed = { id, ...aForm(), revision }
    const saved = await call('PUT /admin/books/:id', typed)
    expect(await call('PUT /admin/books/:id', typed)).toEqual(saved)
    expect(await activityOf(id)).toEqual(['bookCreated', 'bookUpdated'])
  })

  test('may be published meanwhile, which does not make its form stale', async () => {
    const { call } = await thePublisher()
    const { id, revision } = await call('POST /admin/books', aForm())
    await call('PATCH /admin/books/:id/publish', { id, isPublished: true })
    const saved = await call('PUT /admin/books/:id', { id, ...aForm(), revision })
    expect(saved).toMatchObject({ isPublished: true, revision: revision + 1 })
  })
})

describe('publishing', () => {
  test('shows a book to everybody, and unpublishing hides it', async () => {
    const { call } = await thePublisher()
    const { id, title } = await call('POST /admin/books', aForm())
    const visitor = await aVisitor()
    expect(await call('PATCH /admin/books/:id/publish', { id, isPublished: true })).toMatchObject({
      id,
      isPublished: true,
    })
    expect((await visitor.call('GET /books/:id', { id })).title).toBe(title)
    expect(await visitor.call('GET /books', { search: title })).toHaveLength(1)
    await call('PATCH /admin/books/:id/publish', { id, isPublished: false })
    await expect(visitor.call('GET /books/:id', { id })).rejects.toThrow(bookMissing)
    expect(await visitor.call('GET /books', { search: title })).toEqual([])
    expect(await activityOf(id)).toEqual(['bookCreated', 'bookPublished', 'bookUnpublished'])
  })

  test('twice changes and logs nothing the second time', async () => {
    const { call } = await thePublisher()
    const { id } = await call('POST /admin/books', aForm())
    const press = () => call('PATCH /admin/books/:id/publish', { id, isPublished: true })
    const answers = await Promise.all(Array.from({ length: 5 }, press))
    expect(answers.map(({ isPublished }) => isPublished)).toEqual(Array(5).fill(true))
    const version = await dataVersion()
    expect(await press()).toEqual(answers[0])
    expect(await dataVersion()).toBe(version)
    expect(await activityOf(id)).toEqual(['bookCreated', 'bookPublished'])
  })

  test.each(['true', 1, null, undefined])('rejects the value %j', async (isPublished) => {
    const { id } = await aBook()
    const { call } = await thePublisher()
    const asked = call('PATCH /admin/books/:id/publish', { id, isPublished } as never)
    await expect(asked).rejects.toMatchObject({ status: 400 })
  })
})

describe('a deleted book', () => {
  test('disappears from every list and page at once and for good', async () => {
    const { call } = await thePublisher()
    const { id, title } = await call('POST /admin/books', aForm())
    await call('PATCH /admin/books/:id/publish', { id, isPublished: true })
    const reader = await aReader()
    await reader.call('PUT /books/:id/saved', { id })
    const before = await call('GET /admin/stats', {})
    expect(await call('DELETE /admin/books/:id', { id })).toEqual({ status: 'deleted' })

    await expect(reader.call('GET /books/:id', { id })).rejects.toThrow(bookMissing)
    await expect(reader.call('PUT /books/:id/saved', { id })).rejects.toThrow(bookMissing)
    expect(await reader.call('GET /books', { search: title })).toEqual([])
    expect((await reader.call('GET /account', {})).saved).toEqual([])
    expect(await call('GET /admin/books', { search: title })).toEqual([])
    const after = await call('GET /admin/stats', {})
    expect(after.totalBooks).toBe(before.totalBooks - 1)
    expect(after.publishedBooks).toBe(before.publishedBooks - 1)
    for (const asked of [
      () => call('GET /admin/books/:id', { id }),
      () => call('PUT /admin/books/:id', { id, ...aForm() }),
      () => call('PATCH /admin/books/:id/publish', { id, isPublished: true }),
      () => call('DELETE /admin/books/:id', { id }),
    ]) {
      await expect(asked()).rejects.toThrow(bookMissing)
    }
    expect(await activityOf(id)).toEqual(['bookCreated', 'bookPublished', 'bookDeleted'])
    // What was sold stays with its buyers: the row is hidden, not gone.
    const [row] = await sql`select title, is_published, deleted_at from books where id = ${id}`
    expect(row).toEqual({ title, isPublished: false, deletedAt: expect.any(String) })
  })

  test('is deleted once by simultaneous requests', async () => {
    const { call } = await thePublisher()
    const { id } = await call('POST /admin/books', aForm())
    const presses = Array.from({ length: 4 }, () => call('DELETE /admin/books/:id', { id }))
    const answers = await Promise.allSettled(presses)
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await activityOf(id)).toEqual(['bookCreated', 'bookDeleted'])
  })
})

test.each(['not-an-id', nowhere])('a book at %s does not exist', async (id) => {
  const { call } = await thePublisher()
  for (const asked of [
    () => call('GET /admin/books/:id', { id }),
    () => call('PUT /admin/books/:id', { id, ...aForm() }),
    () => call('PATCH /admin/books/:id/publish', { id, isPublished: true }),
    () => call('DELETE /admin/books/:id', { id }),
  ]) {
    await expect(asked()).rejects.toThrow(bookMissing)
  }
})

describe('the admin list', () => {
  /** The oldest first: one that was unpublished, two on the shelf, one that never was. */
  async function oneOfEach(search: string) {
    const createdAt = (month: number) => `2024-0${month}-01T00:00:00Z`
    const unpublished = await aBook({ title: search, createdAt: createdAt(4) })
    const { call } = await thePublisher()
    await call('PATCH /admin/books/:id/publish', { id: unpublished.id, isPublished: false })
    const old = await aBook({ title: search, createdAt: createdAt(1) })
    const published = await aBook({ title: search, createdAt: createdAt(2) })
    const draft = await aBook({
      title: search,
      createdAt: createdAt(3),
      isPublished: false,
      content: 'The sample.',
    })
    return { draft, published, old, unpublished }
  }

  test('has drafts first, then published and unpublished books, newest first, without samples', async () => {
    const search = ownWord()
    const { draft, published, old, unpublished } = await oneOfEach(search)
    const { call } = await thePublisher()
    const found = await call('GET /admin/books', { search })
    expect(found.map(({ id, group }) => [id, group])).toEqual([
      [draft.id, 'draft'],
      [published.id, 'published'],
      [old.id, 'published'],
      [unpublished.id, 'unpublished'],
    ])
    const names = [
      ...Object.keys(bookSummary.shape),
      ...['revision', 'pdf', 'epub', 'group', 'partsWithdrawn', 'partsWithoutPdf'],
    ]
    expect(Object.keys(found[0] ?? {}).sort()).toEqual(names.sort())
    const second = await call('GET /admin/books', { search, page: 2, pageSize: 2 })
    expect(second.map(({ id }) => id)).toEqual([old.id, unpublished.id])
  })

  test('can be narrowed to a group, and counts each', async () => {
    const { call, callPage } = await thePublisher()
    const before = await call('GET /admin/book-counts', {})
    const search = ownWord()
    const { draft, published, old, unpublished } = await oneOfEach(search)
    for (const [status, ids] of [
      ['draft', [draft.id]],
      ['published', [published.id, old.id]],
      ['unpublished', [unpublished.id]],
    ] as const) {
      const { items, total } = await callPage('GET /admin/books', { search, status })
      expect([items.map((item) => item.id), total]).toEqual([ids, ids.length])
    }
    expect(await call('GET /admin/book-counts', {})).toEqual({
      all: before.all + 4,
      draft: before.draft + 1,
      published: before.published + 2,
      unpublished: before.unpublished + 1,
    })
    await expect(call('GET /admin/books', { status: 'gone' as never })).rejects.toThrow(
      /^400: .*Status must be one of draft, published, unpublished/,
    )
  })

  test('is searched by title, author and description, ignoring case', async () => {
    const search = ownWord()
    await aBook({ title: `Ọ̀nà ${search}`, isPublished: false })
    await aBook({ authorName: `Ada ${search.toUpperCase()}`, isPublished: false })
    await aBook({ description: `A book about ${search} and other words.`, isPublished: false })
    await aBook({ title: `${search.slice(0, -1)}%` })
    const { call } = await thePublisher()
    expect(await call('GET /admin/books', { search })).toHaveLength(3)
    expect(await call('GET /admin/books', { search: `  ${search} ` })).toHaveLength(3)
    expect(await call('GET /admin/books', { search: `${search.slice(0, -1)}%` })).toHaveLength(1)
    expect(
      await call('GET /admin/books', { search: `ọ̀nà ${search}`.normalize('NFD') }),
    ).toHaveLength(1)
  })

  test('is paged, with the total count', async () => {
    const search = ownWord()
    for (let many = 0; many < 5; many++) await aBook({ title: `${search} ${many}` })
    const { callPage } = await thePublisher()
    const pages = await Promise.all(
      [1, 2, 3].map((page) => callPage('GET /admin/books', { search, page, pageSize: 2 })),
    )
    expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1])
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5])
    const ids = pages.flatMap(({ items }) => items.map(({ id }) => id))
    expect(new Set(ids).size).toBe(5)
  })

  test('shows size and pages of the book file', async () => {
    const { id } = await aBook()
    await sql`
      update books set pdf_id = ${randomUUID()}, pdf_bytes = 12345, pdf_pages = 96,
        pdf_uploaded_at = '2026-11-20T10:00:00Z'
      where id = ${id}`
    const { call } = await thePublisher()
    const pdf = { pages: 96, bytes: 12_345, uploadedAt: '2026-11-20T10:00:00.000Z' }
    expect((await call('GET /admin/books/:id', { id })).pdf).toEqual(pdf)
  })
})

describe('the admin stats', () => {
  test('count books and follow each change', async () => {
    const { call } = await thePublisher()
    const before = await call('GET /admin/stats', {})
    expect(before).toMatchObject({ totalRevenue: 0, totalSales: 0 })
    const { id } = await call('POST /admin/books', aForm())
    await call('POST /admin/books', aForm())
    await call('PATCH /admin/books/:id/publish', { id, isPublished: true })
    const after = await call('GET /admin/stats', {})
    expect(after.totalBooks - before.totalBooks).toBe(2)
    expect(after.publishedBooks - before.publishedBooks).toBe(1)
  })

  test('count the stories that wait for review', async () => {
    const { call } = await thePublisher()
    const before = (await call('GET /admin/stats', {})).waitingStories
    const reader = await aReader()
    await reader.call('POST /stories', aSubmission())
    await reader.call('POST /stories', aSubmission())
    const returned = await reader.call('POST /stories', aSubmission())
    await sql`update stories set status = 'returned' where id = ${returned.id}`
    await aStory()
    const unpublished = await aStory()
    await sql`update stories set is_published = false where id = ${unpublished.id}`
    expect((await call('GET /admin/stats', {})).waitingStories).toBe((before ?? 0) + 2)
  })

  test('count the publishing requests that wait, and those that are overdue', async () => {
    const { call } = await thePublisher()
    const before = await call('GET /admin/stats', {})
    const request = (status: string, createdAt: string) => sql`
      insert into publishing_requests ${sql({
        title: 'A',
        author: 'B',
        description: 'C',
        category: 'Novel',
        price: 0,
        authorEmail: 'a@authors.example',
        authorPhone: '1',
        publishingReason: 'D',
        status,
        createdAt,
      })}`
    const today = new Date().toISOString()
    await request('received', today)
    await request('in_review', '2024-01-01T10:00:00Z')
    await request('accepted', '2024-01-01T10:00:00Z')
    await request('declined', today)
    const after = await call('GET /admin/stats', {})
    expect(after.openRequests).toBe((before.openRequests ?? 0) + 2)
    expect(after.overdueRequests).toBe((before.overdueRequests ?? 0) + 1)
  })
})
