import { ofDay } from '#contract/days.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { drawTreads } from './draw-chart.ts'
import { daysOf, type Period, treadsOf } from './periods.ts'

type Stats = OutputOf<'GET /admin/figures'>
export type Unit = Stats['measures'][number]['unit']
export type Chart = Stats['measures'][number]['chart']

/** What was counted on these days, taken together. */
export type OfDays = (days: string[]) => number

export interface Periods {
  period: Period
  before: Period
  isCompared: boolean
  /** The day in Lagos, yyyy-mm-dd. */
  today: string
}

export type Published = Map<string, { count: number; title: string }>

const dayAndMonth = ofDay({ day: 'numeric', month: 'short' })
const monthAlone = ofDay({ month: 'short' })
const compact = new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 })
const compactOf = (value: number) => compact.format(value).replace('K', 'k')
const labelsOf: Record<Unit, (value: number) => string> = {
  count: compactOf,
  percent: (value) => `${value}%`,
  naira: (value) => `₦${compactOf(value)}`,
}

/** The change in percent, of percents the difference; null where there was nothing before. */
export function changeOf(now: number, before: number, unit: Unit = 'count'): number | null {
  if (before === 0) return null
  return unit === 'percent' ? now - before : Math.round(((now - before) / before) * 100)
}

/** A chart of two periods: its paths, its axes and what each tread stands for. */
export function chartOf(
  { period, before, isCompared, today }: Periods,
  now: OfDays,
  then: OfDays,
  { unit = 'count', published }: { unit?: Unit; published?: Published } = {},
): Chart {
  const [days, daysBefore] = [daysOf(period), daysOf(before)]
  const treads = treadsOf(period).map(({ first, last }) => {
    const own = days.slice(first, last + 1)
    const [from = '', to = ''] = [own[0], own.at(-1)]
    const suns = own.flatMap((day) => published?.get(day) ?? [])
    return {
      from,
      to,
      width: own.length,
      value: from > today ? null : now(own),
      before: isCompared ? then(daysBefore.slice(first, last + 1)) : null,
      isOpen: from <= today && to >= today,
      published: suns.reduce((sum, { count }) => sum + count, 0),
      title: suns.at(-1)?.title ?? null,
    }
  })
  const { places, ...drawn } = drawTreads(treads, labelsOf[unit])
  const quarters = [0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(part * (treads.length - 1)))
  return {
    ...drawn,
    days: [...new Set(quarters)].flatMap((index) => {
      const tread = treads[index]
      return tread ? { at: places[index]?.at ?? 0, label: placeOf(tread) } : []
    }),
    treads: treads.map(({ width: _, ...tread }, index) => ({
      ...tread,
      at: places[index]?.at ?? 0,
      top: places[index]?.top ?? 100,
    })),
  }
}

/** A tread's name on the axis: "27 Oct", of a month "Oct". */
function placeOf({ from, width, isOpen }: { from: string; width: number; isOpen: boolean }) {
  if (isOpen && width === 1) return 'Today'
  return (width > 7 ? monthAlone : dayAndMonth)(from)
}
