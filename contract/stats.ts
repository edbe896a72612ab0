// What is counted of visits, and of which kinds. Nothing here tells one reader from another (docs/decisions/0046).

/** Where a visit came from. The address of a link in a letter or a share to WhatsApp says so: `?from=letter`. */
export const sources = ['search', 'whatsapp', 'social', 'letter', 'site', 'direct'] as const
export type Source = (typeof sources)[number]

export const sourceTexts: Record<Source, string> = {
  search: 'Search',
  whatsapp: 'WhatsApp',
  social: 'Other social',
  letter: 'Newsletters',
  site: 'Other sites',
  direct: 'Direct',
}

/** The query that marks a link, the same for everybody who gets it. */
export const sourceParameter = 'from'

export const pageKinds = ['home', 'story', 'book', 'list', 'other'] as const
export type PageKind = (typeof pageKinds)[number]

/** The kind of page by the first word of its path. */
export function pageKindOf(word: string): PageKind {
  if (word === '') return 'home'
  if (word === 'story' || word === 'book') return word
  return ['books', 'resources', 'category', 'author', 'search'].includes(word) ? 'list' : 'other'
}

/** `navigator.connection.effectiveType`; `unknown` where the browser has none. */
export const connections = ['slow-2g', '2g', '3g', '4g', 'unknown'] as const

export const vitals = ['LCP', 'INP', 'CLS'] as const
export type Vital = (typeof vitals)[number]

/** Targets at p75, "good" by Core Web Vitals: milliseconds, for CLS a score. */
export const vitalBudgets: Record<Vital, number> = { LCP: 2500, INP: 200, CLS: 0.1 }

/** One visit in so many is measured. */
export const measuredVisits = 50

/**
 * Daily counters besides those of stories, each with its classes; of `storyVisits`, which began at a story, they are the
 * story's id and the source.
 */
export type Measure =
  | 'visits'
  | 'storyVisits'
  | 'visitors'
  | 'dataSaver'
  | 'pages'
  | 'noResult'
  | Vital

export const storyClass = (id: string, source: Source) => `${id.toLowerCase()} ${source}`

/** Maximum seconds of one report: a page open for longer is not being read. */
export const mostSecondsAtOnce = 3 * 60 * 60

/** Offline reads that a device reports at once. */
export const mostOffline = 50

/** The stats page, in its order. */
export const statSections = [
  'stories',
  'sources',
  'categories',
  'authors',
  'topBooks',
  'searches',
  'speed',
  'summary',
  'days',
  'visitors',
  'letters',
  'eachLetter',
  'books',
  'subscribers',
  'sales',
] as const
export type StatSection = (typeof statSections)[number]

/** What the chart of the stats page shows, in the order of its tiles. */
export const measures = ['reads', 'finished', 'minutes', 'subscribers', 'sales'] as const
export type MeasureName = (typeof measures)[number]

/** What a period is compared with: as many days before, the same days or weekdays of last year, or nothing. */
export const comparisons = ['before', 'weekdays', 'year', 'none'] as const
export type Comparison = (typeof comparisons)[number]

/** Each bucket ends a tenth above where it begins: a p75 is right to a few percent, and there are about 80 in all. */
const growth = 1.1
/** The end of the first bucket: milliseconds, of CLS a score. */
const first: Record<Vital, number> = { LCP: 50, INP: 8, CLS: 0.001 }
const lastBucket = 90

/** The bucket of a value, 0 for the smallest ones. */
export function bucketOf(name: Vital, value: number): number {
  if (value <= first[name]) return 0
  return Math.min(lastBucket, Math.ceil(Math.log(value / first[name]) / Math.log(growth) - 1e-9))
}

export function boundsOf(name: Vital, bucket: number): [from: number, to: number] {
  const end = (at: number) => first[name] * growth ** at
  return [bucket === 0 ? 0 : end(bucket - 1), end(bucket)]
}

/** Daily counters of a measured page. */
export const vitalClass = (page: PageKind, connection: string, name: Vital, value: number) =>
  `${page} ${connection} ${bucketOf(name, value)}`

/** The value that three of four stay below, interpolated within its bucket; undefined without any. */
export function p75(name: Vital, buckets: Map<number, number>): number | undefined {
  const total = [...buckets.values()].reduce((sum, count) => sum + count, 0)
  if (total === 0) return undefined
  const rank = total * 0.75
  let below = 0
  for (const [bucket, count] of [...buckets].sort(([a], [b]) => a - b)) {
    if (below + count >= rank) {
      const [from, to] = boundsOf(name, bucket)
      return from + ((to - from) * (rank - below)) / count
    }
    below += count
  }
  return undefined
}
