import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoints/contract.ts'
import { noteLimits } from '#contract/shop/notes.ts'
import { sql } from '#db/sql.ts'
import { aReader, aVisitor } from '#tests/people.ts'
import { aReadableBook } from '#tests/shop/chapters.ts'

type Note = InputOf<'PUT /account/notes'>['notes'][number]

let bookId = ''
beforeAll(async () => {
  bookId = (await aReadableBook()).id
})

const aNote = (more: Partial<Note> = {}): Note => ({
  id: randomUUID(),
  bookId,
  editionId: '00000000-0000-4000-8000-000000000001',
  number: 4,
  block: 2,
  start: 7,
  quote: 'The ladder was bamboo',
  before: 'He held it. ',
  after: ', wired at the joints',
  chapter: 'The ladder in the rain',
  words: '',
  at: Date.now() - 60_000,
  isDeleted: false,
  ...more,
})

/** A device of a reader: what it knows, and how it tells the account. */
function aDevice({ call }: Pick<Awaited<ReturnType<typeof aReader>>, 'call'>) {
  let since = 0
  return async (...notes: Note[]) => {
    const answer = await call('PUT /account/notes', { notes, since })
    since = answer.until
    return answer
  }
}

test('a note that is made on one phone is on the other, and the later change of it counts', async () => {
  const reader = await aReader()
  const [one, other] = [aDevice(reader), aDevice(reader)]
  const note = aNote()
  expect((await one(note)).notes).toEqual([note])
  expect(await other()).toMatchObject({ notes: [note], isWhole: true, isMore: false })
  const changed = { ...note, words: 'Who pays?', at: note.at + 1000 }
  await other(changed)
  expect(await one({ ...note, words: 'Earlier', at: note.at + 500 })).toMatchObject({
    notes: [changed],
    isWhole: false,
  })
  expect((await one()).notes).toEqual([])
})

test('a note that is deleted on one phone goes from the other, and nothing of it is kept', async () => {
  const reader = await aReader()
  const [one, other] = [aDevice(reader), aDevice(reader)]
  const note = aNote({ words: 'Mine' })
  await one(note)
  await other()
  await one({ ...note, at: note.at + 1000, isDeleted: true })
  expect((await other()).notes).toMatchObject([{ id: note.id, isDeleted: true, quote: '' }])
  const rows = await sql`select quote || before || after || chapter || words as said from book_notes
    where reader_id = ${reader.reader.id}`
  expect(rows).toEqual([{ said: '' }])
  // One that is deleted late changes nothing.
  await one({ ...note, at: note.at + 500, isDeleted: false })
  expect((await other()).notes).toEqual([])
  // Undo.
  await one({ ...note, at: note.at + 2000 })
  expect((await other()).notes).toMatchObject([{ words: 'Mine', isDeleted: false }])
})

test('a phone whose clock is ahead does not hold a note for ever', async () => {
  const reader = await aReader()
  const [ahead, right] = [aDevice(reader), aDevice(reader)]
  const note = aNote({ at: Date.now() + 86_400_000 })
  const known = (await ahead(note)).notes[0]
  expect(known?.at).toBeLessThanOrEqual(Date.now())
  await right({ ...note, words: 'Later', at: (known?.at ?? 0) + 1 })
  expect((await ahead()).notes).toMatchObject([{ words: 'Later' }])
})

test('a note is nobody else’s, whatever id is sent', async () => {
  const [mine, theirs] = [await aReader(), await aReader()]
  const note = aNote({ words: 'Mine alone' })
  await aDevice(mine)(note)
  const stranger = aDevice(theirs)
  expect((await stranger()).notes).toEqual([])
  await stranger({ ...note, isDeleted: true, at: Date.now() })
  await stranger({ ...note, words: 'Theirs', at: Date.now() })
  expect((await aDevice(mine)()).notes).toEqual([note])
  expect((await aDevice(theirs)()).notes).toMatchObject([{ words: 'Theirs' }])
  const visitor = await aVisitor()
  await expect(visitor.call('PUT /account/notes', { notes: [] })).rejects.toMatchObject({
    status: 401,
  })
})

test('notes beyond what an account takes are refused in words, and so is what is too long', async () => {
  const { call, reader } = await aReader()
  await sql`
    insert into book_notes (reader_id, id, book_id, edition_id, number, block, start, quote, before, after, chapter, words,
      changed_at, stored_at)
    select ${reader.id}, gen_random_uuid(), ${bookId}, ${randomUUID()}, 1, n, 0, 'x', '', '', '', '',
      now() - interval '1 day', now() - n * interval '1 second'
    from generate_series(1, ${noteLimits.reader - 1}) n`
  const put = (...notes: Note[]) => call('PUT /account/notes', { notes })
  const last = aNote()
  expect((await put(last)).isMore).toBe(true)
  await expect(put(aNote())).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('2,000 notes'),
  })
  // Room is made by what goes in the same call.
  await put({ ...last, isDeleted: true, at: Date.now() }, aNote())
  for (const wrong of [
    { quote: 'x'.repeat(2001) },
    { words: 'x'.repeat(2001) },
    { before: 'x'.repeat(33) },
    { id: 'mine' },
    { number: 0 },
    { block: -1 },
    { at: 0 },
  ])
    await expect(put(aNote(wrong))).rejects.toMatchObject({ status: 400 })
  await expect(put(...Array.from({ length: 21 }, () => aNote()))).rejects.toMatchObject({
    status: 400,
  })
  expect(await put(aNote({ bookId: randomUUID() }))).toMatchObject({ isMore: true })
  // The largest that is allowed arrives.
  const full = { quote: '愛'.repeat(2000), words: '愛'.repeat(2000), chapter: '愛'.repeat(1000) }
  const { call: other } = await aReader()
  const many = Array.from({ length: noteLimits.batch }, () => aNote(full))
  expect((await other('PUT /account/notes', { notes: many })).notes).toHaveLength(noteLimits.batch)
})

test('a phone with many notes to learn asks until it has all, and misses none', async () => {
  const reader = await aReader()
  const one = aDevice(reader)
  const ids = new Set<string>()
  for (let round = 0; round < 11; round++) {
    const notes = Array.from({ length: 20 }, () => aNote())
    for (const { id } of notes) ids.add(id)
    await one(...notes)
  }
  const other = aDevice(reader)
  const known = new Set<string>()
  let answer: Awaited<ReturnType<typeof other>>
  do {
    answer = await other()
    for (const { id } of answer.notes) known.add(id)
  } while (answer.isMore)
  expect(known).toEqual(ids)
})

test('notes are in the account’s copy, as Markdown too, and go with “Clear my history” on all phones', async () => {
  const reader = await aReader()
  const [one, other] = [aDevice(reader), aDevice(reader)]
  const second = aNote({ block: 9, quote: 'Nine.' })
  await one(second, aNote({ words: 'Who *pays*?' }))
  await other()
  const copy = await reader.call('GET /account/export', {})
  expect(copy.notes).toMatchObject([
    { bookId, chapter: 'The ladder in the rain', words: 'Who *pays*?' },
    { quote: 'Nine.' },
  ])
  const answer = await reader.send('/api/account/notes')
  expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(await answer.text()).toContain(
    '## The ladder in the rain\n\n> The ladder was bamboo\n\nWho \\*pays\\*?\n\n> Nine.\n',
  )
  await reader.call('DELETE /account/reading', {})
  expect((await reader.call('GET /account/export', {})).notes).toEqual([])
  expect((await other()).notes).toMatchObject([{ isDeleted: true }, { isDeleted: true }])
})

test('in a new edition a quote is found only where it and both sides are the same, by those who may read', async () => {
  const book = await aReadableBook({ price: 0 })
  const { call } = await aVisitor()
  const quotes = [
    { before: 'harvest2 ', quote: 'The road,\nỌ̀nà', after: ' is long.' },
    { before: 'harvest2\n', quote: 'The road, Ọ̀nà,', after: ' is long.' },
    { before: 'another ', quote: 'The road, Ọ̀nà,', after: ' is long.' },
    { before: '', quote: 'harvest3 harvest3', after: ' harvest3' },
  ]
  const asked = { id: book.id, quotes }
  expect(await call('POST /books/:id/read/quotes', asked)).toEqual([null, 2, null, 3])
  await expect(call('POST /books/:id/read/quotes', { id: bookId, quotes })).rejects.toMatchObject({
    status: 403,
  })
})
