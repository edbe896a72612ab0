import { sql } from '#db/sql.ts'
import { aPicture, upload } from '#tests/magazine/pictures.ts'
import { aBook, aPublishingRequest, aReader, aStory, aSubmission } from '#tests/people.ts'

export const aYard = () => aStory({ title: `A yard ${crypto.randomUUID()}` })

/** A reader who has left a mark wherever a reader can. */
export async function aBusyReader() {
  const reader = await aReader()
  const { call, email } = reader
  const [story, book] = [await aYard(), await aBook()]
  const published = await call('POST /stories', aSubmission(), crypto.randomUUID())
  await sql`update stories set is_published = true, approved_hash = 'this text' where id = ${published.id}`
  const waiting = await call('POST /stories', aSubmission(), crypto.randomUUID())
  await call('POST /stories/:id/like', { id: story.id })
  await call('PUT /stories/:id/rating', { id: story.id, rating: 5 })
  await call('PUT /books/:id/saved', { id: book.id })
  await call('PUT /account/reading', {
    events: [
      {
        id: crypto.randomUUID(),
        storyId: story.id,
        day: '2026-11-20',
        seconds: 180,
        isRead: true,
      },
    ],
    unlocked: [{ id: 'first-steps', unlockedAt: '2026-11-20T08:00:00.000Z' }],
  })
  const authorPage = { name: 'Tamuno', about: 'Counts poles.', isPublic: true }
  await call('PUT /account/author-page', authorPage)
  const request = { ...aPublishingRequest(), authorEmail: email }
  await call('POST /books/publish', request)
  await call('POST /stories/:id/reports', { id: story.id, reason: 'wrong', words: 'No.', email })
  await call('POST /newsletter', { email })
  await call('POST /auth/forgot', { email })
  // They are like somebody who once chose a new password by mail.
  await sql`update readers set email_proven_at = now() where id = ${reader.reader.id}`
  const picture = await upload(reader, await aPicture(60, 40).jpeg().toBuffer())
  const { url } = (await picture.json()) as { url: string }
  return { ...reader, story, book, published, waiting, authorPage, request, picture: url }
}

/** Where a text stands in the database, in whichever column of whichever table. */
export async function placesOf(text: string): Promise<string[]> {
  const columns = await sql<{ name: string; column: string }[]>`
    select c.table_name as name, c.column_name as "column"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE'`
  const found = await Promise.all(
    columns.map(async ({ name, column }) => {
      const rows = await sql`
        select 1 from ${sql(name)} where ${sql(column)}::text ilike ${`%${text}%`} limit 1`
      return rows.length > 0 ? [`${name}.${column}`] : []
    }),
  )
  return found.flat().sort()
}
