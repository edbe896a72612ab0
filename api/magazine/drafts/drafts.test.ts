import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { followSchedule } from '#api/magazine/stories/story-lifecycle.ts'
import type { ApiError } from '#contract/api-error.ts'
import { sql } from '#db/sql.ts'
import { aDraft } from '#tests/magazine/drafts.ts'
import { aReader, aSubmission, aVisitor, type thePublisher, theStaff } from '#tests/people.ts'

type Call = Awaited<ReturnType<typeof thePublisher>>['call']

const rowOf = async (id: string) => (await sql`select * from stories where id = ${id}`)[0]

/** A member of the staff, with their name and id. */
async function staffMember(role: 'editor' | 'author') {
  const signedIn = await theStaff(role)
  const [row] = await sql<{ id: string; name: string }[]>`
    select id, name from staff where role = ${role} order by created_at desc limit 1`
  return { ...signedIn, id: row?.id, name: row?.name }
}

/** Saves as the editor does: on top of what it has seen. */
async function saved(call: Call, id: string, base: number, fields = {}) {
  const save = { id, base, saveId: randomUUID(), fields: { ...aDraft(), ...fields } }
  return (await call('PUT /admin/drafts/:id', save)).number
}

async function published(call: Call, fields = {}) {
  const id = randomUUID()
  const number = await saved(call, id, 0, fields)
  await call('POST /admin/drafts/:id/publish', { id, number })
  return { id, number }
}

describe('an editor who writes a story', () => {
  test('saves an empty draft that no reader sees', async () => {
    const { call } = await theStaff('editor')
    const id = randomUUID()
    const number = await saved(call, id, 0, { title: '', content: '', category: '' })
    expect(number).toBe(1)
    expect(await rowOf(id)).toBeUndefined()
    expect(await call('GET /admin/drafts/:id', { id })).toMatchObject({
      head: 1,
      story: null,
      fields: { title: '', content: '' },
    })
    const empty = { id, title: '', words: 0, state: null, sentAt: null }
    expect(await call('GET /admin/drafts', {})).toContainEqual(expect.objectContaining(empty))
    expect(await call('GET /admin/drafts/:id/revisions', { id })).toMatchObject([{ words: 0 }])
    const content = '## Two words\n\n- three\n\n1. four\n\n---\n\n**five** [six seven](/about)'
    await saved(call, id, 1, { content })
    expect(await call('GET /admin/drafts', {})).toContainEqual(
      expect.objectContaining({ id, words: 7 }),
    )
  })

  test('publishes it with excerpt, search text and reading time from its Markdown', async () => {
    const { call } = await theStaff('editor')
    const words = `**Bold** words of [a link](/about)\n\n## A heading\n\n- ${'goat '.repeat(230)}`
    const { id } = await published(call, { content: words, title: 'How Zubaydat mended the ferry' })
    const visitor = await aVisitor()
    const story = await visitor.call('GET /stories/:id', { id })
    expect(story).toMatchObject({ contentFormat: 'markdown', content: words, readTimeMinutes: 2 })
    const [listed] = await visitor.call('GET /search', { q: 'zubaydat' })
    expect(listed?.excerpt).toMatch(/^Bold words of a link\nA heading\ngoat goat/)
    expect((await visitor.call('GET /search', { q: 'mended link' })).map((it) => it.id)).toContain(
      id,
    )
  })

  test('edits a published story, and readers see the change only after Update', async () => {
    const { call } = await theStaff('editor')
    const { id, number } = await published(call)
    const before = await rowOf(id)
    const next = await saved(call, id, number, { title: 'A title that is not out yet' })
    expect(await rowOf(id)).toEqual(before)
    expect(await call('GET /admin/drafts/:id', { id })).toMatchObject({ head: 2, stored: 1 })
    await call('POST /admin/drafts/:id/publish', { id, number: next })
    expect(await rowOf(id)).toMatchObject({
      title: 'A title that is not out yet',
      isPublished: true,
    })
  })

  test('puts it in a series and removes it again', async () => {
    const { call } = await theStaff('editor')
    const seriesTitle = `Rivers ${randomUUID()}`
    const { id, number } = await published(call, { seriesTitle, seriesPart: '2' })
    const around = await (await aVisitor()).call('GET /stories/:id/related', { id })
    expect(around.series).toMatchObject({ title: seriesTitle, part: 2 })
    await sql`delete from story_drafts where story_id = ${id}`
    const { fields } = await call('GET /admin/drafts/:id', { id })
    expect(fields).toMatchObject({ seriesTitle, seriesPart: '2' })
    const without = await saved(call, id, 0, { ...fields, seriesTitle: '', seriesPart: '' })
    await call('POST /admin/drafts/:id/publish', { id, number: without })
    expect(await sql`select 1 from series_parts where story_id = ${id}`).toHaveLength(0)
    expect(number).toBe(1)
    await expect(published(call, { seriesTitle, seriesPart: 'two' })).rejects.toMatchObject({
      fields: { seriesPart: [expect.stringContaining('whole number')] },
    })
  })

  test('gets an error at each missing field, and nothing is published', async () => {
    const { call } = await theStaff('editor')
    const id = randomUUID()
    const number = await saved(call, id, 0, { title: 'Short', content: '**', category: '' })
    await expect(call('POST /admin/drafts/:id/publish', { id, number })).rejects.toMatchObject({
      status: 400,
      fields: {
        title: ['Title must be at least 10 characters'],
        content: ['Text must be at least 100 characters'],
        category: ['Please select a category'],
      },
    })
    expect(await rowOf(id)).toBeUndefined()
  })

  test('stores the same state once when a response was lost', async () => {
    const { call } = await theStaff('editor')
    const save = { id: randomUUID(), base: 0, saveId: randomUUID(), fields: aDraft() }
    const first = await call('PUT /admin/drafts/:id', save)
    expect(await call('PUT /admin/drafts/:id', save)).toEqual(first)
    const { items } = await revisions(call, save.id)
    expect(items).toHaveLength(1)
  })

  test('cannot publish a revision that they have not seen', async () => {
    const { call } = await theStaff('editor')
    const { id, number } = await published(call)
    await saved((await theStaff('editor')).call, id, number, { title: 'Somebody else wrote this' })
    await expect(call('POST /admin/drafts/:id/publish', { id, number })).rejects.toMatchObject({
      status: 409,
    })
  })
})

async function revisions(call: Call, id: string) {
  return { items: await call('GET /admin/drafts/:id/revisions', { id }) }
}

describe('two editors of one story', () => {
  test('lose no text: the second save is stored beside the first, and names its editor', async () => {
    const [ada, obi] = [await theStaff('editor'), await theStaff('editor')]
    const { id, number } = await published(ada.call)
    await saved(ada.call, id, number, { title: 'What Ada wrote first' })
    const error = (await saved(obi.call, id, number, { title: 'What Obi wrote' }).catch(
      (it) => it,
    )) as ApiError
    expect(error.status).toBe(409)
    const told = JSON.parse(error.message.slice('409: '.length))
    expect(told).toMatchObject({ aside: 3, isSamePerson: false, head: { number: 2 } })
    const aside = await obi.call('GET /admin/drafts/:id/revisions/:number', { id, number: 3 })
    expect(aside).toMatchObject({ kind: 'aside', fields: { title: 'What Obi wrote' } })
    expect(await ada.call('GET /admin/drafts/:id', { id })).toMatchObject({
      head: 2,
      fields: { title: 'What Ada wrote first' },
    })
    // Going on with one's own words is a save on top of the other's.
    expect(await saved(obi.call, id, 2, { title: 'What Obi wrote' })).toBe(4)
  })

  test('make one draft when they begin at the same moment', async () => {
    const { call } = await theStaff('editor')
    const id = randomUUID()
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => saved(call, id, 0)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await revisions(call, id)).items).toHaveLength(5)
  })
})

describe('a draft discarded by one editor while another writes', () => {
  test('begins again with the text of the one who still writes', async () => {
    const [ada, obi] = [await theStaff('editor'), await theStaff('editor')]
    const id = randomUUID()
    await saved(ada.call, id, 0)
    const number = await saved(ada.call, id, 1)
    await obi.call('DELETE /admin/drafts/:id', { id })
    const next = await saved(ada.call, id, number, { title: 'Ada was still writing this' })
    expect(await ada.call('GET /admin/drafts/:id', { id })).toMatchObject({
      head: next,
      fields: { title: 'Ada was still writing this' },
    })
  })

  test('is not discarded when it was saved after the page of the first was opened', async () => {
    const [ada, obi] = [await theStaff('editor'), await theStaff('editor')]
    const id = randomUUID()
    const seen = await saved(obi.call, id, 0)
    const head = await saved(ada.call, id, seen, { title: 'Ada has written more by now' })
    const error = (await obi
      .call('DELETE /admin/drafts/:id', { id, number: seen })
      .catch((it) => it)) as ApiError
    expect(error.message).toMatch(/^409: /)
    expect(await ada.call('GET /admin/drafts/:id', { id })).toMatchObject({ head })
    await obi.call('DELETE /admin/drafts/:id', { id, number: head })
    const gone = (await ada.call('GET /admin/drafts/:id', { id }).catch((it) => it)) as ApiError
    expect(gone.message).toMatch(/^404: /)
  })

  test('is stored beside the published text of its story', async () => {
    const [ada, obi] = [await theStaff('editor'), await theStaff('editor')]
    const { id, number } = await published(ada.call)
    const before = await saved(ada.call, id, number, { title: 'Ada began to change it' })
    await obi.call('DELETE /admin/drafts/:id', { id })
    const mine = { title: 'Ada was still changing it' }
    const error = (await saved(ada.call, id, before, mine).catch((it) => it)) as ApiError
    const told = JSON.parse(error.message.slice('409: '.length))
    expect(told).toMatchObject({ aside: 2, head: { number: 1, savedByName: aDraft().authorName } })
    expect(await saved(ada.call, id, 1, mine)).toBe(3)
  })
})

describe('the revisions of a story', () => {
  test('show who saved when, and one click restores one without losing the current one', async () => {
    const { call, name } = await staffMember('editor')
    const id = randomUUID()
    await saved(call, id, 0, { title: 'The first of all titles' })
    await saved(call, id, 1, { title: 'The second of the titles' })
    const restored = await call('POST /admin/drafts/:id/restore', {
      id,
      number: 1,
      base: 2,
      saveId: randomUUID(),
    })
    expect(restored).toMatchObject({ head: 3, fields: { title: 'The first of all titles' } })
    const { items } = await revisions(call, id)
    expect(items.map(({ number, kind, savedByName }) => [number, kind, savedByName])).toEqual([
      [3, 'restored', name],
      [2, 'saved', name],
      [1, 'saved', name],
    ])
  })
})

describe('a story that a reader sent in', () => {
  async function sentIn() {
    const reader = await aReader()
    const plain = `${aSubmission().content}\nTwo * two # is\n\n1. _four_ <b>`
    const { id } = await reader.call('POST /stories', { ...aSubmission(), content: plain })
    return { reader, id, plain }
  }

  test('is not changed by opening it', async () => {
    const { id } = await sentIn()
    const before = await rowOf(id)
    const { call } = await theStaff('editor')
    const draft = await call('GET /admin/drafts/:id', { id })
    expect(draft).toMatchObject({ head: 0, stored: null })
    expect(draft.fields.content).toContain('Two \\* two # is')
    expect(await rowOf(id)).toEqual(before)
    expect(await sql`select 1 from story_drafts where story_id = ${id}`).toHaveLength(0)
  })

  test('remains as the first revision, and becomes Markdown with the first stored edit', async () => {
    const { reader, id, plain } = await sentIn()
    const { call } = await theStaff('editor')
    const { fields } = await call('GET /admin/drafts/:id', { id })
    const number = await saved(call, id, 0, { ...fields, summary: `${fields.summary} Edited.` })
    expect(number).toBe(2)
    const original = await call('GET /admin/drafts/:id/revisions/:number', { id, number: 1 })
    expect(original).toMatchObject({ kind: 'original', savedByName: fields.authorName, fields })
    expect(await rowOf(id)).toMatchObject({ contentFormat: 'plain', content: plain })
    await call('POST /admin/drafts/:id/publish', { id, number })
    expect(await rowOf(id)).toMatchObject({ contentFormat: 'markdown', authorId: reader.reader.id })
    const mails = await sql`select kind from mails where recipient = ${reader.email}`
    expect(mails.map(({ kind }) => kind)).toContain('storyPublished')
  })

  test('appears in the editor again when its author sends a new version', async () => {
    const { reader, id } = await sentIn()
    const { call } = await theStaff('editor')
    const { fields } = await call('GET /admin/drafts/:id', { id })
    await saved(call, id, 0, fields)
    await reader.call('PUT /account/stories/:id', {
      ...aSubmission(),
      id,
      title: 'The author wrote a new title',
    })
    expect(await call('GET /admin/drafts/:id', { id })).toMatchObject({
      fields: { title: 'The author wrote a new title' },
    })
    await expect(saved(call, id, 2, fields)).rejects.toMatchObject({ status: 409 })
  })
})

describe('a story with a schedule', () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

  test('is published once at its time by any number of replicas', async () => {
    const { call } = await theStaff('editor')
    const id = randomUUID()
    const number = await saved(call, id, 0)
    await call('POST /admin/drafts/:id/publish', { id, number, publishAt: inAnHour() })
    expect(await rowOf(id)).toMatchObject({ isPublished: false })
    await followSchedule()
    expect(await rowOf(id)).toMatchObject({ isPublished: false })
    await sql`update stories set publish_at = now() - interval '1 second' where id = ${id}`
    await Promise.all(Array.from({ length: 4 }, followSchedule))
    expect(await rowOf(id)).toMatchObject({ isPublished: true, publishAt: null })
    const logged = await sql`
      select who from activity where subject_id = ${id} and action = 'storyPublished'`
    expect(logged).toEqual([{ who: 'The schedule' }])
  })

  test('is unpublished at the end of its schedule', async () => {
    const { call } = await theStaff('editor')
    const id = randomUUID()
    const number = await saved(call, id, 0)
    await call('POST /admin/drafts/:id/publish', { id, number, unpublishAt: inAnHour() })
    expect(await rowOf(id)).toMatchObject({ isPublished: true })
    await sql`update stories set unpublish_at = now() - interval '1 second' where id = ${id}`
    await followSchedule()
    expect(await rowOf(id)).toMatchObject({ isPublished: false, unpublishAt: null })
  })

  test('is rejected with a time in the past or an end before its start', async () => {
    const { call } = await theStaff('editor')
    const id = randomUUID()
    const number = await saved(call, id, 0)
    const publish = (times: object) =>
      call('POST /admin/drafts/:id/publish', { id, number, ...times })
    const past = new Date(Date.now() - 1000).toISOString()
    await expect(publish({ publishAt: past })).rejects.toMatchObject({ status: 400 })
    await expect(
      publish({ publishAt: inAnHour(), unpublishAt: new Date().toISOString() }),
    ).rejects.toMatchObject({
      fields: { unpublishAt: ['Unpublishing must come after publishing'] },
    })
  })

  test('is in the calendar of its month, with published and waiting stories', async () => {
    const { call } = await theStaff('editor')
    const id = randomUUID()
    const number = await saved(call, id, 0)
    // Already the first of December in Lagos.
    await call('POST /admin/drafts/:id/publish', { id, number, publishAt: '2099-11-30T23:30:00Z' })
    expect(await call('GET /admin/calendar', { month: '2099-11' })).toEqual([])
    expect(await call('GET /admin/calendar', { month: '2099-12' })).toMatchObject([
      { id, kind: 'planned', at: '2099-11-30T23:30:00.000Z', mayEdit: true },
    ])
    const listed = await call('GET /admin/stories', { search: aDraft().title })
    expect(listed.find((story) => story.id === id)).toMatchObject({
      publishAt: '2099-11-30T23:30:00.000Z',
    })
    const author = await theStaff('author')
    expect(await author.call('GET /admin/calendar', { month: '2099-12' })).toMatchObject([
      { id, mayEdit: false },
    ])
    const taken = await call('POST /admin/drafts/:id/unpublish', { id })
    expect(taken.story).toMatchObject({ publishAt: null, state: 'submitted' })
  })

  test('is listed for months of this century only', async () => {
    const { call } = await theStaff('editor')
    for (const month of ['0000-01', '9999-12', '2026-13', '2026-1', 'December'])
      await expect(call('GET /admin/calendar', { month })).rejects.toMatchObject({ status: 400 })
  })
})

describe('a staff member with the role of author', () => {
  test('writes a story and sends it to the review queue', async () => {
    const author = await staffMember('author')
    const id = randomUUID()
    const number = await saved(author.call, id, 0, { title: 'An author sends this to the editor' })
    await expect(
      author.call('POST /admin/drafts/:id/publish', { id, number }),
    ).rejects.toMatchObject({ status: 403 })
    await author.call('POST /admin/drafts/:id/send', { id, number })
    const editor = await theStaff('editor')
    const queue = await editor.call('GET /admin/stories', {
      status: 'submitted',
      search: 'An author sends',
    })
    expect(queue.map((story) => story.id)).toEqual([id])
    await editor.call('PATCH /admin/stories/:id', { id, isPublished: true })
    expect(await rowOf(id)).toMatchObject({ isPublished: true, authorId: author.id })
  })

  test('cannot open another person’s draft', async () => {
    const { id, number } = await published((await theStaff('editor')).call)
    const { call } = await theStaff('author')
    for (const opened of [
      () => call('GET /admin/drafts/:id', { id }),
      () => call('GET /admin/drafts/:id/revisions', { id }),
      () => call('POST /admin/drafts/:id/send', { id, number }),
      () => call('DELETE /admin/drafts/:id', { id }),
      () => saved(call, id, number),
    ])
      await expect(opened()).rejects.toMatchObject({ status: 404 })
  })

  test('sends a change of a published story for review, which stays published', async () => {
    const author = await theStaff('author')
    const editor = await theStaff('editor')
    const id = randomUUID()
    const number = await saved(author.call, id, 0)
    await author.call('POST /admin/drafts/:id/send', { id, number })
    await editor.call('PATCH /admin/stories/:id', { id, isPublished: true })
    const next = await saved(author.call, id, number, { title: 'A change that waits for review' })
    await author.call('POST /admin/drafts/:id/send', { id, number: next })
    expect(await rowOf(id)).toMatchObject({ isPublished: true, title: aDraft().title })
    const waiting = await editor.call('GET /admin/drafts', {})
    expect(waiting.find((draft) => draft.id === id)).toMatchObject({
      title: 'A change that waits for review',
      sentAt: expect.any(String),
    })
    const mine = (await author.call('GET /admin/calendar', {})).filter((event) => event.id === id)
    expect(mine.map(({ kind, title, mayEdit }) => [kind, title, mayEdit])).toEqual([
      ['published', aDraft().title, true],
      ['waits', 'A change that waits for review', true],
    ])
  })
})
