import { describe, expect, test } from 'vitest'
import { aFolder } from '#tests/folders.ts'
import { aBook, aVisitor, startApp, thePublisher } from '#tests/people.ts'
import { anEpub, words } from '#tests/shop/epubs.ts'
import { aPdfOf } from '#tests/shop/pdfs.ts'

/** A published book on a service with files of its own. */
async function aShelf(fields: Parameters<typeof aBook>[0] = {}) {
  const base = await startApp({ dataDir: await aFolder() })
  const publisher = await thePublisher(base)
  const { call } = await aVisitor(base)
  const book = await aBook(fields)
  const put = async (what: 'file' | 'epub', body: Uint8Array) => {
    const address = `/api/admin/books/${book.id}/${what}`
    const answer = await publisher.send(address, { method: 'PUT', body: body as BodyInit })
    expect(answer.status).toBe(200)
  }
  const sample = () => call('GET /books/:id/sample', { id: book.id })
  const page = () => call('GET /books/:id', { id: book.id })
  return { ...publisher, visit: call, book, put, sample, page }
}

const chapter = (stem: string) => anEpub({ chapters: [`<p>${words(1000, stem)}</p>`] })
const ofPages = (stem: string) =>
  aPdfOf(Array.from({ length: 10 }, () => [words(10, stem), ...Array(9).fill(words(10, stem))]))

describe('the sample of a book', () => {
  test('is a tenth of its EPUB, else of its PDF, after what the publisher wrote', async () => {
    const { put, sample, page, send, book } = await aShelf({ content: 'Nobody counted the goats.' })
    expect(await sample()).toMatchObject({ preview: 'Nobody counted the goats.', opening: null })
    await put('file', ofPages('paper'))
    expect((await sample()).opening?.split(/\s+/)).toHaveLength(101)
    expect((await sample()).opening).toMatch(/^paper1 paper2 /)
    await put('epub', chapter('screen'))
    expect((await sample()).opening).toMatch(/^screen1 screen2 .* screen100 …$/)
    await send(`/api/admin/books/${book.id}/epub`, { method: 'DELETE' })
    expect((await sample()).opening).toMatch(/^paper1 /)
    expect(await page()).toMatchObject({ hasSample: true, epubBytes: null })
  })

  test('is 2,000 words of a long book, its lines made paragraphs again', async () => {
    const { put, sample } = await aShelf()
    const line = words(10, 'line')
    const pages = Array.from({ length: 250 }, (_, at) => [
      'The Quiet Ledger',
      `Chapter ${at} begins with ${line}-`,
      `continued ${line}`,
      '',
      ...Array(10).fill(line),
      String(at + 1),
    ])
    await put('file', aPdfOf(pages))
    const opening = (await sample()).opening ?? ''
    expect(opening.split(/\s+/).length).toBeGreaterThan(1900)
    expect(opening.split(/\s+/).length).toBeLessThanOrEqual(2001)
    expect(opening).toContain(
      `Chapter 0 begins with ${words(9, 'line')} line10continued`.slice(0, 30),
    )
    expect(opening).not.toMatch(/^(The Quiet Ledger|1|2)$/m)
  })

  test('is none where the files have no text and the publisher wrote none', async () => {
    const { put, sample, page } = await aShelf()
    await put('file', aPdfOf([[], [], []]))
    await put('epub', anEpub({ chapters: ['<p>Short.</p>'] }))
    await expect(sample()).rejects.toMatchObject({
      status: 404,
      sentence: 'This book has no sample to read.',
    })
    expect((await page()).hasSample).toBe(false)
  })

  test('is in no list and at no address once the book is unpublished', async () => {
    const { call, visit, book, sample } = await aShelf({ content: 'Nobody counted the goats.' })
    const listed = async () =>
      (await visit('GET /books/samples', {})).some(({ id }) => id === book.id)
    expect(await listed()).toBe(true)
    await call('PATCH /admin/books/:id/publish', { id: book.id, isPublished: false })
    expect(await listed()).toBe(false)
    await expect(sample()).rejects.toMatchObject({ status: 404 })
  })
})
