import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { Mail } from '#api/integrations/integrations.ts'
import { startMailing } from '#api/mails/send-mails.ts'
import { deleteOldUndos } from '#api/staff/activity/undo.queries.ts'
import { undoSeconds } from '#contract/undo.ts'
import { sql } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { aDraft } from '#tests/magazine/drafts.ts'
import {
  aContributor,
  actionsOf,
  aStoryIn,
  decide,
  logOf,
  look,
  mailsOf,
  note,
  publisher,
  signInPublisher,
} from '#tests/magazine/story-review.ts'
import { aBook, aStory, aVisitor, theStaff } from '#tests/people.ts'
import { does, endUndo } from '#tests/undo.ts'

signInPublisher()

const review = (id: string, decision: object) =>
  does(publisher, 'PATCH /admin/stories/:id', { id, ...decision })
const undo = (id: string | undefined) => publisher.call('POST /admin/undo/:id', { id: String(id) })
const changed = /^409: .*changed this since/
const over = /^410: .*time to undo this is over/
const rowOf = async (id: string) => {
  const [row] = await sql`
    select title, summary, is_published, published_at, is_featured, status, review_note, publish_at,
      unpublish_at, approved_hash, approved_by from stories where id = ${id}`
  return row
}
const isSeen = async (id: string) => {
  const visitor = await aVisitor()
  const response = await visitor.send(`/api/stories/${id}`)
  return response.status === 200
}

describe('Undo of a decision', () => {
  test.each([
    ['submitted', { isPublished: true }],
    ['submitted', { status: 'returned', note }],
    ['submitted', { status: 'declined', note }],
    ['returned', { status: 'declined' }],
    ['declined', { status: 'submitted' }],
    ['published', { isPublished: false }],
    ['published', { isFeatured: true }],
    ['submitted', { isPublished: true, title: 'Another title that an editor gave it' }],
  ] as const)('on a %s story (%o) brings back exactly what was', async (state, decision) => {
    const { id } = await aStoryIn(state)
    const before = await rowOf(id)
    const { undo: offered } = await review(id, decision)
    expect(await rowOf(id)).not.toEqual(before)
    await undo(offered?.id)
    expect(await rowOf(id)).toEqual(before)
    expect(await isSeen(id)).toBe(state === 'published')
    expect((await actionsOf(id)).at(-1)).toBe('undone')
  })

  test('is offered for ten seconds, and not when nothing changed', async () => {
    const { id } = await aStoryIn('published')
    const { undo: offered } = await review(id, { isPublished: false })
    expect(offered?.seconds).toBe(undoSeconds)
    expect((await review(id, { isPublished: false })).undo).toBeUndefined()
  })

  test('of a first publication forgets its time, so that the next one is the first', async () => {
    const { id, email } = await aContributor()
    const { undo: offered } = await review(id, { isPublished: true })
    await undo(offered?.id)
    expect((await look(id)).publishedAt).toBeNull()
    expect(await mailsOf(email)).toEqual([])
    await decide(id, { isPublished: true })
    expect(await mailsOf(email)).toMatchObject([{ kind: 'storyPublished' }])
  })

  test('changes the public data, so that pages and caches follow', async () => {
    const version = async () =>
      (await sql<{ version: number }[]>`select version from site_version`)[0]?.version
    const { id } = await aContributor()
    const { undo: offered } = await review(id, { isPublished: true })
    const before = await version()
    await undo(offered?.id)
    expect(await version()).toBe((before ?? 0) + 1)
  })

  test('restores times, and the place among the featured stories', async () => {
    const { id } = await aStory({ isFeatured: true })
    await sql`update stories set unpublish_at = now() + interval '1 day', published_at = '2026-01-02T03:04:05.678901Z' where id = ${id}`
    const before =
      await sql`select unpublish_at::text, published_at::text from stories where id = ${id}`
    const { undo: offered } = await review(id, { isPublished: false })
    await undo(offered?.id)
    expect(
      await sql`select unpublish_at::text, published_at::text from stories where id = ${id}`,
    ).toEqual(before)
  })

  test('after another Undo goes further back', async () => {
    const { id } = await aContributor()
    const before = await rowOf(id)
    const first = await review(id, { isPublished: true })
    const second = await review(id, { isFeatured: true })
    await expect(undo(first.undo?.id)).rejects.toThrow(changed)
    await undo(second.undo?.id)
    await undo(first.undo?.id)
    expect(await rowOf(id)).toEqual(before)
  })

  test('is in the log, with what was undone', async () => {
    const { id } = await aStoryIn('published')
    const { undo: offered } = await review(id, { isPublished: false })
    const [line] = await publisher.call('GET /admin/activity', { pageSize: 1 })
    expect(line).toMatchObject({ action: 'storyUnpublished', undo: { id: offered?.id } })
    await undo(offered?.id)
    const [last, former] = await publisher.call('GET /admin/activity', { pageSize: 2 })
    expect(last).toMatchObject({ action: 'undone', note: 'storyUnpublished', undo: null })
    expect(former).toMatchObject({ action: 'storyUnpublished', undo: null })
    expect((await logOf(id)).at(-1)?.who).toBe('publisher')
  })
})

describe('a mail to a contributor', () => {
  test('waits until the decision can no longer be undone', async () => {
    const { id, email } = await aContributor()
    const sent: string[] = []
    const mailer = { send: async (mail: Mail) => void sent.push(`${mail.to} ${mail.subject}`) }
    const mailing = await startMailing({ mailer, composeWith, log: pino({ level: 'silent' }) })
    const { undo: offered } = await review(id, { status: 'declined' })
    await mailing.sendNow()
    const declined = `${email} Your story was not accepted`
    expect(sent).not.toContain(declined)
    await endUndo(offered)
    await mailing.sendNow()
    expect(sent).toContain(declined)
    await mailing.stop()
    await expect(undo(offered?.id)).rejects.toThrow(over)
    expect((await look(id)).state).toBe('declined')
  })

  test('is never sent when it is undone', async () => {
    const { id, email } = await aContributor()
    const { undo: offered } = await review(id, { status: 'returned', note })
    expect(await mailsOf(email)).toHaveLength(1)
    await undo(offered?.id)
    expect(await mailsOf(email)).toEqual([])
  })

  test('that has left keeps the decision, whatever the clocks say', async () => {
    const { id, email } = await aContributor()
    const { undo: offered } = await review(id, { status: 'declined' })
    await sql`update mails set sent_at = now(), next_try_at = null where recipient = ${email} and kind = 'storyDeclined'`
    await expect(undo(offered?.id)).rejects.toThrow(over)
    expect((await look(id)).state).toBe('declined')
  })
})

describe('nobody undoes', () => {
  test('what somebody has changed since', async () => {
    const { id } = await aStoryIn('published')
    const { undo: offered } = await review(id, { isPublished: false })
    await decide(id, { title: 'A title that somebody else has given it' })
    await expect(undo(offered?.id)).rejects.toThrow(changed)
    expect((await look(id)).state).toBe('unpublished')
  })

  test('twice: a repeat changes nothing', async () => {
    const { id } = await aStoryIn('published')
    const { undo: offered } = await review(id, { isPublished: false })
    await Promise.all([undo(offered?.id), undo(offered?.id)])
    expect((await actionsOf(id)).filter((action) => action === 'undone')).toHaveLength(1)
    await decide(id, { isPublished: false })
    await undo(offered?.id)
    expect((await look(id)).state).toBe('unpublished')
  })

  test('what does not exist, or is long over', async () => {
    await expect(undo(randomUUID())).rejects.toThrow(/^404: .*nothing to undo/)
    const { id } = await aStoryIn('published')
    const { undo: offered } = await review(id, { isPublished: false })
    await endUndo(offered)
    await deleteOldUndos()
    expect(await sql`select before, after from undos where id = ${String(offered?.id)}`).toEqual([
      { before: null, after: null },
    ])
    await expect(undo(offered?.id)).rejects.toThrow(over)
  })

  test('into the public what may not be there: the guardian has withdrawn since', async () => {
    const { id, reader } = await aStoryIn('published')
    const { undo: offered } = await review(id, { isPublished: false })
    await sql`update readers set age_band = '13-17' where id = ${reader.id}`
    await expect(undo(offered?.id)).rejects.toThrow(/^409: .*under 18/)
    expect(await isSeen(id)).toBe(false)
  })

  test('what another did, unless it is the owner, nor what their role may not do', async () => {
    const [one, other, author] = await Promise.all([
      theStaff('editor'),
      theStaff('editor'),
      theStaff('author'),
    ])
    const { id } = await aStoryIn('published')
    const { undo: offered } = await does(one, 'PATCH /admin/stories/:id', {
      id,
      isPublished: false,
    })
    const asked = { id: String(offered?.id) }
    await expect(other.call('POST /admin/undo/:id', asked)).rejects.toThrow(
      /^403: .*Only the person/,
    )
    await expect(author.call('POST /admin/undo/:id', asked)).rejects.toThrow(/^403/)
    await sql`update staff set role = 'shopkeeper' where id = ${one.member.id}`
    await expect(one.call('POST /admin/undo/:id', asked)).rejects.toThrow(/^403: .*Your role/)
    await undo(offered?.id)
    expect((await look(id)).state).toBe('published')
  })

  test('and sees the Undo of somebody else in their list', async () => {
    const [one, other] = await Promise.all([theStaff('editor'), theStaff('editor')])
    const { id } = await aStoryIn('published')
    const { undo: offered } = await does(one, 'PATCH /admin/stories/:id', { id, isFeatured: true })
    expect(await one.callPage('GET /admin/activity', {})).toMatchObject({
      total: 1,
      items: [{ action: 'storyFeatured', undo: { id: offered?.id } }],
    })
    expect(await other.callPage('GET /admin/activity', {})).toEqual({ total: 0, items: [] })
  })
})

describe('Undo in the editor', () => {
  const saved = async (fields = {}) => {
    const id = randomUUID()
    const save = { id, base: 0, saveId: randomUUID(), fields: { ...aDraft(), ...fields } }
    const { number } = await publisher.call('PUT /admin/drafts/:id', save)
    return { id, number }
  }

  test('of a new story leaves the draft, with every word and revision', async () => {
    const { id, number } = await saved({ seriesTitle: `Ferries ${randomUUID()}`, seriesPart: '1' })
    const before = await publisher.call('GET /admin/drafts/:id', { id })
    const { undo: offered } = await does(publisher, 'POST /admin/drafts/:id/publish', {
      id,
      number,
    })
    expect(await isSeen(id)).toBe(true)
    await undo(offered?.id)
    expect(await isSeen(id)).toBe(false)
    expect(await publisher.call('GET /admin/drafts/:id', { id })).toEqual(before)
    expect(await publisher.call('GET /admin/drafts/:id/revisions', { id })).toHaveLength(1)
    await publisher.call('POST /admin/drafts/:id/publish', { id, number })
    expect(await isSeen(id)).toBe(true)
  })

  test('of an update shows readers the former text, and keeps what was written meanwhile', async () => {
    const { id, number } = await saved()
    await publisher.call('POST /admin/drafts/:id/publish', { id, number })
    const write = async (base: number, title: string) =>
      publisher.call('PUT /admin/drafts/:id', {
        id,
        base,
        saveId: randomUUID(),
        fields: { ...aDraft(), title },
      })
    const second = await write(number, 'The second title of the same story')
    const { undo: offered } = await does(publisher, 'POST /admin/drafts/:id/publish', {
      id,
      number: second.number,
    })
    const third = await write(second.number, 'The third title of the same story')
    await undo(offered?.id)
    expect((await look(id)).title).toBe(aDraft().title)
    expect(await publisher.call('GET /admin/drafts/:id', { id })).toMatchObject({
      head: third.number,
      stored: number,
      fields: { title: 'The third title of the same story' },
    })
  })

  test('of a cancelled schedule brings its times back', async () => {
    const { id, number } = await saved()
    const publishAt = new Date(Date.now() + 3_600_000).toISOString()
    await publisher.call('POST /admin/drafts/:id/publish', { id, number, publishAt })
    const { undo: offered } = await does(publisher, 'POST /admin/drafts/:id/unpublish', { id })
    expect((await look(id)).publishAt).toBeNull()
    await undo(offered?.id)
    expect((await look(id)).publishAt).toBe(publishAt)
  })

  test('of a story that is deleted meanwhile changes nothing, and keeps none of its text', async () => {
    const { id, number } = await saved()
    const { undo: offered } = await does(publisher, 'POST /admin/drafts/:id/publish', {
      id,
      number,
    })
    await sql`delete from stories where id = ${id}`
    await expect(undo(offered?.id)).rejects.toThrow(over)
    expect(await sql`select after from undos where id = ${String(offered?.id)}`).toEqual([
      { after: null },
    ])
  })
})

describe('Undo in the shop', () => {
  test('of an unpublished or deleted book shows it again', async () => {
    const { id } = await aBook()
    const unpublished = await does(publisher, 'PATCH /admin/books/:id/publish', {
      id,
      isPublished: false,
    })
    await undo(unpublished.undo?.id)
    const deleted = await does(publisher, 'DELETE /admin/books/:id', { id })
    expect(deleted.answer).toEqual({ status: 'deleted' })
    await undo(deleted.undo?.id)
    expect(await publisher.call('GET /admin/books/:id', { id })).toMatchObject({
      isPublished: true,
    })
  })
})
