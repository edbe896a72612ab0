import { randomUUID } from 'node:crypto'
import { adoptEditions, insertEdition } from '#api/shop/chapters/editions.queries.ts'
import type { BookText, TextFault } from '#contract/shop/book-text.ts'
import { sql } from '#db/sql.ts'
import { aBook } from '../people.ts'

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })

/** A text of so many chapters, each with this word of its own and its number: `harvest1 harvest1 …`. */
export function aText(chapters = 3, word = 'harvest', words = 300): BookText {
  return {
    parts: Array.from({ length: chapters }, (_, at) => ({
      chapter: at + 1,
      title: `The ${word} ${at + 1}`,
      part: 1,
      parts: 1,
      words,
      doc: {
        type: 'doc',
        content: [
          paragraph(`${word}${at + 1} `.repeat(words).trim()),
          paragraph('The road, Ọ̀nà, is long.'),
        ],
      },
    })),
    language: 'en',
    pictures: [],
    kept: { words: words * chapters, pictures: 0 },
    dropped: { fonts: 0, drawings: 0, pictures: 0, sounds: 0, videos: 0, formulas: 0 },
  }
}

/** A published book that is read here, of 2,750 naira unless said otherwise. */
export async function aReadableBook(
  fields: Parameters<typeof aBook>[0] = {},
  text: BookText | TextFault = aText(),
) {
  const book = await aBook({ price: 2750, ...fields })
  await giveText(book.id, text)
  await sql`update books set is_readable = true where id = ${book.id}`
  return book
}

/** Gives it an EPUB with this text, whose pictures are there already. */
export async function giveText(bookId: string, text: BookText | TextFault) {
  const epubId = randomUUID()
  await sql`insert into epub_files (id, sample) values (${epubId}, '')`
  await sql`
    update books set epub_id = ${epubId}, epub_bytes = 1, epub_uploaded_at = now() where id = ${bookId}`
  await insertEdition(epubId, text)
  await sql`update editions set ready_at = now() where epub_id = ${epubId} and fault is null`
  await adoptEditions()
  return epubId
}
