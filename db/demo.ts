import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { readDemo } from '#content/read-content.ts'
import { readTimeMinutes, wordsAMinute } from '#contract/form-limits.ts'
import type { Database } from './sql.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Stores the file at a path; resolves to its id and bytes. */
type StoreFile = (path: string) => Promise<{ id: string; bytes: number }>

/** All or nothing, into empty tables. Resolves to what it added. */
export async function loadDemo(
  db: Database,
  contentRoot: string,
  store: Record<'pdf' | 'epub', StoreFile>,
) {
  const { stories, authors, books } = await readDemo(contentRoot)
  const now = Date.now()
  return db.begin(async (tx) => {
    // A second replica waits here and then finds the tables filled.
    await tx`lock table stories, books in share row exclusive mode`
    const [filled] = await tx`select 1 from stories union all select 1 from books limit 1`
    if (filled) return { stories: 0, books: 0 }
    const pages = authors.map((author) => ({ ...author, authorId: randomUUID(), isPublic: true }))
    for (const { publishedDaysAgo, ...story } of stories) {
      const publishedAt = new Date(now - publishedDaysAgo * dayMs)
      const minutes = Math.round(story.content.split(/\s+/).length / wordsAMinute)
      await tx`insert into stories ${tx({
        ...story,
        imageUrl: story.imageUrl ?? null,
        videoUrl: story.videoUrl ?? null,
        readTimeMinutes: story.readTimeMinutes ?? Math.max(readTimeMinutes.min, minutes),
        authorId: pages.find(({ name }) => name === story.authorName)?.authorId ?? randomUUID(),
        isPublished: true,
        approvedHash: 'this text',
        publishedAt,
        createdAt: publishedAt,
      })}`
    }
    await tx`insert into authors ${tx(pages)} on conflict do nothing`
    // They are made in parallel, since each waits for the disk.
    const pathOf = (file: string) => join(contentRoot, 'demo', 'books', file)
    const files = await Promise.all(
      books.map(async ({ pdf, epub }) => ({
        stored: pdf && (await store.pdf(pathOf(pdf.file))),
        storedEpub: epub && (await store.epub(pathOf(epub))),
      })),
    )
    for (const [at, { addedDaysAgo, pdf, epub: _, ...book }] of books.entries()) {
      const { stored, storedEpub } = files[at] ?? {}
      await tx`insert into books ${tx({
        ...book,
        ...(pdf &&
          stored && {
            pdfId: stored.id,
            pdfBytes: stored.bytes,
            pdfPages: pdf.pages,
            pdfUploadedAt: new Date(),
          }),
        ...(storedEpub && {
          epubId: storedEpub.id,
          epubBytes: storedEpub.bytes,
          epubUploadedAt: new Date(),
          isReadable: true,
        }),
        authorId: randomUUID(),
        isPublished: true,
        createdAt: new Date(now - addedDaysAgo * dayMs),
      })}`
    }
    return { stories: stories.length, books: books.length }
  })
}
