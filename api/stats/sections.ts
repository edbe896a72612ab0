import { listTopBooks } from '#api/shop/orders/orders.admin.queries.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import {
  connections,
  type PageKind,
  p75,
  pageKinds,
  type Source,
  type StatSection,
  sources,
  sourceTexts,
  vitalBudgets,
  vitals,
} from '#contract/stats.ts'
import { changeOf, chartOf } from './chart.ts'
import { drawBars } from './draw-chart.ts'
import type { Facts } from './facts.ts'
import { daysOf } from './periods.ts'
import {
  type Counts,
  type IssueStats,
  listAuthors,
  listCategories,
  listIssueStats,
  listOrderDays,
  listReadsOf,
  listStories,
  type NamedStats,
  sumByClass,
  sumByDay,
  sumStoryVisits,
} from './stats.queries.ts'

type Section = OutputOf<'GET /admin/figures'>['sections'][number]
type Column = Section['columns'][number]

/** Rows of a list: who reads it wants the first ones; the file has more. */
const shownRows = 20
const fileRows = 5000
const drawnRows = 10

const nothing: Counts = { reads: 0, finishes: 0, seconds: 0, likes: 0, shares: 0, offlineReads: 0 }
const minutes = (seconds: number) => Math.round(seconds / 60)
const counted = (label: string): Column => ({ label, kind: 'count' })
const change: Column = { label: 'Change', kind: 'change', isBefore: true }
const countedBefore = (label: string): Column => ({ label, kind: 'count', isBefore: true })
const countColumns = ['Reads', 'Finished', 'Minutes', 'Likes', 'Shares'].map(counted)
const cellsOf = ({ reads, finishes, seconds, likes, shares }: Counts) => [
  reads,
  finishes,
  minutes(seconds),
  likes,
  shares,
]

/** A row of a table whose columns are `comparedBy`. */
const compared = (label: string, now = 0, then = 0) => [label, now, then, changeOf(now, then)]
const comparedBy = (what: string, now = 'This period'): Column[] => [
  { label: what, kind: 'text' },
  counted(now),
  countedBefore('Previous'),
  change,
]

const plain = { note: '', chart: null, bars: null }

const text = (label: string): Column => ({ label, kind: 'text' })
const dayColumn: Column = { label: 'Day', kind: 'day' }
const numbers = new Intl.NumberFormat('en-NG')
const textOf = (count: number) => numbers.format(count)

/** The first rows with anything to draw. */
const barsOf = (rows: { label: string; length: number; value?: string; id?: string }[]) =>
  drawBars(
    rows
      .filter(({ length }) => length > 0)
      .sort((a, b) => b.length - a.length)
      .slice(0, drawnRows)
      .map((row) => ({ value: textOf(row.length), ...row })),
  )

function sumOf(rows: Counts[]): Counts {
  return rows.reduce(
    (sum, row) => ({
      reads: sum.reads + row.reads,
      finishes: sum.finishes + row.finishes,
      seconds: sum.seconds + row.seconds,
      likes: sum.likes + row.likes,
      shares: sum.shares + row.shares,
      offlineReads: sum.offlineReads + row.offlineReads,
    }),
    nothing,
  )
}

type Make = (facts: Facts, limit: number) => Promise<Section | Section[]>

const sumOver = (of: Map<string, number>) => (days: string[]) =>
  days.reduce((sum, day) => sum + (of.get(day) ?? 0), 0)

const daysAndSummary: Make = async ({ period, readDays }) => {
  const [now, then] = await readDays()
  const onDay = new Map(now.map((row) => [row.day, row]))
  const [sum, sumBefore] = [sumOf(now), sumOf(then)]
  const summary: [string, (counts: Counts) => number][] = [
    ['Reads', ({ reads }) => reads],
    ['Finished', ({ finishes }) => finishes],
    ['Minutes', ({ seconds }) => minutes(seconds)],
    ['Likes', ({ likes }) => likes],
    ['Shares', ({ shares }) => shares],
    ['Offline reads', ({ offlineReads }) => offlineReads],
  ]
  return [
    {
      ...plain,
      name: 'summary',
      title: 'Overview',
      note: 'A read is one reader, one story, one day. Finished and minutes: Not counted for readers with Do Not Track.',
      columns: comparedBy('Metric'),
      rows: summary.map(([label, of]) => compared(label, of(sum), of(sumBefore))),
    },
    {
      ...plain,
      name: 'days',
      title: 'Reads by day',
      columns: [dayColumn, ...countColumns],
      rows: daysOf(period).map((day) => [day, ...cellsOf(onDay.get(day) ?? nothing)]),
    },
  ]
}

const stories: Make = async ({ period, before, whose }, limit) => {
  const found = await listStories(period, whose.authors, limit)
  const readsBefore = await listReadsOf(
    found.map(({ id }) => id),
    before,
  )
  return {
    ...plain,
    name: 'stories',
    title: 'Top stories',
    bars: barsOf(found.map(({ id, title, reads }) => ({ id, label: title, length: reads }))),
    columns: [text('Story'), ...countColumns, countedBefore('Previous reads'), change],
    rows: found.map((story) => {
      const then = readsBefore.get(story.id) ?? 0
      return [story.title, ...cellsOf(story), then, changeOf(story.reads, then)]
    }),
  }
}

const authors: Make = async ({ period }, limit) => {
  const found = await listAuthors(period, limit)
  return {
    ...plain,
    name: 'authors',
    title: 'Authors',
    bars: barsOf(found.map(({ name, reads }) => ({ label: name, length: reads }))),
    columns: [text('Author'), ...countColumns],
    rows: found.map((author) => [author.name, ...cellsOf(author)]),
  }
}

const categories: Make = async ({ period, before }) => {
  const [now, then] = await Promise.all([listCategories(period), listCategories(before)])
  const readsBefore = new Map(then.map(({ name, reads }) => [name, reads]))
  const rowOf = (row: NamedStats) => {
    const reads = readsBefore.get(row.name) ?? 0
    return [row.name, ...cellsOf(row), reads, changeOf(row.reads, reads)]
  }
  return {
    ...plain,
    name: 'categories',
    title: 'Categories',
    bars: barsOf(now.map(({ name, reads }) => ({ label: name, length: reads }))),
    columns: [text('Category'), ...countColumns, countedBefore('Previous reads'), change],
    rows: now.map(rowOf),
  }
}

const whereFrom: Make = async ({ period, before, whose: { story } }) => {
  const sum = (days: typeof period) =>
    story ? sumStoryVisits(story, days) : sumByClass('visits', days)
  const [now, then] = await Promise.all([sum(period), sum(before)])
  const rows = sources.map((source) => ({
    label: sourceTexts[source],
    now: now.get(source) ?? 0,
    before: then.get(source) ?? 0,
  }))
  const all = rows.reduce((sum, row) => sum + row.now, 0)
  return {
    ...plain,
    name: 'sources',
    title: 'Sources',
    note: 'Of visits. WhatsApp: links shared with our button; others are direct.',
    bars: barsOf(
      rows.map((row) => ({
        label: row.label,
        length: row.now,
        value: `${Math.round((row.now / all) * 100)}%`,
      })),
    ),
    columns: comparedBy('From', 'Visits'),
    rows: rows.map((row) => compared(row.label, row.now, row.before)),
  }
}

const visitors: Make = async ({ period, before }) => {
  const both = (measure: 'visitors' | 'dataSaver') =>
    Promise.all([sumByClass(measure, period), sumByClass(measure, before)])
  const [[now, then], [saver, saverBefore]] = await Promise.all([
    both('visitors'),
    both('dataSaver'),
  ])
  return {
    ...plain,
    name: 'visitors',
    title: 'Visits',
    note: 'Returning: was here before in this browser, and has not deleted its data.',
    columns: comparedBy('Visits'),
    rows: [
      compared('First visits', now.get('first'), then.get('first')),
      compared('Returning', now.get('returning'), then.get('returning')),
      compared('Under data saver', saver.get('on'), saverBefore.get('on')),
    ],
  }
}

const issues: Make = async (facts, limit) => {
  const { period, before } = facts
  const [sent, sentBefore, visits, visitsBefore] = await Promise.all([
    listIssueStats(period),
    listIssueStats(before),
    sumByDay('visits', 'letter' satisfies Source, period),
    sumByDay('visits', 'letter' satisfies Source, before),
  ])
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const ofIssues = (label: string, of: (issue: IssueStats) => number) =>
    compared(label, sum(sent.map(of)), sum(sentBefore.map(of)))
  return [
    {
      ...plain,
      name: 'letters',
      title: 'Newsletters',
      note: 'Newsletters and digests whose sending started in the period; the chart shows visits by their links. Nothing tells whether a mail was opened.',
      chart: chartOf(facts, sumOver(visits), sumOver(visitsBefore)),
      columns: comparedBy('Metric'),
      rows: [
        compared('Newsletters and digests', sent.length, sentBefore.length),
        ofIssues('Mails sent', (issue) => issue.sent),
        ofIssues('Bounced', (issue) => issue.bounced),
        ofIssues('Spam reports', (issue) => issue.complained),
        ofIssues('Unsubscribed', (issue) => issue.leftNewsletter),
        compared(
          'Visits by their links',
          sum([...visits.values()]),
          sum([...visitsBefore.values()]),
        ),
      ],
    },
    {
      ...plain,
      name: 'eachLetter',
      title: 'By newsletter',
      note: `The ${limit} newest at most. Unsubscribed: after this newsletter and before another. Visits are not counted by newsletter: a link is the same for everybody.`,
      columns: [
        text('Newsletter'),
        { label: 'Started', kind: 'day' },
        ...['Sent', 'Bounced', 'Spam reports', 'Unsubscribed'].map(counted),
      ],
      rows: sent
        .slice(0, limit)
        .map((issue) => [
          issue.subject,
          issue.day,
          issue.sent,
          issue.bounced,
          issue.complained,
          issue.leftNewsletter,
        ]),
    },
  ]
}

const searches: Make = async (facts) => {
  const { period, before } = facts
  const [now, then] = await Promise.all([
    sumByDay('noResult', 'stories', period),
    sumByDay('noResult', 'stories', before),
  ])
  return {
    ...plain,
    name: 'searches',
    title: 'Failed searches',
    note: 'How many, and not for what: somebody may have looked for a name.',
    chart: chartOf(facts, sumOver(now), sumOver(then)),
    columns: [dayColumn, counted('Searches')],
    rows: daysOf(period).map((day) => [day, now.get(day) ?? 0]),
  }
}

const topBooks: Make = async ({ period }, limit) => {
  const found = await listTopBooks(period, limit)
  return {
    ...plain,
    name: 'topBooks',
    title: 'Books',
    note: 'Copies that were paid for; tests are not counted.',
    bars: barsOf(found.map(({ title, copies }) => ({ label: title, length: copies }))),
    columns: [text('Book'), counted('Copies')],
    rows: found.map(({ title, copies }) => [title, copies]),
  }
}

const books: Make = async (facts) => {
  const { period, before } = facts
  const [now, then, views] = await Promise.all([
    listOrderDays(period),
    listOrderDays(before),
    sumByDay('pages', 'book', period),
  ])
  const onDay = new Map(now.map((row) => [row.day, row]))
  const paidOf = (rows: typeof now) => sumOver(new Map(rows.map(({ day, paid }) => [day, paid])))
  return {
    ...plain,
    name: 'books',
    title: 'Orders by day',
    note: 'The chart shows paid orders. Views: pages of books that somebody scrolled or touched. Abandoned: on the day on which the order was started.',
    chart: chartOf(facts, paidOf(now), paidOf(then)),
    columns: [dayColumn, ...['Views', 'Started', 'Paid', 'Abandoned'].map(counted)],
    rows: daysOf(period).map((day) => {
      const { begun = 0, paid = 0, givenUp = 0 } = onDay.get(day) ?? {}
      return [day, views.get(day) ?? 0, begun, paid, givenUp]
    }),
  }
}

const subscribers: Make = async ({ period, readSubscribers }) => {
  const { moves, totalOn } = await readSubscribers()
  return {
    ...plain,
    name: 'subscribers',
    title: 'Subscribers by day',
    columns: [dayColumn, ...['Subscribed', 'Unsubscribed', 'Subscribers'].map(counted)],
    rows: daysOf(period).map((day) => {
      const { joined = 0, gone = 0 } = moves.get(day) ?? {}
      return [day, joined, gone, totalOn(day)]
    }),
  }
}

const sales: Make = async ({ period, readSales }) => {
  const [now] = await readSales()
  return {
    ...plain,
    name: 'sales',
    title: 'Sales by day',
    note: 'Tests are not counted.',
    columns: [dayColumn, counted('Copies'), { label: 'Sales', kind: 'naira' }],
    rows: daysOf(period).map((day) => {
      const { copies = 0, naira = 0 } = now.get(day) ?? {}
      return [day, copies, naira]
    }),
  }
}

const pageTexts: Record<PageKind, string> = {
  home: 'Landing page',
  story: 'Stories',
  book: 'Books',
  list: 'Lists',
  other: 'Other pages',
}

/** Measured visits by page and network, as histograms. */
const speed: Make = async ({ period }) => {
  const measured = await Promise.all(vitals.map((name) => sumByClass(name, period)))
  const histogram = (name: number, page: string, connection: string) => {
    const buckets = new Map<number, number>()
    for (const [kind, total] of measured[name] ?? []) {
      const [ofPage, ofConnection, bucket] = kind.split(' ')
      if (ofPage === page && ofConnection === connection) buckets.set(Number(bucket), total)
    }
    return buckets
  }
  const rows = pageKinds.flatMap((page): (string | number | null)[][] =>
    connections.flatMap((connection) => {
      const histograms = vitals.map((_, at) => histogram(at, page, connection))
      const pages = Math.max(
        ...histograms.map((one) => [...one.values()].reduce((sum, count) => sum + count, 0)),
      )
      if (pages === 0) return []
      const values = vitals.map((name, at) => p75(name, histograms[at] ?? new Map()))
      const [lcp, inp, cls] = values.map((value) => value ?? null)
      const round = (value: number | null | undefined, decimals: number) =>
        value === null || value === undefined ? null : Number(value.toFixed(decimals))
      return [[page, connection, round(lcp, 0), round(inp, 0), round(cls, 3), pages]]
    }),
  )
  const { LCP, INP, CLS } = vitalBudgets
  return {
    ...plain,
    name: 'speed',
    title: 'Speed',
    note: `How long until the main part of a page shows (LCP): three of four visits were at least as fast. Our budgets: LCP ${LCP} ms, INP ${INP} ms, CLS ${CLS}. One visit in fifty is measured, none under data saver.`,
    bars: barsOf(
      rows.map(([page, connection, lcp]) => ({
        label: `${pageTexts[page as PageKind]}, ${connection === 'unknown' ? 'unknown network' : connection}`,
        length: Number(lcp ?? 0),
        value: `${(Number(lcp ?? 0) / 1000).toFixed(1)} s`,
      })),
    ),
    columns: [
      text('Page'),
      text('Network'),
      { label: 'LCP', kind: 'ms' },
      { label: 'INP', kind: 'ms' },
      { label: 'CLS', kind: 'score' },
      counted('Pages'),
    ],
    rows,
  }
}

const makers: { of: StatSection[]; make: Make }[] = [
  { of: ['summary', 'days'], make: daysAndSummary },
  { of: ['stories'], make: stories },
  { of: ['authors'], make: authors },
  { of: ['categories'], make: categories },
  { of: ['sources'], make: whereFrom },
  { of: ['visitors'], make: visitors },
  { of: ['letters', 'eachLetter'], make: issues },
  { of: ['searches'], make: searches },
  { of: ['topBooks'], make: topBooks },
  { of: ['books'], make: books },
  { of: ['subscribers'], make: subscribers },
  { of: ['sales'], make: sales },
  { of: ['speed'], make: speed },
]

export async function makeSections(
  facts: Facts,
  names: readonly StatSection[],
  { isFile = false } = {},
): Promise<Section[]> {
  const wanted = makers.filter(({ of }) => of.some((name) => names.includes(name)))
  const made = await Promise.all(
    wanted.map(({ make }) => make(facts, isFile ? fileRows : shownRows)),
  )
  const sections = new Map(made.flat().map((section) => [section.name, section]))
  const found = names.flatMap((name) => sections.get(name) ?? [])
  return facts.isCompared ? found : found.map(withoutBefore)
}

/** Compared with nothing, a table has no columns about the period before. */
function withoutBefore({ columns, rows, ...section }: Section): Section {
  const kept = columns.flatMap(({ isBefore }, at) => (isBefore ? [] : [at]))
  const pick = <T>(cells: T[]) => kept.flatMap((at) => cells.slice(at, at + 1))
  return { ...section, columns: pick(columns), rows: rows.map(pick) }
}
