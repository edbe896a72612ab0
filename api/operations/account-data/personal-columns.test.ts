import { expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { addressTables, rowsBelow } from './personal-columns.ts'

/** Names of columns that hold somebody's address, name, phone or free words, or rows in which such may stand. */
const looksPersonal =
  /(^|_)(e?mail|recipient|phone|whatsapp|handle|names?|address|city|school|author|birthday|birth|age|gender|words|text|note|message|greeting|about|reason|answer|description|content|contents|summary|said|says|detail|browser|digits|data|fields|before|after|subject|by|who|caption|bio|comment)$/

/** By the id of a reader: `GET /account/export` shows it, `DELETE /account` deletes it. */
const ofAccounts = {
  authors: ['about', 'name'],
  document_revisions: ['fields'],
  book_notes: ['after', 'before', 'quote', 'words'],
  stories: ['author_name', 'content', 'content_text', 'review_note', 'summary'],
  story_drafts: ['consent_answer'],
}

const neither: Record<string, Record<string, string[]>> = {
  'everybody may read it: what was published, and books as they are sold': {
    books: ['author_name', 'content', 'description', 'search_text'],
    order_parts: ['author_name'],
    orders: ['author_name'],
    publications: ['author_name', 'content', 'description', 'read_content'],
    story_changes: ['description', 'reason', 'said', 'says'],
  },
  'words of the magazine': {
    discounts: ['note'],
    letters: ['content', 'mail_subject', 'mail_text', 'subject'],
    reports: ['message'],
  },
  'staff sign their work; the log goes after 24 months': {
    activity: ['note', 'subject', 'who'],
    books: ['deleted_by'],
    business_settings: ['changed_by'],
    document_revisions: ['saved_by_name'],
    letters: ['created_by', 'deleted_by', 'saved_by_name'],
    preview_links: ['made_by'],
    publications: ['deleted_by'],
    setting_revisions: ['published_by'],
    settings: ['draft_saved_by', 'published_by'],
    stories: ['deleted_by'],
    story_drafts: ['deleted_by'],
  },
  'it goes with the access of somebody who works here': {
    staff_passkeys: ['name'],
    staff_sessions: ['browser'],
  },
  'gone within a day': { answered_writes: ['address', 'answer', 'contents'] },
  'gone once an Undo has ended': { undos: ['after', 'before'] },
  'what a provider reports: emptied once it is read': { mail_events: ['data'] },
  'the name that a sign-in provider has for an account, with which it goes': {
    readers: ['provider_subject'],
  },
  'a word of a list, a path or the name of a thing': {
    first_steps: ['name'],
    gone_stories: ['reason'],
    guardian_answers: ['given_by'],
    letter_recipients: ['reason'],
    migrations: ['name'],
    reports: ['address', 'reason'],
    setting_revisions: ['group_name'],
    settings: ['group_name'],
    suppressions: ['reason'],
    upload_uses: ['used_by'],
  },
  'the text of a book that is sold': { pdf_chapters: ['text'] },
  'the bank account of the magazine': { invoices: ['account_name', 'bank_name'] },
}

const placesIn = (tables: Record<string, readonly string[]>) =>
  Object.entries(tables).flatMap(([table, names]) => names.map((name) => `${table}.${name}`))

/** All columns that may hold words, and those of them that look personal and are listed nowhere. */
async function findColumns() {
  const columns = await sql<{ place: string; name: string }[]>`
    select table_name || '.' || column_name as place, column_name as name
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY')`
  const unlisted = columns.filter(
    ({ place, name }) => looksPersonal.test(name) && !listed.includes(place),
  )
  return { all: columns.map(({ place }) => place), unlisted: unlisted.map(({ place }) => place) }
}

const listed = [
  ...addressTables.flatMap(([table, { address, names, more = [] }]) =>
    placesIn({ [table]: [address, ...names, ...more] }),
  ),
  ...rowsBelow.flatMap(([table, , , ...words]) => placesIn({ [table]: words })),
  ...placesIn(ofAccounts),
  ...Object.values(neither).flatMap(placesIn),
]

test('every column that looks personal is in the export and the erasure of a request, or says why not', async () => {
  const { all, unlisted } = await findColumns()
  expect(unlisted).toEqual([])
  expect(listed.filter((place) => !all.includes(place))).toEqual([])
})

test('a new column with a phone number, or with words, is noticed', async () => {
  await sql`alter table orders add column buyer_phone text`
  await sql`alter table likes add column note jsonb`
  const { unlisted } = await findColumns()
  await sql`alter table orders drop column buyer_phone`
  await sql`alter table likes drop column note`
  expect(unlisted.sort()).toEqual(['likes.note', 'orders.buyer_phone'])
})
