import type { APIRequestContext } from 'playwright/test'
import { bookTitled } from './content.ts'
import { inDatabase } from './service.ts'

/** Words of a chapter as reader.md measures it. */
const words = 2_500

/** Gives the book that everybody may read two chapters of 2,500 words, from the stories of the magazine. */
export async function longChapters(request: APIRequestContext): Promise<string[]> {
  const { id } = await bookTitled(request, 'Ascend Quarterly: The First Issue')
  await inDatabase(async (sql) => {
    const stories = await sql<{ text: string }[]>`
      select coalesce(content_text, content) as text from stories order by title`
    const all = stories
      .map(({ text }) => text)
      .join('\n')
      .split('\n')
      .filter(Boolean)
    for (const number of [1, 2]) {
      const paragraphs: string[] = []
      let left = words
      while (left > 0) {
        const line = (all.shift() as string).split(' ').slice(0, left)
        left -= line.length
        paragraphs.push(line.join(' '))
      }
      const content = paragraphs.map((text) => ({
        type: 'paragraph',
        content: [{ type: 'text', text }],
      }))
      await sql`
        update chapter_parts set doc = ${sql.json({ type: 'doc', content })}, words = ${words}
        where number = ${number} and edition_id = (select edition_id from books where id = ${id})`
    }
  })
  return [`/book/${id}/read/1`, `/book/${id}/read/2`]
}
