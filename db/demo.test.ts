import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { bookFile } from '#api/shop/book-files/file-names.ts'
import { readPdf } from '#api/shop/book-files/read-pdf.ts'
import { storeEpub, storePdf } from '#api/shop/books/store-book-file.ts'
import { readDemo } from '#content/read-content.ts'
import { aFolder } from '#tests/folders.ts'
import { aStory, aVisitor } from '#tests/people.ts'
import { loadDemo } from './demo.ts'
import { sql } from './sql.ts'

beforeEach(async () => {
  await sql`truncate stories, books, authors cascade`
})

const dataDir = await aFolder()
const files = folderFiles(dataDir)
const load = () =>
  loadDemo(sql, 'content', {
    pdf: (path) => storePdf(files, path),
    epub: (path) => storeEpub(files, path),
  })

const counts = async () => {
  const [row] = await sql`
    select (select count(*) from stories) as stories, (select count(*) from books) as books`
  return row
}

describe('demonstration content', () => {
  test('fills an empty database, once', async () => {
    const { stories, books } = await readDemo('content')
    const all = { stories: stories.length, books: books.length }
    expect(await load()).toEqual(all)
    expect(await load()).toEqual({ stories: 0, books: 0 })
    expect(await counts()).toEqual(all)
  })

  test('is loaded once when two replicas start at the same moment', async () => {
    const loaded = await Promise.all([1, 2, 3].map(() => load()))
    expect(loaded.filter(({ stories }) => stories > 0)).toHaveLength(1)
    expect(await counts()).toEqual(loaded.find(({ stories }) => stories > 0))
  })

  test('is not added to a database that is in use', async () => {
    await aStory({ isPublished: false })
    expect(await load()).toEqual({ stories: 0, books: 0 })
    expect(await counts()).toEqual({ stories: 1, books: 0 })
  })

  test('is loaded wholly or not at all', async () => {
    await sql`alter table books add constraint no_books check (false) not valid`
    await expect(load()).rejects.toThrow(/no_books/)
    await sql`alter table books drop constraint no_books`
    expect(await counts()).toEqual({ stories: 0, books: 0 })
  })

  test('has books that can be bought, each with a PDF of the stated number of pages', async () => {
    await load()
    const books = await sql<{ title: string; pdfId: string; pdfBytes: number; pdfPages: number }[]>`
      select title, pdf_id, pdf_bytes, pdf_pages from books`
    expect(books.length).toBeGreaterThan(20)
    for (const { title, pdfId, pdfBytes } of books) {
      expect((await stat(join(dataDir, bookFile(pdfId)))).size, title).toBe(pdfBytes)
    }
    const longest = books.toSorted((a, b) => b.pdfPages - a.pdfPages)[0]
    expect((await readPdf(join(dataDir, bookFile(longest?.pdfId ?? '')))).pages).toBe(
      longest?.pdfPages,
    )
  })

  test('is visible to visitors: dated in the past, with a featured story', async () => {
    await load()
    const { call, callPage } = await aVisitor()
    const { items, total } = await callPage('GET /stories', {})
    expect(items).toHaveLength(total)
    for (const { publishedAt, readTimeMinutes } of items) {
      expect(Date.parse(publishedAt ?? '')).toBeLessThanOrEqual(Date.now())
      expect(readTimeMinutes).toBeGreaterThanOrEqual(1)
    }
    expect((await call('GET /stories/featured', {}))?.isFeatured).toBe(true)
    expect((await callPage('GET /books', {})).total).toBeGreaterThan(0)
  })
})
