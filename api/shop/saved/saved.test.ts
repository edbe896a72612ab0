import { describe, expect, test } from 'vitest'
import { bookSummary } from '#contract/endpoints/shop/books.ts'
import { sql } from '#db/sql.ts'
import { asForm } from '#tests/magazine/posts.ts'
import { aBook, aReader, aVisitor } from '#tests/people.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'
const bookMissing = /^404: .*The book you're looking for doesn't exist/

describe('a reader who saves a book', () => {
  test('gets the same response for a repeated click', async () => {
    const { id } = await aBook()
    const { call } = await aReader()
    expect(await call('GET /books/:id/saved', { id })).toEqual({ saved: false })
    expect(await call('PUT /books/:id/saved', { id })).toEqual({ saved: true })
    expect(await call('PUT /books/:id/saved', { id })).toEqual({ saved: true })
    expect(await call('GET /books/:id/saved', { id })).toEqual({ saved: true })
    expect(await call('DELETE /books/:id/saved', { id })).toEqual({ saved: false })
    expect(await call('DELETE /books/:id/saved', { id })).toEqual({ saved: false })
    expect(await call('GET /books/:id/saved', { id })).toEqual({ saved: false })
  })

  test('finds it on the account page, latest first, with the fields of the shelf', async () => {
    const { call } = await aReader()
    const books = [await aBook({ content: 'The sample.' }), await aBook(), await aBook()]
    for (const { id } of books) await call('PUT /books/:id/saved', { id })
    const { saved } = await call('GET /account', {})
    expect(saved.map(({ id }) => id)).toEqual(books.map(({ id }) => id).reverse())
    expect(Object.keys(saved[0] ?? {}).sort()).toEqual(Object.keys(bookSummary.shape).sort())
  })

  test('has it on the list once after simultaneous clicks', async () => {
    const { id } = await aBook()
    const { call, reader } = await aReader()
    const pressed = Array.from({ length: 20 }, () => call('PUT /books/:id/saved', { id }))
    expect(await Promise.all(pressed)).toEqual(Array(20).fill({ saved: true }))
    expect(await sql`select 1 from saved_books where reader_id = ${reader.id}`).toHaveLength(1)
  })

  test('has a list separate from other readers’', async () => {
    const [one, other] = [await aBook(), await aBook()]
    const [reader, neighbour] = [await aReader(), await aReader()]
    await reader.call('PUT /books/:id/saved', { id: one.id })
    await neighbour.call('PUT /books/:id/saved', { id: other.id })
    await neighbour.call('DELETE /books/:id/saved', { id: one.id })
    expect(await reader.call('GET /books/:id/saved', { id: one.id })).toEqual({ saved: true })
    expect(await reader.call('GET /books/:id/saved', { id: other.id })).toEqual({ saved: false })
    expect((await neighbour.call('GET /account', {})).saved.map(({ id }) => id)).toEqual([other.id])
  })

  test('cannot save a book that the public may not see', async () => {
    const hidden = await aBook({ isPublished: false })
    const { call, reader } = await aReader()
    for (const id of [hidden.id, nowhere, 'not-an-id']) {
      await expect(call('PUT /books/:id/saved', { id })).rejects.toThrow(bookMissing)
    }
    expect(await sql`select 1 from saved_books where reader_id = ${reader.id}`).toHaveLength(0)
  })

  test('does not see it while it is unpublished, can remove it meanwhile, and sees it when published again', async () => {
    const [returning, gone] = [await aBook(), await aBook()]
    const { call } = await aReader()
    for (const { id } of [returning, gone]) await call('PUT /books/:id/saved', { id })
    const listed = async () => (await call('GET /account', {})).saved.map(({ id }) => id)
    await sql`update books set is_published = false where id in ${sql([returning.id, gone.id])}`
    expect(await listed()).toEqual([])
    expect(await call('DELETE /books/:id/saved', { id: gone.id })).toEqual({ saved: false })
    await sql`update books set is_published = true where id in ${sql([returning.id, gone.id])}`
    expect(await listed()).toEqual([returning.id])
  })

  test('no longer has it once the book is deleted', async () => {
    const { id } = await aBook()
    const { call } = await aReader()
    await call('PUT /books/:id/saved', { id })
    await sql`delete from books where id = ${id}`
    expect((await call('GET /account', {})).saved).toEqual([])
  })

  test('changes neither the date of the book nor the static pages', async () => {
    const { id } = await aBook()
    const { call } = await aReader()
    const [before] = await sql`select version from site_version`
    const book = await call('GET /books/:id', { id })
    await call('PUT /books/:id/saved', { id })
    expect(await call('GET /books/:id', { id })).toEqual(book)
    expect(await sql`select version from site_version`).toEqual([before])
  })

  test('can remove it by a form without script, and returns to the account page', async () => {
    const { id } = await aBook()
    const { call, send } = await aReader()
    await call('PUT /books/:id/saved', { id })
    const response = await send(`/api/books/${id}/saved?_method=DELETE`, asForm({}))
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('/account')
    expect(await call('GET /books/:id/saved', { id })).toEqual({ saved: false })
  })

  test('gets uncached responses', async () => {
    const { id } = await aBook()
    const { send } = await aReader()
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await send(`/api/books/${id}/saved`, { method })
      expect(response.status).toBe(200)
      expect(response.headers.get('Cache-Control')).toBe('private, no-store')
      expect(response.headers.get('ETag')).toBeNull()
    }
  })
})

test('a visitor must sign in to save a book', async () => {
  const { id } = await aBook()
  const { send } = await aVisitor()
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const response = await send(`/api/books/${id}/saved`, { method })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ message: 'Unauthorized' })
  }
  expect(await sql`select 1 from saved_books where book_id = ${id}`).toHaveLength(0)
})
