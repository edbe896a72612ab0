import { describe, expect, test } from 'vitest'
import { hourMs } from '#contract/days.ts'
import type { InputOf } from '#contract/endpoints/contract.ts'
import { sql } from '#db/sql.ts'
import { runs } from '#tests/long.ts'
import { asForm, asJson } from '#tests/magazine/posts.ts'
import { aBook, aStory, aVisitor, theStaff } from '#tests/people.ts'
import { anOrder } from '#tests/shop/buyers.ts'
import { does, endUndo } from '#tests/undo.ts'
import { logOverdueReports } from './log-overdue.ts'

type Report = Omit<InputOf<'POST /stories/:id/reports'>, 'id'>

async function aReportedStory(report: Report = { reason: 'wrong', words: 'She is 19.' }) {
  const title = `The borehole ${crypto.randomUUID()}`
  const { id } = await aStory({ title })
  const { call } = await aVisitor()
  const sent = await call('POST /stories/:id/reports', { id, ...report })
  const isRead = async () => (await (await aVisitor()).send(`/api/stories/${id}`)).ok
  return { id, title, sent, isRead }
}

async function anEditor() {
  const editor = await theStaff('editor')
  const of = async (subjectId: string) =>
    (await editor.call('GET /admin/reports', {})).filter((one) => one.subjectId === subjectId)
  const decide = async (subjectId: string, status: 'kept' | 'corrected' | 'removed') => {
    const [report] = await of(subjectId)
    const id = report?.id ?? ''
    return does(editor, 'PATCH /admin/reports/:id', { id, status, message: 'She agreed to it.' })
  }
  const undo = (offered: { id: string } | undefined) =>
    editor.call('POST /admin/undo/:id', { id: String(offered?.id) })
  return { ...editor, of, decide, undo }
}

const anEmail = () => `${crypto.randomUUID()}@parents.example`
const mailsTo = async (recipient: string) =>
  (
    await sql<{ kind: string }[]>`
      select kind from mails where recipient = ${recipient} order by created_at, kind`
  ).map(({ kind }) => kind)
const noticesOf = async (title: string) =>
  (
    await sql<{ kind: string }[]>`
      select kind from mails where recipient = 'publisher' and data->>'title' = ${title}`
  ).map(({ kind }) => kind)
const arrivedAt = (id: string, at: string | Date) =>
  sql`update reports set created_at = ${at} where subject_id = ${id}`
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs)

describe('somebody without an account', () => {
  test('reports a story by a form without script, and is thanked at once, by mail too', async () => {
    const { id } = await aStory()
    const { send, cookies } = await aVisitor()
    const email = anEmail()
    const fields = { reason: 'harm', words: ' It threatens me.\r\n', email }
    const response = await send(`/api/stories/${id}/reports`, asForm(fields))
    expect([response.status, response.headers.get('Location')]).toEqual([
      303,
      `/story/${id}/report?sent=1`,
    ])
    expect(cookies.size).toBe(0)
    expect(await mailsTo(email)).toEqual(['reportReceived'])
    const [report] = await (await anEditor()).of(id)
    expect(report).toMatchObject({
      reason: 'harm',
      words: ['It threatens me.'],
      count: 1,
      status: 'open',
      address: `/story/${id}`,
      isPublic: true,
      answersWanted: 1,
    })
  })

  test('is told what is missing, and what cannot be reported', async () => {
    const { id } = await aStory()
    const { send, call } = await aVisitor()
    const ask = async (fields: Record<string, string>) => {
      const response = await send(`/api/stories/${id}/reports`, asJson(fields))
      return [response.status, (await response.json()).errors]
    }
    expect(await ask({})).toEqual([400, { reason: ['Please choose what is wrong'] }])
    expect(await ask({ reason: 'wrong', email: 'ada', words: 'a'.repeat(2001) })).toEqual([
      400,
      {
        email: ['Please enter a valid email address'],
        words: ['Please write at most 2000 characters'],
      },
    ])
    const hidden = await aStory({ isPublished: false })
    await expect(
      call('POST /stories/:id/reports', { id: hidden.id, reason: 'wrong' }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('sends ten an hour from one network, and not an eleventh', async () => {
    const { id } = await aStory()
    const { call } = await aVisitor()
    const report = () => call('POST /stories/:id/reports', { id, reason: 'copied' })
    for (let sent = 0; sent < 10; sent++) await report()
    await expect(report()).rejects.toMatchObject({ status: 429 })
    expect(await (await anEditor()).of(id)).toMatchObject([{ count: 10 }])
  })
})

describe('a thousand reports of one story', () => {
  test('are one row with a count, hide nothing, and tell the publisher once', async () => {
    const { id, title, isRead } = await aReportedStory()
    const networks = runs({ sample: 5, long: 100 })
    await Promise.all(
      Array.from({ length: networks }, async (_, at) => {
        const { call } = await aVisitor(undefined, `198.19.0.${at}`)
        for (let sent = 0; sent < 10; sent++)
          await call('POST /stories/:id/reports', { id, reason: 'wrong', words: 'Hide it' })
      }),
    )
    const editor = await anEditor()
    const [report, ...others] = await editor.of(id)
    expect(others).toEqual([])
    expect([report?.count, report?.words.length]).toEqual([networks * 10 + 1, 20])
    expect(await isRead()).toBe(true)
    expect(await noticesOf(title)).toEqual(['reportNotice'])
    await (await aVisitor()).call('POST /stories/:id/reports', { id, reason: 'copied' })
    expect(await editor.of(id)).toHaveLength(2)
  })
})

describe('the clock of 24 hours', () => {
  test.each([
    ['on a Friday evening', '2026-11-27T17:30:00.000Z', '2026-11-28T17:30:00.000Z'],
    ['on Christmas Eve', '2026-12-24T20:00:00.000Z', '2026-12-25T20:00:00.000Z'],
  ])('counts over weekends and holidays what arrives %s', async (_, arrived, decideBy) => {
    const { id } = await aReportedStory()
    await arrivedAt(id, arrived)
    expect(await (await anEditor()).of(id)).toMatchObject([{ createdAt: arrived, decideBy }])
  })

  test('puts a task above all others after 20 hours, and one line into the log after 24', async () => {
    await sql`delete from reports`
    const { id, title } = await aReportedStory()
    const owner = await theStaff('owner')
    const kinds = async () =>
      (await owner.call('GET /admin/tasks', {})).tasks.map(({ kind }) => kind)
    const logged = () => sql`
      select who from activity where action = 'reportOverdue' and subject = ${title}`
    await arrivedAt(id, hoursAgo(19.9))
    expect((await kinds()).indexOf('reportsToDecide')).toBeGreaterThan(-1)
    await arrivedAt(id, hoursAgo(20.1))
    expect((await kinds())[0]).toBe('reportsDue')
    expect((await owner.call('GET /admin/stats', {})).openReports).toBe(1)
    await logOverdueReports()
    expect(await logged()).toHaveLength(0)
    await arrivedAt(id, hoursAgo(24.1))
    await logOverdueReports()
    await logOverdueReports()
    expect(await logged()).toEqual([{ who: 'The clock' }])
  })

  test('lets children and private details come first, which are mailed at once', async () => {
    const early = await aReportedStory()
    const late = await aReportedStory({ reason: 'private', words: '' })
    const editor = await anEditor()
    const ids = (await editor.call('GET /admin/reports', { status: 'open' })).map(
      ({ subjectId }) => subjectId,
    )
    expect(ids.indexOf(late.id)).toBeLessThan(ids.indexOf(early.id))
    expect(await noticesOf(late.title)).toEqual(['reportUrgent'])
  })
})

describe('an editor', () => {
  test('keeps, corrects or takes down a story, and tells each who left an address why', async () => {
    const editor = await anEditor()
    for (const status of ['kept', 'corrected', 'removed'] as const) {
      const email = anEmail()
      const { id, title, isRead } = await aReportedStory({ reason: 'private', email })
      await (await aVisitor()).call('POST /stories/:id/reports', { id, reason: 'private', email })
      const { answer, undo } = await editor.decide(id, status)
      expect(answer).toMatchObject({ status, message: 'She agreed to it.' })
      expect(await isRead()).toBe(status !== 'removed')
      await endUndo(undo)
      expect((await mailsTo(email)).filter((kind) => kind === 'reportDecided')).toHaveLength(1)
      const log = await sql<{ action: string }[]>`
        select action from activity where subject = ${title} order by id desc limit 1`
      const action = { kept: 'reportKept', corrected: 'reportCorrected', removed: 'reportRemoved' }
      expect(log).toEqual([{ action: action[status] }])
      // A repeat changes nothing, another decision comes too late.
      expect((await editor.decide(id, status)).undo).toBeUndefined()
      const other = status === 'kept' ? 'removed' : 'kept'
      await expect(editor.decide(id, other)).rejects.toMatchObject({ status: 409 })
    }
  })

  test('undoes it: the story is back, nobody is told, and what came since joins the report', async () => {
    const editor = await anEditor()
    const email = anEmail()
    const { id, isRead } = await aReportedStory({ reason: 'harm', email })
    const taken = await editor.decide(id, 'removed')
    await editor.undo(taken.undo)
    expect([await isRead(), await mailsTo(email)]).toEqual([true, ['reportReceived']])
    const kept = await editor.decide(id, 'kept')
    await (await aVisitor()).call('POST /stories/:id/reports', { id, reason: 'harm' })
    await editor.undo(kept.undo)
    expect(await editor.of(id)).toMatchObject([{ status: 'open', count: 2, message: null }])
  })

  test('takes down a review, and the page of an author, and undoes both', async () => {
    const editor = await anEditor()
    const { id: bookId } = await aBook()
    const { call } = await aVisitor()
    const { key, reference } = await anOrder(bookId)
    await call('PUT /books/:id/rating', { id: bookId, rating: 1, key, reference, review: 'Rude' })
    await sql`update book_reviews set state = 'shown', decided_at = now() where book_id = ${bookId}`
    const reviews = () => call('GET /books/:id/reviews', { id: bookId })
    const reviewId = (await reviews())[0]?.id ?? ''
    await call('POST /reviews/:id/reports', { id: reviewId, reason: 'harm' })
    await expect(editor.decide(reviewId, 'corrected')).rejects.toMatchObject({ status: 409 })
    const review = await editor.decide(reviewId, 'removed')
    expect(await reviews()).toEqual([])
    await expect(
      call('POST /reviews/:id/reports', { id: reviewId, reason: 'harm' }),
    ).rejects.toMatchObject({ status: 404 })
    await editor.undo(review.undo)
    expect(await reviews()).toHaveLength(1)

    const authorId = crypto.randomUUID()
    await aStory({ authorId })
    const slug = `ada-${authorId}`
    await sql`
      insert into authors (author_id, slug, name, is_public) values (${authorId}, ${slug}, 'Ada', true)`
    await call('POST /authors/:slug/reports', { slug, reason: 'wrong' })
    const page = await editor.decide(authorId, 'removed')
    await expect(call('GET /authors/:slug', { slug })).rejects.toMatchObject({ status: 404 })
    await editor.undo(page.undo)
    expect(await call('GET /authors/:slug', { slug })).toMatchObject({ name: 'Ada' })
  })
})

describe('a notice of an authority (trust 6)', () => {
  const pdf = '%PDF-1.4 The board asks for it.'
  const noted = async (address: string, paper = pdf, authority = 'The Censors Board') => {
    const editor = await anEditor()
    const body = new FormData()
    for (const [name, value] of Object.entries({ address, authority, words: 'Take it down.' }))
      body.append(name, value)
    body.append('file', new Blob([paper]), 'letter.pdf')
    return { editor, response: await editor.send('/api/admin/notices', { method: 'POST', body }) }
  }
  const ofThisYear = async () => {
    const years = await (await aVisitor()).call('GET /notices', {})
    return years.at(0) ?? { notices: 0, corrected: 0, removed: 0 }
  }

  test('is decided like any report, its paper is for staff alone, and readers see how many came', async () => {
    const before = await ofThisYear()
    const { id, title } = await aReportedStory()
    const { slug } = await (await aVisitor()).call('GET /stories/:id', { id })
    const { editor, response } = await noted(`https://ascend.example/story/${slug}?a=1`)
    expect(response.status).toBe(201)
    const report = await response.json()
    expect(report).toMatchObject({
      title,
      reason: 'notice',
      words: ['Take it down.'],
      status: 'open',
      notices: [{ authority: 'The Censors Board', hasPaper: true }],
    })
    const paper = `/api/admin/notices/${report.notices[0].id}/paper`
    const sent = await editor.send(paper)
    expect(await sent.text()).toBe(pdf)
    expect(sent.headers.get('Content-Disposition')).toBe('attachment; filename="notice.pdf"')
    expect((await (await aVisitor()).send(paper)).status).toBe(401)
    const decision = { id: report.id, message: 'It names a child.' }
    const { undo } = await does(editor, 'PATCH /admin/reports/:id', {
      ...decision,
      status: 'removed',
    })
    expect(await ofThisYear()).toMatchObject({
      notices: before.notices + 1,
      removed: before.removed + 1,
    })
    await editor.undo(undo)
    expect(await ofThisYear()).toMatchObject({ removed: before.removed })
  })

  test('is about a story, a review or an author that readers see, with a paper', async () => {
    const { id } = await aStory()
    expect((await noted(`/story/${id.toUpperCase()}`)).response.status).toBe(201)
    for (const address of [
      '/about',
      '/story/none-such',
      `/review/${id}/report`,
      '/author/nobody',
    ]) {
      const { response } = await noted(address)
      expect([response.status, Object.keys((await response.json()).errors)]).toEqual([
        400,
        ['address'],
      ])
    }
    const { response } = await noted(`/story/${id}`, 'MZ a program')
    expect(await response.json()).toMatchObject({
      errors: { file: ['The paper is a PDF, a JPG or a PNG'] },
    })
    const forReaders = (await aVisitor()).call('POST /stories/:id/reports', {
      id,
      reason: 'notice' as never,
    })
    await expect(forReaders).rejects.toMatchObject({ status: 400 })
  })
})
