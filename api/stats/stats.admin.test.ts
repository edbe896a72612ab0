import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { markKept } from '#api/newsletter/issues/issues.queries.ts'
import { dayOf } from '#contract/dates.ts'
import { sourceParameter } from '#contract/stats.ts'
import { sql } from '#db/sql.ts'
import { aDraft, subscribers } from '#tests/magazine/sent-issues.ts'
import { aReader, aStory, aVisitor, theStaff } from '#tests/people.ts'
import { flushCounts } from './counts.queries.ts'
import { drawBars, drawTreads } from './draw-chart.ts'
import { periodsOf, treadsOf } from './periods.ts'
import { rollUp } from './roll-up.queries.ts'

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

type Stats = Awaited<ReturnType<typeof statsOf>>
async function statsOf({ call }: Pick<Awaited<ReturnType<typeof theStaff>>, 'call'>, period = {}) {
  return call('GET /admin/figures', { from: today, to: today, ...period })
}
const section = ({ sections }: Stats, name: string) => {
  const found = sections.find((one) => one.name === name)
  if (!found) throw new Error(`${name} is not there`)
  return found
}
const measureOf = ({ measures }: Stats, name: string) => {
  const found = measures.find((one) => one.name === name)
  if (!found) throw new Error(`${name} is not measured`)
  return found
}
const rowOf = (stats: Stats, name: string, first: string) =>
  section(stats, name).rows.find(([label]) => label === first)

describe('the stats', () => {
  test('show views, complete reads, reading time and referrers', async () => {
    const owner = await theStaff('owner')
    const story = await aTitledStory()
    await bringUpToDate()
    const before = await statsOf(owner)
    const reader = await aVisitor()
    await reader.call('POST /stories/:id/view', { id: story.id })
    await reader.call('POST /stories/:id/share', { id: story.id })
    const { id } = story
    expect((await aVisit(id)).status).toBe(200)
    await bringUpToDate()
    const after = await statsOf(owner)
    expect(rowOf(after, 'stories', story.title)?.slice(0, 6)).toEqual([story.title, 1, 1, 2, 0, 1])
    const grown = (name: string, first: string) =>
      Number(rowOf(after, name, first)?.[1]) - Number(rowOf(before, name, first)?.[1] ?? 0)
    expect(grown('summary', 'Reads')).toBe(1)
    expect(grown('summary', 'Finished')).toBe(1)
    expect(grown('sources', 'WhatsApp')).toBe(1)
    expect(grown('sources', 'Direct')).toBe(0)
    expect(grown('visitors', 'First visits')).toBe(1)
    expect(grown('visitors', 'Under data saver')).toBe(1)
    expect(grown('categories', story.category)).toBe(1)
  })

  test('say of one story where its visits began, and keep none of made-up stories', async () => {
    const owner = await theStaff('owner')
    const [story, another] = [await aTitledStory(), await aTitledStory()]
    const visit = (source: string) => ({ visit: { source, isReturning: false, savesData: false } })
    await aVisit(story.id)
    await aVisit(story.id, visit('search'))
    await aVisit(story.id.toUpperCase(), visit('search'))
    await aVisit(story.id, { visit: undefined })
    await aVisit(another.id, visit('letter'))
    const madeUp = randomUUID()
    await aVisit(madeUp)
    await bringUpToDate()
    const { rows } = section(await statsOf(owner, { story: story.id }), 'sources')
    expect(rows.map(([from, visits]) => [from, visits]).filter(([, visits]) => visits)).toEqual([
      ['Search', 2],
      ['WhatsApp', 1],
    ])
    const kept = await sql`select from figure_hours where class like ${`${madeUp}%`}`
    expect(kept).toHaveLength(0)
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
      const found = rowOf(await statsOf(owner, { from, to }), 'stories', story.title)
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
    expect(rowOf(await statsOf(owner), 'stories', story.title)?.slice(1, 4)).toEqual([1, 0, 0])
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
    const before = Number(rowOf(await statsOf(owner), 'searches', today)?.[1])
    const { call } = await aVisitor()
    // It is like no word: digits of an id may be like those in the title of another test's story.
    await call('GET /search', { q: 'zqxwvkj' })
    await call('GET /search', { q: '' })
    await bringUpToDate()
    expect(rowOf(await statsOf(owner), 'searches', today)?.[1]).toBe(before + 1)
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
      section(await statsOf(owner), 'speed').rows.find(([page, network]) => {
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
    const kept = await begun('2024-05-11', 'Without a mail server')
    await sql`
      insert into letter_recipients (letter_id, subscriber_id, state) values (${kept}, gen_random_uuid(), 'sent')`
    await markKept(kept)
    await sql`
      insert into figure_days (day, measure, class, total)
      values ('2024-05-09', 'visits', 'letter', 4), ('2024-05-11', 'visits', 'letter', 5),
        ('2024-05-12', 'visits', 'letter', 1), ('2024-05-12', 'visits', 'search', 7)`
    const stats = await statsOf(owner, { from: '2024-05-10', to: '2024-05-12' })
    expect(section(stats, 'letters').rows).toEqual([
      ['Newsletters and digests', 1, 1, 0],
      ['Mails sent', 3, 6, -50],
      ['Bounced', 2, 2, 0],
      ['Spam reports', 1, 0, null],
      ['Unsubscribed', 1, 0, null],
      ['Visits by their links', 6, 4, 50],
    ])
    expect(section(stats, 'letters').chart?.treads.map(({ value }) => value)).toEqual([0, 5, 1])
    expect(section(stats, 'eachLetter').rows).toEqual([
      ['A letter of May', '2024-05-11', 3, 2, 1, 1],
    ])
    const editors = await statsOf(await theStaff('editor'), { from: '2024-05-10' })
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
      return Number(rowOf(await statsOf(owner), 'letters', 'Visits by their links')?.[1])
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
    const [, looks, ...orders] = rowOf(await statsOf(owner), 'books', today) ?? []
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
    const stats = await statsOf(author)
    expect(stats.sections.map(({ name }) => name)).toEqual(['stories', 'summary', 'days'])
    expect(section(stats, 'stories').rows.map(([title]) => title)).toEqual([own.title])
    expect(rowOf(stats, 'summary', 'Reads')?.[1]).toBe(1)
    const keeper = await statsOf(await theStaff('shopkeeper'))
    expect(keeper.sections.map(({ name }) => name)).toEqual(['topBooks', 'books', 'sales'])
    expect(keeper.published).toEqual([])
    const refused = await author.send('/api/admin/figures.csv?section=sources')
    expect(refused.status).toBe(403)
    const editor = await theStaff('editor')
    expect((await statsOf(editor)).measures.map(({ name }) => name)).not.toContain('sales')
    expect((await editor.send('/api/admin/figures.csv?section=sales')).status).toBe(403)
    // Of somebody else's story an author learns nothing.
    const ofAnother = await author.send(`/api/admin/figures?story=${another.id}`)
    expect(ofAnother.status).toBe(404)
    const ofOwn = await statsOf(author, { story: own.id })
    expect(ofOwn.story?.title).toBe(own.title)
    expect(measureOf(ofOwn, 'reads').total).toBe(1)
    const [mine] = await reader.call('GET /account/figures', {})
    expect(mine).toMatchObject({ title: own.title, reads: 1, views: 1 })
  })

  test('draw today as not over, with what was published', async () => {
    const owner = await theStaff('owner')
    const story = await aTitledStory()
    await (await aVisitor()).call('POST /stories/:id/view', { id: story.id })
    await bringUpToDate()
    const stats = await statsOf(owner, { story: story.id })
    const { chart, total } = measureOf(stats, 'reads')
    expect(total).toBe(1)
    expect(chart.treads).toMatchObject([
      { from: today, value: 1, isOpen: true, published: 1, title: story.title },
    ])
    expect([chart.now, chart.open]).toEqual(['', 'M0 100V0H100V100'])
    expect(chart.days).toEqual([{ at: 50, label: 'Today' }])
    const all = await statsOf(owner)
    expect(all.published).toContainEqual({ id: story.id, title: story.title, day: today, reads: 1 })
  })

  test('compared with nothing have no column and no dots of the days before', async () => {
    const owner = await theStaff('owner')
    const stats = await statsOf(owner, { against: 'none' })
    expect(stats.measures.map(({ change }) => change)).toEqual(stats.measures.map(() => null))
    expect(stats.measures.every(({ chart }) => chart.before === '')).toBe(true)
    expect(section(stats, 'summary').columns.map(({ label }) => label)).toEqual([
      'Metric',
      'This period',
    ])
  })

  test('of subscribers follow who came and who left', async () => {
    const owner = await theStaff('owner')
    const counted = async () => {
      const stats = await statsOf(owner, { from: '2023-03-01', to: '2023-03-03' })
      return measureOf(stats, 'subscribers').chart.treads.map(({ value }) => value ?? 0)
    }
    const before = await counted()
    const addresses = await subscribers(2)
    await sql`update subscribers set confirmed_at = '2023-03-01T23:30:00Z' where email in ${sql(addresses)}`
    await sql`
      insert into newsletter_withdrawals (address_hash, asked_at, confirmed_at, withdrawn_at)
      values (${randomUUID()}, '2023-02-01', '2023-02-01', '2023-03-03T12:00:00Z')`
    const after = await counted()
    expect(after.map((value, at) => value - (before[at] ?? 0))).toEqual([1, 3, 2])
    await sql`delete from subscribers where email in ${sql(addresses)}`
  })

  test('of sales have the naira of each day and the copies of each book', async () => {
    const owner = await theStaff('owner')
    const sold = await statsOf(owner)
    const byDay = section(sold, 'sales').rows.reduce((sum, [, , naira]) => sum + Number(naira), 0)
    expect(measureOf(sold, 'sales').total).toBe(byDay)
    expect(section(sold, 'topBooks').columns.map(({ label }) => label)).toEqual(['Book', 'Copies'])
  })

  test('can be downloaded, one file for each table', async () => {
    const owner = await theStaff('owner')
    const { sections } = await statsOf(owner)
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

  test('is compared with the same weekdays of the year before', () => {
    const asked = { from: '2026-11-02', to: '2026-11-08', against: 'weekdays' } as const
    // Monday to Sunday, both.
    expect(periodsOf(asked, now).before).toEqual({ from: '2025-11-03', to: '2025-11-09' })
  })
})

describe('treads', () => {
  const between = (from: string, to: string) =>
    treadsOf({ from, to }).map(({ first, last }) => last - first + 1)

  test('are days in two months, weeks in half a year, and months beyond', () => {
    expect(between('2026-11-01', '2026-11-03')).toEqual([1, 1, 1])
    expect(between('2026-09-23', '2026-11-23')).toHaveLength(62)
    // 13 weeks; of 92 days the first is alone.
    expect(between('2026-08-25', '2026-11-23')).toEqual(Array(13).fill(7))
    expect(between('2026-08-24', '2026-11-23')).toEqual([1, ...Array(13).fill(7)])
    expect(between('2025-12-01', '2026-11-23')).toEqual([
      31, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 23,
    ])
  })
})

describe('a chart', () => {
  const tread = { width: 1, value: 0, before: null, isOpen: false, published: 0 }
  const plain = (value: number) => String(value)

  test('has treads as wide as their days below a round number, on a zero at the bottom', () => {
    const drawn = drawTreads(
      [
        { ...tread, value: 1300, before: 650, published: 2 },
        { ...tread, value: 2900, width: 2 },
        { ...tread, value: 1000, isOpen: true },
      ],
      plain,
    )
    expect(drawn.scale).toEqual([
      { at: 0, label: '0' },
      { at: 33.33, label: '1000' },
      { at: 66.67, label: '2000' },
      { at: 100, label: '3000' },
    ])
    expect(drawn.now).toBe('M0 100V56.67H25V3.33H75V100Z')
    expect(drawn.edge).toBe('M0 56.67H25V3.33H75')
    // Today is an outline.
    expect(drawn.open).toBe('M75 100V66.67H100V100')
    expect(drawn.before).toBe('M5 78.33H20')
    expect(drawn.suns).toBe('M12.5 100h0')
  })

  test('of nothing has an axis to one, and draws no day that is still to come', () => {
    const drawn = drawTreads([tread, { ...tread, value: null }], plain)
    expect(drawn.scale.map(({ label }) => label)).toEqual(['0', '1'])
    expect(drawn.now).toBe('M0 100V100H50V100Z')
    expect(drawn.open).toBe('')
  })

  test('of bars has the longest at a hundred', () => {
    expect(
      drawBars([
        { label: 'a', value: '8', length: 8 },
        { label: 'b', value: '2', length: 2 },
      ]).map(({ length }) => length),
    ).toEqual([100, 25])
  })
})
