import type { Routes } from '#api/http/serve.ts'
import { apiError } from '#contract/errors.ts'
import { notesMarkdown } from '#contract/shop/notes.ts'
import { isUuid } from '#db/sql.ts'
import { listChanges, listNotes, upsertNotes } from './notes.queries.ts'
import { listKnownBooks } from './places.queries.ts'

export function notesRoutes({ serveFile, serveWrite }: Routes) {
  serveWrite('PUT /account/notes', async ({ notes, since }, { reader }) => {
    const known = await listKnownBooks(notes.map(({ bookId }) => bookId))
    const own = notes.filter(({ bookId }) => known.has(bookId))
    if (own.length > 0 && !(await upsertNotes(reader.id, own))) throw apiError('notesFull')
    return listChanges(reader.id, since)
  })

  serveFile('GET /account/notes', async ({ book }, ctx, { reader }) => {
    const notes = await listNotes(reader.id, book && isUuid(book) ? book : null)
    const firsts = notes.filter(({ bookId }, at) => bookId !== notes[at - 1]?.bookId)
    const books = firsts.map(({ bookId, title, authorName }) => {
      return { title, authorName, notes: notes.filter((note) => note.bookId === bookId) }
    })
    ctx.attachment('notes.md')
    ctx.type = 'text/markdown; charset=utf-8'
    ctx.body = notesMarkdown(books)
  })
}
