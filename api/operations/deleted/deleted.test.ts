import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { cleanups } from '#api/registry.ts'
import { bookFile } from '#api/shop/book-files/file-names.ts'
import { cleanUpBookFiles } from '#api/shop/books/store-book-file.ts'
import { sql } from '#db/sql.ts'
import { aFolder } from '#tests/folders.ts'
import { aDraft } from '#tests/magazine/drafts.ts'
import { guardianLinkFor } from '#tests/magazine/guardians.ts'
import { aStoryIn, decide, look, publisher, signInPublisher } from '#tests/magazine/story-review.ts'
import { aBook, aReader, aStory, aSubmission, aVisitor, theStaff } from '#tests/people.ts'
import { aBookWithFile, anOrder } from '#tests/shop/buyers.ts'
import { does } from '#tests/undo.ts'

signInPublisher()

type Staff = Awaited<ReturnType<typeof theStaff>>
let editor: Staff
let author: Staff
let keeper: Staff
beforeAll(async () => {
  editor = await theStaff('editor')
  author = await theStaff('author')
  keeper = await theStaff('shopkeeper')
})

const gone = /^404: .*erased, or brought back/
const remove = (id: string) => publisher.call('DELETE /admin/stories/:id', { id })
const restore = (kind: 'story' | 'draft' | 'issue' | 'book', id: string, by = publisher) =>
  by.call('POST /admin/deleted/:kind/:id/restore', { kind, id })
const erase = (kind: 'story' | 'draft' | 'issue' | 'book', id: string) =>
  publisher.call('DELETE /admin/deleted/:kind/:id', { kind, id })
const listed = async (id: string, by: Pick<Staff, 'call'> = publisher) =>
  (await by.call('GET /admin/deleted', {})).find((one) => one.id === id)
const cleanUp = async () => {
  for (const clean of cleanups()) await clean()
}
const isThere = async (table: 'stories' | 'books' | 'letters', id: string) =>
  (await sql`select 1 from ${sql(table)} where id = ${id}`).length > 0
const saved = async (by: Pick<Staff, 'call'>, id: string, base: number, fields = {}) =>
  (
    await by.call('PUT /admin/drafts/:id', {
      id,
      base,
      saveId: randomUUID(),
      fields: { ...aDraft(), ...fields },
    })
  ).number

describe('a story that staff have deleted', () => {
  test('is told of as gone, with the reason, until Undo or until it is brought back', async () => {
    const { id } = await aStoryIn('published')
    const visitor = await aVisitor()
    const reason = () =>
      visitor.call('GET /stories/:id/gone', { id }).then(
        (told) => told.reason,
        ({ status }) => status,
      )
    const { undo } = await does(editor, 'DELETE /admin/stories/:id', { id, reason: 'law' })
    expect(await reason()).toBe('law')
    await editor.call('POST /admin/undo/:id', { id: undo?.id ?? '' })
    expect(await reason()).toBe(404)
    await remove(id)
    expect(await reason()).toBe('us')
    await restore('story', id)
    expect(await reason()).toBe(404)
  })

  test('comes back unpublished, at its address, with likes and counts', async () => {
    const { id, call } = await aStoryIn('published')
    await call('POST /stories/:id/like', { id })
    await remove(id)
    expect(await listed(id)).toMatchObject({ kind: 'story', deletedBy: 'publisher' })
    await restore('story', id)
    expect(await look(id)).toMatchObject({ state: 'unpublished', isPublished: false })
    const visitor = await aVisitor()
    expect((await visitor.send(`/api/stories/${id}`)).status).toBe(404)
    await decide(id, { isPublished: true })
    expect(await visitor.call('GET /stories/:id', { id })).toMatchObject({ likesCount: 1 })
    expect(await listed(id)).toBeUndefined()
  })

  test('is public again at once if its deletion is undone', async () => {
    const { id, call } = await aStoryIn('published')
    await call('POST /stories/:id/like', { id })
    const { undo } = await does(publisher, 'DELETE /admin/stories/:id', { id })
    await publisher.call('POST /admin/undo/:id', { id: String(undo?.id) })
    const visitor = await aVisitor()
    expect(await visitor.call('GET /stories/:id', { id })).toMatchObject({ likesCount: 1 })
  })

  test('is published only by the rule of any story', async () => {
    const { id, reader } = await aStoryIn('published')
    await remove(id)
    await restore('story', id)
    await sql`update readers set age_band = '13-17' where id = ${reader.id}`
    await expect(decide(id, { isPublished: true })).rejects.toThrow(/^409: .*under 18/)
  })

  test('cannot be made public by hand in the database', async () => {
    const { id } = await aStory()
    await remove(id)
    await expect(
      sql`update stories set is_published = true where id = ${id}`,
    ).rejects.toMatchObject({ constraint_name: 'stories_deleted_are_not_public' })
  })

  test('is in no list, search, calendar or count of staff', async () => {
    const { id, sent } = await aStoryIn('submitted')
    const count = async () => (await publisher.call('GET /admin/stats', {})).waitingStories ?? 0
    const before = await count()
    await remove(id)
    expect(await count()).toBe(before - 1)
    for (const status of ['submitted', undefined] as const) {
      const list = await publisher.call('GET /admin/story-list', { search: sent.title, status })
      expect(list).toEqual([])
    }
    const found = await publisher.call('GET /admin/search', { q: sent.title })
    expect(JSON.stringify(found)).not.toContain(id)
    const days = await publisher.call('GET /admin/calendar', {})
    expect(days.map((event) => event.id)).not.toContain(id)
    const tasks = await publisher.call('GET /admin/tasks', {})
    expect(JSON.stringify(tasks)).not.toContain(id)
  })

  test('leaves its part of a series to another, and takes it back only if it is free', async () => {
    const place = { seriesTitle: `Ferries ${randomUUID()}`, seriesPart: '1' }
    const [one, other] = [randomUUID(), randomUUID()]
    await publisher.call('POST /admin/drafts/:id/publish', {
      id: one,
      number: await saved(publisher, one, 0, place),
    })
    await remove(one)
    await publisher.call('POST /admin/drafts/:id/publish', {
      id: other,
      number: await saved(publisher, other, 0, place),
    })
    await restore('story', one)
    const parts = await sql`select story_id from series_parts where story_id in (${one}, ${other})`
    expect(parts).toEqual([{ storyId: other }])
  })

  test('rejects what somebody still writes, and says how it is kept', async () => {
    const { id } = await aStoryIn('published')
    const number = await saved(publisher, id, 0)
    await remove(id)
    await expect(saved(publisher, id, number)).rejects.toThrow(/^410: .*bring the story back/)
    await restore('story', id)
    expect(await saved(publisher, id, number)).toBe(number + 1)
  })

  test('is erased after 30 days, and not before', async () => {
    const [young, old] = await Promise.all([aStory(), aStory()])
    for (const { id } of [young, old]) await remove(id)
    await sql`update stories set deleted_at = now() - interval '29 days' where id = ${young.id}`
    await sql`update stories set deleted_at = now() - interval '30 days 1 minute' where id = ${old.id}`
    await expect(restore('story', old.id)).rejects.toThrow(gone)
    await cleanUp()
    expect([await isThere('stories', young.id), await isThere('stories', old.id)]).toEqual([
      true,
      false,
    ])
  })

  test('is erased for ever at once when staff say so', async () => {
    const { id } = await aStoryIn('published')
    await saved(publisher, id, 0)
    await remove(id)
    await erase('story', id)
    expect(await isThere('stories', id)).toBe(false)
    expect(await sql`select 1 from document_revisions where document_id = ${id}`).toEqual([])
    await expect(erase('story', id)).rejects.toThrow(gone)
  })
})

describe('what its contributor or a guardian takes down', () => {
  test('is erased with the account, also when staff had deleted it', async () => {
    const { id, call } = await aStoryIn('published')
    await remove(id)
    const mine = await call('GET /account/export', {})
    expect(mine.submissions.map((story) => story.id)).toContain(id)
    await call('DELETE /account', {})
    expect(await isThere('stories', id)).toBe(false)
  })

  test('is erased when they withdraw a story that staff had deleted', async () => {
    const { id, call } = await aStoryIn('submitted')
    await remove(id)
    await call('DELETE /account/stories/:id', { id })
    expect(await isThere('stories', id)).toBe(false)
  })

  async function aYoungStory() {
    const young = await aReader(undefined, '13-17')
    const { id } = await young.call('POST /stories', aSubmission())
    const link = await guardianLinkFor(young)
    const guardian = await aVisitor()
    await guardian.call('POST /guardians/:id', { ...link, agrees: true })
    await decide(id, { isPublished: true })
    return { id, withdraw: () => guardian.call('POST /guardians/:id', { ...link, agrees: false }) }
  }

  test('is erased when the guardian withdraws after staff had deleted it', async () => {
    const { id, withdraw } = await aYoungStory()
    const { undo } = await does(publisher, 'DELETE /admin/stories/:id', { id })
    await withdraw()
    expect(await listed(id)).toBeUndefined()
    await expect(restore('story', id)).rejects.toThrow(gone)
    await expect(publisher.call('POST /admin/undo/:id', { id: String(undo?.id) })).rejects.toThrow(
      /^409/,
    )
    await cleanUp()
    expect(await isThere('stories', id)).toBe(false)
  })

  test('is not kept when staff delete it after the guardian withdrew', async () => {
    const { id, withdraw } = await aYoungStory()
    await withdraw()
    await remove(id)
    expect(await listed(id)).toBeUndefined()
    await sql`update stories set deleted_at = deleted_at - interval '11 seconds' where id = ${id}`
    await cleanUp()
    expect(await isThere('stories', id)).toBe(false)
  })
})

describe('a draft that was discarded', () => {
  test('comes back with its revisions, for whoever wrote it and for editors', async () => {
    const id = randomUUID()
    await saved(author, id, await saved(author, id, 0), { title: 'The second state of it' })
    await author.call('DELETE /admin/drafts/:id', { id })
    expect(await listed(id, author)).toMatchObject({
      kind: 'draft',
      title: 'The second state of it',
    })
    expect(await listed(id, editor)).toBeDefined()
    expect(await listed(id, keeper)).toBeUndefined()
    expect((await author.call('GET /admin/drafts', {})).map((draft) => draft.id)).not.toContain(id)
    await restore('draft', id, author)
    expect(await author.call('GET /admin/drafts/:id/revisions', { id })).toHaveLength(2)
  })

  test('is not brought back by another author', async () => {
    const id = randomUUID()
    await saved(editor, id, 0)
    await editor.call('DELETE /admin/drafts/:id', { id })
    await expect(restore('draft', id, author)).rejects.toThrow(gone)
  })

  test('as changes of a public story comes back by Undo, unless somebody has begun new ones', async () => {
    const id = randomUUID()
    const first = await saved(publisher, id, 0)
    await publisher.call('POST /admin/drafts/:id/publish', { id, number: first })
    const second = await saved(publisher, id, first, { title: 'Another title of the same story' })
    const discard = () => does(publisher, 'DELETE /admin/drafts/:id', { id })
    const { undo } = await discard()
    expect((await publisher.call('GET /admin/drafts/:id', { id })).fields.title).toBe(
      aDraft().title,
    )
    await publisher.call('POST /admin/undo/:id', { id: String(undo?.id) })
    expect(await publisher.call('GET /admin/drafts/:id', { id })).toMatchObject({ head: second })
    const again = await discard()
    await saved(publisher, id, 0, { title: 'A third title of the same story' })
    await expect(
      publisher.call('POST /admin/undo/:id', { id: String(again.undo?.id) }),
    ).rejects.toThrow(/^409: .*changed this since/)
  })
})

describe('a newsletter that was discarded', () => {
  test('comes back with its words, and is erased for ever on request', async () => {
    const id = randomUUID()
    await editor.call('PUT /admin/letters/:id/draft', {
      id,
      base: 0,
      saveId: randomUUID(),
      fields: { subject: 'What the river took', preheader: '', content: 'High.', categories: [] },
    })
    const discard = () => editor.call('DELETE /admin/letters/:id/draft', { id })
    await discard()
    expect((await editor.call('GET /admin/letters', {})).map((letter) => letter.id)).not.toContain(
      id,
    )
    await restore('issue', id, editor)
    expect(await editor.call('GET /admin/letters/:id/draft', { id })).toMatchObject({
      fields: { subject: 'What the river took' },
    })
    await discard()
    await erase('issue', id)
    expect(await isThere('letters', id)).toBe(false)
  })
})

describe('a deleted book', () => {
  test('comes back as a draft with its file, for those who look after the shop', async () => {
    const dataDir = await aFolder()
    const { id } = await aBookWithFile(dataDir)
    await keeper.call('DELETE /admin/books/:id', { id })
    expect(await listed(id, editor)).toBeUndefined()
    await expect(restore('book', id, editor)).rejects.toThrow(gone)
    await restore('book', id, keeper)
    const book = await keeper.call('GET /admin/books/:id', { id })
    expect(book.isPublished).toBe(false)
    expect(book.pdf).not.toBeNull()
  })

  test('that nobody bought is erased with its file', async () => {
    const dataDir = await aFolder()
    const { id } = await aBookWithFile(dataDir)
    const [row] = await sql<{ pdfId: string }[]>`select pdf_id from books where id = ${id}`
    const path = join(dataDir, bookFile(row?.pdfId ?? ''))
    await keeper.call('DELETE /admin/books/:id', { id })
    await erase('book', id)
    await sql`update book_files set kept_at = now() - interval '2 hours' where id = ${row?.pdfId ?? ''}`
    await cleanUpBookFiles(folderFiles(dataDir))
    expect(await isThere('books', id)).toBe(false)
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('that was bought stays with its buyers, with its file, and nobody brings it back', async () => {
    const dataDir = await aFolder()
    const { id } = await aBookWithFile(dataDir)
    const buyer = await aReader()
    await anOrder(id, { readerId: buyer.reader.id, buyerEmail: buyer.email })
    const [row] = await sql<{ pdfId: string }[]>`select pdf_id from books where id = ${id}`
    await keeper.call('DELETE /admin/books/:id', { id })
    expect((await listed(id))?.isSold).toBe(true)
    await sql`update books set deleted_at = now() - interval '31 days' where id = ${id}`
    await cleanUp()
    await sql`update book_files set kept_at = now() - interval '2 hours' where id = ${row?.pdfId ?? ''}`
    await cleanUpBookFiles(folderFiles(dataDir))
    expect((await stat(join(dataDir, bookFile(row?.pdfId ?? '')))).size).toBeGreaterThan(0)
    expect((await buyer.call('GET /account/books', {})).library).toHaveLength(1)
    await expect(restore('book', id)).rejects.toThrow(gone)
  })

  test('is found by its title', async () => {
    const title = `The Ọ̀nà 100% ${randomUUID()}`
    const { id } = await aBook({ title })
    await keeper.call('DELETE /admin/books/:id', { id })
    const found = async (search: string) => {
      const { items, total } = await keeper.callPage('GET /admin/deleted', { search })
      return [items.map((one) => one.id), total]
    }
    expect(await found(` ${title.toUpperCase()} `)).toEqual([[id], 1])
    expect(await found(title.replace('100%', '%'))).toEqual([[], 0])
  })

  test('is not in the list of what another deleted kind names', async () => {
    const { id } = await aBook()
    await keeper.call('DELETE /admin/books/:id', { id })
    await expect(restore('story', id)).rejects.toThrow(gone)
    await expect(restore('draft', randomUUID())).rejects.toThrow(gone)
  })
})
