import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { dayOf } from '#contract/days.ts'
import { sourceParameter } from '#contract/stats.ts'
import { sql } from '#db/sql.ts'
import { aReader, aStory, aVisitor, theStaff } from '#tests/people.ts'
import { aDraft, subscribers } from '#tests/sent-letters.ts'
import { flushCounts } from './counts.queries.ts'
import { drawBars, drawLines } from './draw-chart.ts'
import { rollUp } from './roll-up.queries.ts'
import { periodsOf } from './sections.ts'

const today = dayOf(new Date())

/** Somebody comes from elsewhere, reads a story to its end and leaves. */
async function aVisit(story: string, told: Record<string, unknown> = {}, headers = {}) {
  const { send } = await aVisitor()
  return send('/api/counts', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({
      page: 'story',
      isOpened: true,
      visit: { source: 'whatsapp', isReturning: false, savesData: true },
      story,
      seconds: 120,
      isFinished: true,
      ...told,
    }),
  })
}

async function bringUpToDate() {
  await flushCounts()
  await rollUp()
}

/** A story whose title says which row is its own. */
async function aTitledStory() {
  const title = `A story of ${randomUUID()}`
  const { id } = await aStory({ title, category: 'Lifestyle and Culture' })
  return { id, title, category: 'Lifestyle and Culture' }
}

type Figures = Awaited<ReturnType<typeof figuresOf>>
async function figuresOf(
  { call }: Pick<Awaited<ReturnType<typeof theStaff>>, 'call'>,
  period = {},
) {
  return call('GET /admin/figures', { from: today, to: today, ...period })
}
const section = ({ sections }: Figures, name: string) => {
  const found = sections.find((one) => one.name === name)
  if (!found) throw new Error(`${name} is not there`)
  return found
}
const rowOf = (figures: Figures, name: string, first: string) =>
  section(figures, name).rows.find(([label]) => label === first)

describe('the stats', () => {
  test('show views, complete reads, reading time and referrers', async () => {
    const owner = await theStaff('owner')
    const story = await aTitledStory()
    await bringUpToDate()
    const before = await figuresOf(owner)
    const reader = await aVisitor()
    await reader.call('POST /stories/:id/view', { id: story.id })
    await reader.call('POST /stories/:id/share', { id: story.id })
    const { id } = story
    expect((await aVisit(id)).status).toBe(200)
    await bringUpToDate()
    const after = await figuresOf(owner)
    expect(rowOf(after, 'stories', story.title)?.slice(0, 6)).toEqual([story.title, 1, 1, 2, 0, 1])
    const grown = (name: string, first: string) =>
      Number(rowOf(after, name, first)?.[1]) - Number(rowOf(before, name, first)?.[1] ?? 0)
    expect(grown('summary', 'Reads')).toBe(1)
    expect(grown('summary', 'Read to the end')).toBe(1)
    expect(grown('sources', 'WhatsApp')).toBe(1)
    expect(grown('sources', 'Direct')).toBe(0)
    expect(grown('visitors', 'First visits')).toBe(1)
    expect(grown('visitors', 'Under data saver')).toBe(1)
    expect(grown('categories', story.category)).toBe(1)
  })

  test('have the same sums over months and days as over days', async () => {
    const owner = await theStaff('owner')
    const story = await aTitledStory()
    await sql`
      insert into story_days (day, story_id, reads, finishes, seconds, likes, shares, offline_reads)
      select (date_trunc('month', now()) - n * interval '1 day')::date, ${story.id}, n, 1, 60, 0, 0, 0
      from generate_series(1, 130) n`
    await sql`
      insert into story_months
      select date_trunc('month', day)::date, story_id, sum(reads), sum(finishes), sum(seconds), 0, 0, 0 from story_days
      where story_id = ${story.id} and day < date_trunc('month', now())
        and day >= date_trunc('month', now()) - interval '3 months' group by 1, 2`
    const ranges = await sql<{ from: string; to: string; reads: number }[]>`
      select r.from::text, r.to::text,
        (select coalesce(sum(reads), 0) from story_days where story_id = ${story.id} and day between r.from and r.to) as reads
      from (
        select (now() - a * interval '17 days')::date as from, (now() - b * interval '13 days')::date as to
        from generate_series(1, 7) a, generate_series(0, 8) b where a * 17 > b * 13
      ) r`
    expect(ranges.length).toBeGreaterThan(20)
    for (const { from, to, reads } of ranges) {
      const found = rowOf(await figuresOf(owner, { from, to }), 'stories', story.title)
      expect(found?.[1] ?? 0, `${from} to ${to}`).toBe(reads)
    }
    await sql`delete from story_months`
    await sql`delete from story_days where story_id = ${story.id}`
  })

  test('count only the view of somebody who asks not to be tracked', async () => {
    const owner = await theStaff('owner')
    const story = await aTitledStory()
    await aVisit(story.id, {}, { DNT: '1' })
    await aVisit(story.id, {}, { 'Sec-GPC': '1' })
    const { send } = await aVisitor()
    await send(`/api/stories/${story.id}/view`, { method: 'POST', headers: { 'Sec-GPC': '1' } })
    await bringUpToDate()
    expect(rowOf(await figuresOf(owner), 'stories', story.title)?.slice(1, 4)).toEqual([1, 0, 0])
  })

  test('store no network address, browser or cookie', async () => {
    const story = await aTitledStory()
    const { send } = await aVisitor()
    const response = await send('/api/counts', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ page: 'story', story: story.id, seconds: 5 }),
    })
    expect(response.headers.getSetCookie()).toEqual([])
    const columns = await sql<{ name: string }[]>`
      select column_name as name from information_schema.columns
      where table_name in ('story_hours', 'figure_hours', 'story_days', 'figure_days', 'category_days', 'story_months')`
    expect([...new Set(columns.map(({ name }) => name))].sort()).toEqual([
      'category',
      'class',
      'day',
      'finishes',
      'hour',
      'likes',
      'measure',
      'month',
      'offline_reads',
      'reads',
      'seconds',
      'shares',
      'story_id',
      'total',
    ])
  })

  test('count searches without results, without their text', async () => {
    const owner = await theStaff('owner')
    await bringUpToDate()
    const before = Number(rowOf(await figuresOf(owner), 'searches', today)?.[1])
    const { call } = await aVisitor()
    // Like no word: digits of an id may be like those in the title of another test's story.
    await call('GET /search', { q: 'zqxwvkj' })
    await call('GET /search', { q: '' })
    await bringUpToDate()
    expect(rowOf(await figuresOf(owner), 'searches', today)?.[1]).toBe(before + 1)
    expect(await sql`select distinct class from figure_hours where measure = 'noResult'`).toEqual([
      { class: 'stories' },
    ])
  })

  test('show the 75th percentile of page timings, by page and network', async () => {
    const owner = await theStaff('owner')
    const story = await aTitledStory()
    for (const value of [1000, 2000, 3000, 4000]) {
      await aVisit(story.id, { vitals: [{ name: 'LCP', value, connection: '3g' }] })
    }
    await bringUpToDate()
    const [, , lcp, inp, , pages] =
      section(await figuresOf(owner), 'speed').rows.find(([page, network]) => {
        return page === 'story' && network === '3g'
      }) ?? []
    expect(Math.abs(Number(lcp) - 3000)).toBeLessThan(300)
    expect([inp, pages]).toEqual([null, 4])
  })

  test('of the newsletter compare with the period before and list each issue', async () => {
    const owner = await theStaff('owner')
    const begun = (day: string, subject: string) =>
      aDraft({
        state: 'sent',
        subject,
        startedAt: `${day}T23:30:00Z`,
        mailSubject: subject,
        mailHtml: '',
        mailText: '',
      })
    const [email = ''] = await subscribers(1)
    const [leaver] = await sql<{ id: string }[]>`select id from subscribers where email = ${email}`
    // Half past midnight in Lagos.
    const id = await begun('2024-05-10', 'A letter of May')
    await sql`
      insert into letter_recipients (letter_id, subscriber_id, state, reported)
      values (${id}, ${leaver?.id ?? ''}, 'sent', null), (${id}, gen_random_uuid(), 'sent', 'bounced'),
        (${id}, gen_random_uuid(), 'sent', 'complained'), (${id}, gen_random_uuid(), 'refused', null),
        (${id}, gen_random_uuid(), 'waiting', null)`
    await sql`delete from subscribers where email = ${email}`
    // Its recipients are past their time.
    await sql`
      insert into letter_totals (letter_id, recipients, sent, refused, suppressed, uncertain, bounced, complained)
      values (${await begun('2024-05-08', 'The one before')}, 9, 6, 1, 1, 1, 1, 0)`
    await begun('2024-05-12', 'Of the day after')
    await sql`
      insert into figure_days (day, measure, class, total)
      values ('2024-05-09', 'visits', 'letter', 4), ('2024-05-11', 'visits', 'letter', 5),
        ('2024-05-12', 'visits', 'letter', 1), ('2024-05-12', 'visits', 'search', 7)`
    const figures = await figuresOf(owner, { from: '2024-05-10', to: '2024-05-12' })
    expect(section(figures, 'letters').rows).toEqual([
      ['Letters and digests', 1, 1, 0],
      ['Mails sent', 3, 6, -50],
      ['Bounced', 2, 2, 0],
      ['Complained', 1, 0, null],
      ['Left the newsletter', 1, 0, null],
      ['Visits that came from them', 6, 4, 50],
    ])
    expect(section(figures, 'letters').lines?.now).toBe('M0 100L50 0L100 80')
    expect(section(figures, 'eachLetter').rows).toEqual([
      ['A letter of May', '2024-05-11', 3, 2, 1, 1],
    ])
    const editors = await figuresOf(await theStaff('editor'), { from: '2024-05-10' })
    expect(editors.sections.map(({ name }) => name)).toContain('eachLetter')
  })

  test('recognize a visit by a link in an issue', async () => {
    const owner = await theStaff('owner')
    const story = await aTitledStory()
    const [id, saveId] = [randomUUID(), randomUUID()]
    const content = `[x](/story/${story.id})`
    const fields = { subject: 'A letter', preheader: '', content, categories: [] }
    await owner.call('PUT /admin/letters/:id/draft', { id, base: 0, saveId, fields })
    const { text } = await owner.call('GET /admin/letters/:id/preview', { id })
    const link = new URL(/https?:\S+\/story\/\S+/.exec(text)?.[0] ?? '')
    const visits = async () => {
      await bringUpToDate()
      return Number(rowOf(await figuresOf(owner), 'letters', 'Visits that came from them')?.[1])
    }
    const before = await visits()
    const source = link.searchParams.get(sourceParameter)
    await aVisit(story.id, { visit: { source, isReturning: false, savesData: false } })
    expect(await visits()).toBe(before + 1)
  })

  test('of books show views and begun, paid and abandoned orders', async () => {
    const owner = await theStaff('owner')
    await aVisit(randomUUID(), { page: 'book' })
    await bringUpToDate()
    const [, looks, ...orders] = rowOf(await figuresOf(owner), 'books', today) ?? []
    expect(looks).toBeGreaterThanOrEqual(1)
    expect(orders).toHaveLength(3)
  })

  test('show authors their own stories and shop keepers the shop', async () => {
    const author = await theStaff('author')
    const reader = await aReader()
    await sql`update staff set reader_id = ${reader.reader.id} where id = ${author.member.id}`
    const [own, another] = [await aTitledStory(), await aTitledStory()]
    await sql`update stories set author_id = ${reader.reader.id} where id = ${own.id}`
    for (const { id } of [own, another, another]) {
      await (await aVisitor()).call('POST /stories/:id/view', { id })
    }
    await bringUpToDate()
    const figures = await figuresOf(author)
    expect(figures.sections.map(({ name }) => name)).toEqual(['summary', 'days', 'stories'])
    expect(section(figures, 'stories').rows.map(([title]) => title)).toEqual([own.title])
    expect(rowOf(figures, 'summary', 'Reads')?.[1]).toBe(1)
    const keeper = await figuresOf(await theStaff('shopkeeper'))
    expect(keeper.sections.map(({ name }) => name)).toEqual(['books'])
    const refused = await author.send('/api/admin/figures.csv?section=sources')
    expect(refused.status).toBe(403)
    const [mine] = await reader.call('GET /account/figures', {})
    expect(mine).toMatchObject({ title: own.title, reads: 1, views: 1 })
  })

  test('can be downloaded, one file for each table', async () => {
    const owner = await theStaff('owner')
    const { sections } = await figuresOf(owner)
    for (const { name, columns } of sections) {
      const response = await owner.send(`/api/admin/figures.csv?section=${name}&from=${today}`)
      expect(response.status, name).toBe(200)
      const text = await response.text()
      const head = columns.filter(({ kind }) => kind !== 'change').map(({ label }) => `"${label}"`)
      expect(text.replace('\uFEFF', '').split('\r\n')[0], name).toBe(head.join(','))
    }
    expect((await owner.send('/api/admin/figures.csv?section=people')).status).toBe(400)
    expect((await owner.send('/api/admin/figures?from=soon')).status).toBe(400)
  })
})

describe('a period', () => {
  const now = new Date('2026-11-23T10:00:00Z')

  test.each([
    [{}, '2026-10-27', '2026-11-23', '2026-09-29', '2026-10-26'],
    [
      { from: '2026-11-01', to: '2026-11-10' },
      '2026-11-01',
      '2026-11-10',
      '2026-10-22',
      '2026-10-31',
    ],
    [
      { from: '2026-11-10', to: '2026-11-01' },
      '2026-11-01',
      '2026-11-10',
      '2026-10-22',
      '2026-10-31',
    ],
  ])('%o is compared with as many days before', (asked, from, to, fromBefore, toBefore) => {
    expect(periodsOf({ against: 'before', ...asked }, now)).toEqual({
      period: { from, to },
      before: { from: fromBefore, to: toBefore },
    })
  })

  test('is compared with the same days of the year before, and is two years long at most', () => {
    const asked = { from: '2026-11-01', to: '2026-11-10', against: 'year' } as const
    expect(periodsOf(asked, now).before).toEqual({ from: '2025-11-01', to: '2025-11-10' })
    const { period } = periodsOf({ from: '1990-01-01', to: '2026-11-10', against: 'year' }, now)
    expect(period).toEqual({ from: '2024-11-09', to: '2026-11-10' })
  })
})

describe('a chart', () => {
  test('of lines has its highest value below a round number, and its zero at the bottom', () => {
    const { now, before, top } = drawLines([0, 130, 65], [0, 0, 0], { start: 'a', end: 'b' })
    expect([top, now, before]).toEqual([200, 'M0 100L50 35L100 67.5', 'M0 100L50 100L100 100'])
    expect(drawLines([], [], { start: 'a', end: 'b' })).toMatchObject({ now: '', top: 1 })
    expect(drawLines([1], [0], { start: 'a', end: 'a' }).now).toBe('M0 0L100 0')
  })

  test('of bars has the longest of both periods at a hundred', () => {
    expect(drawBars([{ label: 'a', now: 2, before: 8 }])).toEqual([
      { label: 'a', now: 25, before: 100 },
    ])
  })
})
