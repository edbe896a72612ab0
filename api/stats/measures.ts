import type { OutputOf } from '#contract/endpoints/contract.ts'
import type { MeasureName, StatSection } from '#contract/stats.ts'
import { changeOf, chartOf, type OfDays, type Unit } from './chart.ts'
import type { Facts } from './facts.ts'
import { daysOf } from './periods.ts'
import type { Counts } from './stats.queries.ts'

type Measure = OutputOf<'GET /admin/figures'>['measures'][number]

interface Made {
  label: string
  unit: Unit
  section: StatSection
  /** Reads the days of the period, and of the one before. */
  read(facts: Facts): Promise<[OfDays, OfDays]>
}

type Days = (Counts & { day: string })[]

/** Two counts of stories on the same days, made into one number. */
const ofStories = (of: (reads: number, finishes: number, seconds: number) => number) => {
  const ofDays = (rows: Days): OfDays => {
    const onDay = new Map(rows.map((row) => [row.day, row]))
    return (days) => {
      const found = days.flatMap((day) => onDay.get(day) ?? [])
      const sum = (key: 'reads' | 'finishes' | 'seconds') =>
        found.reduce((total, row) => total + row[key], 0)
      return of(sum('reads'), sum('finishes'), sum('seconds'))
    }
  }
  return async ({ readDays }: Facts): Promise<[OfDays, OfDays]> => {
    const [now, then] = await readDays()
    return [ofDays(now), ofDays(then)]
  }
}

const made: Record<MeasureName, Made> = {
  reads: {
    label: 'Reads',
    unit: 'count',
    section: 'days',
    read: ofStories((reads) => reads),
  },
  finished: {
    label: 'Finished',
    unit: 'percent',
    section: 'days',
    // A story may be finished on the day after it was opened.
    read: ofStories((reads, finishes) =>
      reads === 0 ? 0 : Math.min(100, Math.round((finishes / reads) * 100)),
    ),
  },
  minutes: {
    label: 'Minutes',
    unit: 'count',
    section: 'days',
    read: ofStories((_reads, _finishes, seconds) => Math.round(seconds / 60)),
  },
  subscribers: {
    label: 'Subscribers',
    unit: 'count',
    section: 'subscribers',
    read: async ({ readSubscribers }) => {
      const { totalOn } = await readSubscribers()
      const atEnd: OfDays = (days) => totalOn(days.at(-1) ?? '')
      return [atEnd, atEnd]
    },
  },
  sales: {
    label: 'Sales',
    unit: 'naira',
    section: 'sales',
    read: async ({ readSales }) => {
      const [now, then] = await readSales()
      const sum =
        (sold: typeof now): OfDays =>
        (days) =>
          days.reduce((total, day) => total + (sold.get(day)?.naira ?? 0), 0)
      return [sum(now), sum(then)]
    },
  },
}

/** Makes those that are named, in their order: each with its total, how it changed and its chart. */
export function makeMeasures(facts: Facts, names: readonly MeasureName[]): Promise<Measure[]> {
  return Promise.all(
    names.map(async (name) => {
      const { label, unit, section, read } = made[name]
      const [[now, then], published] = await Promise.all([read(facts), facts.readPublished()])
      const [total, before] = [now(daysOf(facts.period)), then(daysOf(facts.before))]
      return {
        name,
        label,
        unit,
        section,
        total,
        change: facts.isCompared ? changeOf(total, before, unit) : null,
        chart: chartOf(facts, now, then, { unit, published }),
      }
    }),
  )
}
