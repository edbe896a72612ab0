import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeDigests } from '#api/newsletter/digests/write-digests.ts'
import { drawEdition } from '#api/shop/pdf/draw-pdf.ts'
import { errors } from '#contract/errors.ts'
import { mondayOf, weekOf, weekTitle } from '#contract/pages/week-editions.ts'
import { guardianWordings } from '#contract/shop/agreements.ts'
import { sql } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { compose } from '#tests/magazine/composed-mails.ts'
import { guardianLinkFor } from '#tests/magazine/guardians.ts'
import {
  aReader,
  aStory,
  aSubmission,
  aVisitor,
  outsideOfTests,
  thePublisher,
  theStaff,
} from '#tests/people.ts'
import { textOf } from '#tests/shop/pdfs.ts'
import { does } from '#tests/undo.ts'
import { type EditionMaking, keepEditions } from './make-edition.ts'

let publisher: Awaited<ReturnType<typeof thePublisher>>
let editor: Awaited<ReturnType<typeof theStaff>>
let reader: Awaited<ReturnType<typeof aVisitor>>
let making: EditionMaking
beforeAll(async () => {
  publisher = await thePublisher()
  editor = await theStaff('editor')
  reader = await aVisitor()
  const { publicUrl, settings } = await outsideOfTests()
  making = { publicUrl, settings: settings.current, drawPdf: drawEdition }
})

let weeks = 0
/** A week that nothing else was published in. */
function aWeek() {
  weeks += 1
  return weekOf(new Date(Date.UTC(2021, 0, 6 + 7 * weeks)).toISOString().slice(0, 10))
}

/** A story that was published on the Wednesday of a week. */
async function published(week: string, fields: Parameters<typeof aStory>[0] = {}) {
  const title = `The well of ${randomUUID().slice(0, 8)}`
  const { id } = await aStory({ title, ...fields })
  await setDay(id, week)
  return { id, title: fields.title ?? title }
}
let minutes = 0
async function setDay(id: string, week: string) {
  minutes += 1
  await sql`
    update stories set published_at = ${mondayOf(week)}::date + make_interval(hours => 60, mins => ${minutes})
    where id = ${id}`
}

const make = (week: string) => editor.call('POST /admin/editions', { week })
const letOut = (id: string) =>
  editor.call('PATCH /admin/editions/:id/state', { id, state: 'published' })

async function anEdition(stories = 2) {
  const week = aWeek()
  const inIt: Awaited<ReturnType<typeof published>>[] = []
  for (let at = 0; at < stories; at += 1) inIt.push(await published(week))
  const { id } = await make(week)
  await letOut(id)
  return { week, id, stories: inIt }
}

const fileOf = (week: string, format: 'html' | 'pdf' = 'html') =>
  reader.send(`/api/editions/${week}/stories.${format}`)
const htmlOf = async (week: string) => (await fileOf(week)).text()
const renew = () => keepEditions(making, new Date('2020-01-01T12:00:00Z'))
const refused = (name: keyof typeof errors) => ({
  status: errors[name][0],
  sentence: errors[name][1],
})

describe('the weeks of editions', () => {
  test.each([
    ['2026-11-30', '2026-49'],
    ['2026-11-29', '2026-48'],
    ['2027-01-03', '2026-53'],
    ['2027-01-04', '2027-01'],
    ['2024-12-30', '2025-01'],
  ])('%s is in week %s', (day, week) => {
    expect(weekOf(day)).toBe(week)
    expect(weekOf(mondayOf(week))).toBe(week)
  })
})

describe('an edition', () => {
  test('is seen by the publisher first, and has both files once it is out', async () => {
    const week = aWeek()
    const story = await published(week, {
      title: 'Amaka & the <well>',
      content:
        '## The pump\n\nIt came **on a Tuesday**, [late](https://example.com/late).\n\n- One\n- Two',
      contentFormat: 'markdown',
      contentText: 'The pump came on a Tuesday.',
    })
    await published(aWeek())
    const made = await make(week)
    expect(made).toMatchObject({ week, stories: 1, state: 'draft', leftOut: 0 })
    expect((await fileOf(week)).status).toBe(404)
    const seen = await editor.send(`/api/admin/editions/${made.id}/stories.html`)
    expect(await seen.text()).toContain('Amaka &amp; the &lt;well&gt;')
    expect(await editor.call('GET /admin/tasks', {})).toMatchObject({
      tasks: expect.arrayContaining([expect.objectContaining({ kind: 'editionsToSend' })]),
    })
    await letOut(made.id)
    const response = await fileOf(week)
    expect(response.headers.get('content-security-policy')).toMatch("default-src 'none'")
    const html = await response.text()
    expect(html).toContain('<h3>The pump</h3>')
    expect(html).toMatch(/1 story · 5 minutes · \d KB\./)
    expect(html).toContain(`https://ascend.example/edition/${week}`)
    // It loads and runs nothing.
    expect(html).not.toMatch(/<script|<link|<img|url\(|@import|\ssrc=/)
    const pdf = Buffer.from(await (await fileOf(week, 'pdf')).arrayBuffer())
    const text = (await textOf(pdf)).join(' ')
    expect(text).toContain('Amaka & the <well>')
    expect(text).toContain('• One')
    const written = pdf.toString('latin1')
    expect(written).toContain('/Marked true')
    expect(written).toContain('/Lang (en-NG)')
    expect(await reader.call('GET /editions/:week', { week })).toMatchObject({
      contents: [{ id: story.id, place: 1, title: 'Amaka & the <well>' }],
      takenDown: [],
    })
    expect((await reader.call('GET /editions', {})).map((one) => one.week)).toContain(week)
  })

  test('of a week without stories is not made', async () => {
    await expect(make(aWeek())).rejects.toMatchObject(refused('weekWithoutStories'))
    await expect(make('2026-54')).rejects.toMatchObject({ status: 400 })
  })

  test('that is out is not made anew, and a withdrawn one is gone until it goes out again', async () => {
    const { week, id } = await anEdition(1)
    await expect(make(week)).rejects.toMatchObject(refused('editionIsOut'))
    await editor.call('PATCH /admin/editions/:id/state', { id, state: 'withdrawn' })
    expect((await fileOf(week)).status).toBe(404)
    expect(await reader.call('GET /editions/:week/gone', { week })).toHaveProperty('at')
    const again = await make(week)
    expect(again).toMatchObject({ id, state: 'draft' })
    await expect(reader.call('GET /editions/:week/gone', { week })).rejects.toMatchObject({
      status: 404,
    })
    await letOut(id)
    expect((await fileOf(week)).status).toBe(200)
  })

  test('comes back by Undo, and stands in the activity log', async () => {
    const { week, id } = await anEdition(1)
    const { undo } = await does(editor, 'PATCH /admin/editions/:id/state', {
      id,
      state: 'withdrawn',
    })
    await editor.call('POST /admin/undo/:id', { id: undo?.id ?? '' })
    expect((await fileOf(week)).status).toBe(200)
    const { 0: line } = await publisher.call('GET /admin/activity', {})
    expect(JSON.stringify(line)).toContain(weekTitle(week))
  })

  test('is found by the search', async () => {
    const { week } = await anEdition(1)
    const found = await editor.call('GET /admin/search', { q: weekTitle(week) })
    expect(JSON.stringify(found)).toContain(`/edition/${week}`)
  })
})

describe('a story that is taken down', () => {
  test('is in no file from that moment on, and named on the page of its edition', async () => {
    const { week, id, stories } = await anEdition()
    const [gone, stays] = stories
    await editor.call('PATCH /admin/stories/:id', { id: gone?.id ?? '', isPublished: false })
    expect(await (await fileOf(week)).json()).toMatchObject({
      message: errors.editionInWork[1],
    })
    await renew()
    const html = await htmlOf(week)
    expect(html).not.toContain(gone?.title)
    expect(html).toContain(stays?.title)
    const pages = await textOf(await (await fileOf(week, 'pdf')).arrayBuffer())
    expect(pages.join(' ')).not.toContain(gone?.title)
    expect(await reader.call('GET /editions/:week', { week })).toMatchObject({
      stories: 1,
      contents: [{ place: 2, title: stays?.title }],
      takenDown: [{ place: 1, title: gone?.title }],
    })
    // Its Undo brings it back.
    await editor.call('PATCH /admin/stories/:id', { id: gone?.id ?? '', isPublished: true })
    await renew()
    expect(await htmlOf(week)).toContain(gone?.title)
    expect(
      (await editor.call('GET /admin/editions', {})).find((one) => one.id === id)?.stories,
    ).toBe(2)
  })

  test('is in no file either where making the files anew fails, which is tried again', async () => {
    const { week, stories } = await anEdition()
    await editor.call('PATCH /admin/stories/:id', { id: stories[0]?.id ?? '', isPublished: false })
    const dying = { ...making, drawPdf: () => Promise.reject(new Error('The thread died')) }
    await expect(keepEditions(dying, new Date('2020-01-01T12:00:00Z'))).rejects.toThrow('died')
    expect((await fileOf(week)).status).toBe(409)
    await renew()
    expect((await fileOf(week)).status).toBe(200)
  })

  test('is in no file of an edition whose neighbour cannot be drawn', async () => {
    // The newest is made first.
    const good = await anEdition()
    const spoilt = await anEdition()
    for (const { stories } of [spoilt, good])
      await editor.call('PATCH /admin/stories/:id', {
        id: stories[0]?.id ?? '',
        isPublished: false,
      })
    const drawPdf: EditionMaking['drawPdf'] = async (sheet) => {
      if (sheet.title === weekTitle(spoilt.week)) throw new Error('A face is missing')
      return drawEdition(sheet)
    }
    await expect(
      keepEditions({ ...making, drawPdf }, new Date('2020-01-01T12:00:00Z')),
    ).rejects.toThrow('A face is missing')
    expect((await fileOf(spoilt.week)).status).toBe(409)
    expect((await fileOf(good.week)).status).toBe(200)
    await renew()
  })

  test('leaves no words behind when its row is erased', async () => {
    const { week, stories } = await anEdition()
    await sql`delete from stories where id = ${stories[0]?.id ?? ''}`
    await renew()
    expect(await htmlOf(week)).not.toContain(stories[0]?.title)
    expect(await reader.call('GET /editions/:week', { week })).toMatchObject({
      takenDown: [{ place: 1, title: null }],
    })
  })

  test('ends an edition that it was alone in', async () => {
    const { week, stories } = await anEdition(1)
    await sql`delete from stories where id = ${stories[0]?.id ?? ''}`
    await renew()
    expect(await reader.call('GET /editions/:week/gone', { week })).toHaveProperty('at')
  })
})

describe('a young author', () => {
  /** With a story, published in a week, to which a guardian has agreed in these words. */
  async function aYoungAuthor(week: string, wording: number) {
    const young = await aReader()
    const title = `The goat ${randomUUID().slice(0, 8)}`
    const { id } = await young.call('POST /stories', { ...aSubmission(), title })
    await sql`update readers set age_band = '13-17' where id = ${young.reader.id}`
    const link = await guardianLinkFor(young)
    const guardian = await aVisitor()
    await guardian.call('POST /guardians/:id', { ...link, agrees: true })
    await sql`update guardian_answers set wording = ${wording} where guardian_id = ${link.id}`
    await editor.call('PATCH /admin/stories/:id', { id, isPublished: true })
    await setDay(id, week)
    return { link, guardian, title, id }
  }

  test('is left out until their guardian, who is asked anew once, agrees that files travel', async () => {
    const week = aWeek()
    await published(week)
    const { link, guardian, title } = await aYoungAuthor(week, 2)
    expect(await make(week)).toMatchObject({ stories: 1, leftOut: 1 })
    await make(week)
    const mails = await sql<{ kind: 'guardianAskedAnew'; data: { guardianId: string } }[]>`
      select kind, data from mails where recipient = ${link.guardianEmail} and kind = 'guardianAskedAnew'`
    expect(mails).toHaveLength(1)
    await sql`delete from mails`
    const mail = await compose('guardianAskedAnew', link.guardianEmail, mails[0]?.data as never)
    expect(mail?.text).toContain('left out of these files')
    expect((await guardian.call('GET /guardians/:id', link)).answer).toMatchObject({ wording: 2 })
    await guardian.call('POST /guardians/:id', { ...link, agrees: true })
    expect((await guardian.call('GET /guardians/:id', link)).answer).toMatchObject({
      agrees: true,
      wording: guardianWordings.length,
    })
    const { id } = await make(week)
    await letOut(id)
    expect(await htmlOf(week)).toContain(title)
  })

  test('leaves the files with their guardian’s agreement, and is named by a number alone', async () => {
    const week = aWeek()
    await published(week)
    const { link, guardian, title } = await aYoungAuthor(week, guardianWordings.length)
    const { id } = await make(week)
    await letOut(id)
    await guardian.call('POST /guardians/:id', { ...link, agrees: false })
    await renew()
    expect(await htmlOf(week)).not.toContain(title)
    expect((await reader.call('GET /editions/:week', { week })).takenDown).toEqual([
      { place: expect.any(Number), at: expect.any(String), title: null },
    ])
  })
})

describe('on the publisher’s day', () => {
  test('the edition of the week before is made once, and waits', async () => {
    const week = aWeek()
    await published(week)
    const tuesday = new Date(Date.parse(mondayOf(week)) + 8 * 86_400_000 + 12 * 3_600_000)
    const on = (weekday: 'off' | 'tuesday') => {
      const settings = () => ({
        ...making.settings(),
        editions: { weekday, sponsor: 'Paid by Bello Motors' },
      })
      return keepEditions({ ...making, settings }, tuesday)
    }
    const ofWeek = async () =>
      (await editor.call('GET /admin/editions', {})).filter((one) => one.week === week)
    await on('off')
    expect(await ofWeek()).toEqual([])
    await Promise.all([on('tuesday'), on('tuesday')])
    expect(await ofWeek()).toMatchObject([{ state: 'draft', stories: 1 }])
    const [{ id = '' } = {}] = await ofWeek()
    expect(await (await editor.send(`/api/admin/editions/${id}/stories.html`)).text()).toContain(
      'Paid by Bello Motors',
    )
  })

  test('an edition that went out stands in the weekly digest', async () => {
    const { week, stories } = await anEdition(1)
    await sql`update week_editions set published_at = '2022-06-08T12:00:00Z' where monday = ${mondayOf(week)}`
    await sql`update stories set published_at = '2022-06-08T12:00:00Z' where id = ${stories[0]?.id ?? ''}`
    await sql`
      insert into subscribers ${sql({ email: `${randomUUID()}@readers.example`, confirmedAt: new Date(), digest: 'weekly' })}`
    const times = () => ({ weekday: 'saturday', hour: 8 }) as const
    await writeDigests({ brand: composeWith.brand, times }, new Date('2022-06-11T07:10:00Z'))
    const [digest] = await sql<{ content: string }[]>`
      select content from letters where digest = 'weekly'`
    expect(digest?.content).toContain(`(/edition/${week})`)
  })
})
