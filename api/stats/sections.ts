import { dayOf } from '#contract/days.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import {
  connections,
  type FigureSection,
  p75,
  pageKinds,
  type Source,
  sources,
  sourceTexts,
  vitalBudgets,
  vitals,
} from '#contract/stats.ts'
import { drawBars, drawLines } from './draw-chart.ts'
import {
  type Authors,
  type Counts,
  type IssueFigures,
  listAuthors,
  listCategories,
  listDays,
  listIssueFigures,
  listOrderDays,
  listReadsOf,
  listStories,
  type NamedFigures,
  type Period,
  sumByClass,
  sumByDay,
} from './stats.queries.ts'

type Section = OutputOf<'GET /admin/figures'>['sections'][number]
type Column = Section['columns'][number]

interface Asked {
  period: Period
  before: Period
  /** Null: everybody's. */
  authors: Authors
  countsTestSales: boolean
}

/** Rows of a list: who reads it wants the first ones; the file has more. */
const shownRows = 20
const fileRows = 5000

const nothing: Counts = { reads: 0, finishes: 0, seconds: 0, likes: 0, shares: 0, offlineReads: 0 }
const minutes = (seconds: number) => Math.round(seconds / 60)
const counted = (label: string): Column => ({ label, kind: 'count' })
const change: Column = { label: 'Change', kind: 'change' }
const countColumns = ['Reads', 'Read to the end', 'Minutes', 'Likes', 'Shares'].map(counted)
const cellsOf = ({ reads, finishes, seconds, likes, shares }: Counts) => [
  reads,
  finishes,
  minutes(seconds),
  likes,
  shares,
]

/** In percent; null where there was nothing before. */
const changeOf = (now: number, before: number) =>
  before === 0 ? null : Math.round(((now - before) / before) * 100)

const plain = { note: '', lines: null, bars: null }

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

type Make = (asked: Asked, limit: number) => Promise<Section[]>

const edgesOf = ({ from, to }: Period) => ({ start: from, end: to })

const daysAndSummary: Make = async ({ period, before, authors }) => {
  const [now, then] = await Promise.all([listDays(period, authors), listDays(before, authors)])
  const onDay = new Map(now.map((row) => [row.day, row]))
  const onDayBefore = new Map(then.map((row) => [row.day, row]))
  const days = daysOf(period)
  const [sum, sumBefore] = [sumOf(now), sumOf(then)]
  const summary: [string, (counts: Counts) => number][] = [
    ['Reads', ({ reads }) => reads],
    ['Read to the end', ({ finishes }) => finishes],
    ['Minutes', ({ seconds }) => minutes(seconds)],
    ['Likes', ({ likes }) => likes],
    ['Shares', ({ shares }) => shares],
    ['Read without a network', ({ offlineReads }) => offlineReads],
  ]
  return [
    {
      ...plain,
      name: 'summary',
      title: 'In short',
      note: 'A read is one reader, one story, one day. To the end, and minutes, are told by the page and left out for those who ask not to be tracked.',
      columns: [{ label: 'What', kind: 'text' }, counted('This period'), counted('Before'), change],
      rows: summary.map(([label, of]) => [
        label,
        of(sum),
        of(sumBefore),
        changeOf(of(sum), of(sumBefore)),
      ]),
    },
    {
      ...plain,
      name: 'days',
      title: 'Reads by day',
      lines: drawLines(
        days.map((day) => onDay.get(day)?.reads ?? 0),
        daysOf(before).map((day) => onDayBefore.get(day)?.reads ?? 0),
        edgesOf(period),
      ),
      columns: [{ label: 'Day', kind: 'day' }, ...countColumns],
      rows: days.map((day) => [day, ...cellsOf(onDay.get(day) ?? nothing)]),
    },
  ]
}

const stories: Make = async ({ period, before, authors }, limit) => {
  const found = await listStories(period, authors, limit)
  const readsBefore = await listReadsOf(
    found.map(({ id }) => id),
    before,
  )
  return [
    {
      ...plain,
      name: 'stories',
      title: 'Stories',
      note: `The ${limit} most read at most.`,
      columns: [{ label: 'Story', kind: 'text' }, ...countColumns, counted('Reads before'), change],
      rows: found.map((story) => {
        const then = readsBefore.get(story.id) ?? 0
        return [story.title, ...cellsOf(story), then, changeOf(story.reads, then)]
      }),
    },
  ]
}

const authors: Make = async ({ period }, limit) => {
  const found = await listAuthors(period, limit)
  return [
    {
      ...plain,
      name: 'authors',
      title: 'Authors',
      note: `The ${limit} most read at most.`,
      columns: [{ label: 'Author', kind: 'text' }, ...countColumns],
      rows: found.map((author) => [author.name, ...cellsOf(author)]),
    },
  ]
}

const categories: Make = async ({ period, before }) => {
  const [now, then] = await Promise.all([listCategories(period), listCategories(before)])
  const readsBefore = new Map(then.map(({ name, reads }) => [name, reads]))
  const rowOf = (row: NamedFigures) => {
    const reads = readsBefore.get(row.name) ?? 0
    return [row.name, ...cellsOf(row), reads, changeOf(row.reads, reads)]
  }
  return [
    {
      ...plain,
      name: 'categories',
      title: 'Categories',
      bars: drawBars(
        now.map(({ name, reads }) => ({
          label: name,
          now: reads,
          before: readsBefore.get(name) ?? 0,
        })),
      ),
      columns: [
        { label: 'Category', kind: 'text' },
        ...countColumns,
        counted('Reads before'),
        change,
      ],
      rows: now.map(rowOf),
    },
  ]
}

const whereFrom: Make = async ({ period, before }) => {
  const [now, then] = await Promise.all([
    sumByClass('visits', period),
    sumByClass('visits', before),
  ])
  const rows = sources.map((source) => ({
    label: sourceTexts[source],
    now: now.get(source) ?? 0,
    before: then.get(source) ?? 0,
  }))
  return [
    {
      ...plain,
      name: 'sources',
      title: 'Where visits come from',
      note: 'A visit begins with a page that another site, an app or nobody led to. WhatsApp tells nothing: its visits are those by links that were shared to it with our button; others are direct.',
      bars: drawBars(rows),
      columns: [{ label: 'From', kind: 'text' }, counted('Visits'), counted('Before'), change],
      rows: rows.map((row) => [row.label, row.now, row.before, changeOf(row.now, row.before)]),
    },
  ]
}

const visitors: Make = async ({ period, before }) => {
  const both = (measure: 'visitors' | 'dataSaver') =>
    Promise.all([sumByClass(measure, period), sumByClass(measure, before)])
  const [[now, then], [saver, saverBefore]] = await Promise.all([
    both('visitors'),
    both('dataSaver'),
  ])
  const row = (label: string, count = 0, was = 0) => [label, count, was, changeOf(count, was)]
  return [
    {
      ...plain,
      name: 'visitors',
      title: 'First visits and returning',
      note: 'Somebody returns who was here before in this browser, and has not deleted its data.',
      columns: [
        { label: 'Visits', kind: 'text' },
        counted('This period'),
        counted('Before'),
        change,
      ],
      rows: [
        row('First visits', now.get('first'), then.get('first')),
        row('Returning', now.get('returning'), then.get('returning')),
        row('Under data saver', saver.get('on'), saverBefore.get('on')),
      ],
    },
  ]
}

const letters: Make = async ({ period, before }, limit) => {
  const [sent, sentBefore, visits, visitsBefore] = await Promise.all([
    listIssueFigures(period),
    listIssueFigures(before),
    sumByDay('visits', 'letter' satisfies Source, period),
    sumByDay('visits', 'letter' satisfies Source, before),
  ])
  const days = daysOf(period)
  const onDays = days.map((day) => visits.get(day) ?? 0)
  const onDaysBefore = daysOf(before).map((day) => visitsBefore.get(day) ?? 0)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const row = (label: string, now: number, then: number) => [label, now, then, changeOf(now, then)]
  const ofIssues = (label: string, of: (letter: IssueFigures) => number) =>
    row(label, sum(sent.map(of)), sum(sentBefore.map(of)))
  return [
    {
      ...plain,
      name: 'letters',
      title: 'Letters',
      note: 'Of the letters and digests whose sending began in the period. The lines are visits by their links, day by day, whichever letter they are of. Nothing tells whether a mail was opened.',
      lines: drawLines(onDays, onDaysBefore, edgesOf(period)),
      columns: [{ label: 'What', kind: 'text' }, counted('This period'), counted('Before'), change],
      rows: [
        row('Letters and digests', sent.length, sentBefore.length),
        ofIssues('Mails sent', (letter) => letter.sent),
        ofIssues('Bounced', (letter) => letter.bounced),
        ofIssues('Complained', (letter) => letter.complained),
        ofIssues('Left the newsletter', (letter) => letter.leftNewsletter),
        row('Visits that came from them', sum(onDays), sum(onDaysBefore)),
      ],
    },
    {
      ...plain,
      name: 'eachLetter',
      title: 'Letter by letter',
      note: `The ${limit} newest at most. Bounced are mails that were refused or came back. Left is who left the newsletter after this letter and before another. Visits are not told apart by letter: a link is the same for everybody.`,
      columns: [
        { label: 'Letter', kind: 'text' },
        { label: 'Begun', kind: 'day' },
        ...['Sent', 'Bounced', 'Complained', 'Left'].map(counted),
      ],
      rows: sent
        .slice(0, limit)
        .map((letter) => [
          letter.subject,
          letter.day,
          letter.sent,
          letter.bounced,
          letter.complained,
          letter.leftNewsletter,
        ]),
    },
  ]
}

const searches: Make = async ({ period, before }) => {
  const [now, then] = await Promise.all([
    sumByDay('noResult', 'stories', period),
    sumByDay('noResult', 'stories', before),
  ])
  const days = daysOf(period)
  return [
    {
      ...plain,
      name: 'searches',
      title: 'Searches that found nothing',
      note: 'How many, and not for what: somebody may have looked for a name.',
      lines: drawLines(
        days.map((day) => now.get(day) ?? 0),
        daysOf(before).map((day) => then.get(day) ?? 0),
        edgesOf(period),
      ),
      columns: [{ label: 'Day', kind: 'day' }, counted('Searches')],
      rows: days.map((day) => [day, now.get(day) ?? 0]),
    },
  ]
}

const books: Make = async ({ period, before, countsTestSales }) => {
  const [now, then, looks] = await Promise.all([
    listOrderDays(period, countsTestSales),
    listOrderDays(before, countsTestSales),
    sumByDay('pages', 'book', period),
  ])
  const onDay = new Map(now.map((row) => [row.day, row]))
  const onDayBefore = new Map(then.map((row) => [row.day, row]))
  const days = daysOf(period)
  return [
    {
      ...plain,
      name: 'books',
      title: 'Books',
      note: 'Looked at are pages of books that somebody scrolled or touched. The lines are what was paid. Given up stands on the day on which it was begun.',
      lines: drawLines(
        days.map((day) => onDay.get(day)?.paid ?? 0),
        daysOf(before).map((day) => onDayBefore.get(day)?.paid ?? 0),
        edgesOf(period),
      ),
      columns: [
        { label: 'Day', kind: 'day' },
        ...['Looked at', 'Begun', 'Paid', 'Given up'].map(counted),
      ],
      rows: days.map((day) => {
        const { begun = 0, paid = 0, givenUp = 0 } = onDay.get(day) ?? {}
        return [day, looks.get(day) ?? 0, begun, paid, givenUp]
      }),
    },
  ]
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
  const rows = pageKinds.flatMap((page) =>
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
  return [
    {
      ...plain,
      name: 'speed',
      title: 'How fast it is for readers',
      note: `Three of four pages were at most so slow. Our budgets: ${LCP} ms until the largest thing is painted (LCP), ${INP} ms until a press shows (INP), ${CLS} of layout shift (CLS). One visit in fifty is measured, none under data saver.`,
      columns: [
        { label: 'Page', kind: 'text' },
        { label: 'Network', kind: 'text' },
        { label: 'LCP', kind: 'ms' },
        { label: 'INP', kind: 'ms' },
        { label: 'CLS', kind: 'score' },
        counted('Pages'),
      ],
      rows,
    },
  ]
}

const makers: { of: FigureSection[]; make: Make }[] = [
  { of: ['summary', 'days'], make: daysAndSummary },
  { of: ['stories'], make: stories },
  { of: ['authors'], make: authors },
  { of: ['categories'], make: categories },
  { of: ['sources'], make: whereFrom },
  { of: ['visitors'], make: visitors },
  { of: ['letters', 'eachLetter'], make: letters },
  { of: ['searches'], make: searches },
  { of: ['books'], make: books },
  { of: ['speed'], make: speed },
]

/** Those that are named, in the order of the page. */
export async function makeSections(
  asked: Asked,
  names: readonly FigureSection[],
  { isFile = false } = {},
): Promise<Section[]> {
  const wanted = makers.filter(({ of }) => of.some((name) => names.includes(name)))
  const made = await Promise.all(
    wanted.map(({ make }) => make(asked, isFile ? fileRows : shownRows)),
  )
  const sections = new Map(made.flat().map((section) => [section.name, section]))
  return names.flatMap((name) => sections.get(name) ?? [])
}

const dayMs = 24 * 60 * 60 * 1000
const usualDays = 28
/** Two years: as long as days are kept by story. */
const mostDays = 2 * 366

const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const daysOf = ({ from, to }: Period) =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / dayMs + 1 }, (_, at) =>
    textOf(Date.parse(from) + at * dayMs),
  )

/** What is asked for, from the first day to the last, and what it is compared with: as many days. */
export function periodsOf(
  asked: { from?: string | undefined; to?: string | undefined; against: 'before' | 'year' },
  now = new Date(),
): { period: Period; before: Period } {
  const today = dayOf(now)
  const to = asked.to ?? today
  const from = asked.from ?? textOf(Date.parse(to) - (usualDays - 1) * dayMs)
  const [first, last] = [from, to].sort() as [string, string]
  const end = Date.parse(last)
  const start = Math.max(Date.parse(first), end - (mostDays - 1) * dayMs)
  const length = end - start + dayMs
  const ago = asked.against === 'year' ? Math.max(365 * dayMs, length) : length
  return {
    period: { from: textOf(start), to: last },
    before: { from: textOf(start - ago), to: textOf(end - ago) },
  }
}
