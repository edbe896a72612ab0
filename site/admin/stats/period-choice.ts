import type { Comparison } from '#contract/stats.ts'
import { formatDay } from '#site/admin/lib/format.ts'

export interface Range {
  from: string
  to: string
}

const dayMs = 24 * 60 * 60 * 1000
const daysUntil = (to: string, days: number) =>
  new Date(Date.parse(to) - (days - 1) * dayMs).toISOString().slice(0, 10)

/** Periods that end today. */
export const presets = [
  { value: '7d', label: '7 days', from: (today: string) => daysUntil(today, 7) },
  { value: '28d', label: '28 days', from: (today: string) => daysUntil(today, 28) },
  { value: '13w', label: '13 weeks', from: (today: string) => daysUntil(today, 91) },
  {
    value: '12m',
    label: '12 months',
    /** Whole months, and what there is of this one. */
    from: (today: string) => {
      const [year = 0, month = 0] = today.split('-').map(Number)
      return new Date(Date.UTC(year, month - 12, 1)).toISOString().slice(0, 10)
    },
  },
] as const
export type Preset = (typeof presets)[number]['value']

export const comparisonLabels: Record<Comparison, string> = {
  before: 'Previous period',
  weekdays: 'Same weekdays last year',
  year: 'Previous year',
  none: 'No comparison',
}

/** What an address asks for: days of its own, or a period that ends today. Nothing is the last 28 days. */
export function rangeOf(params: Record<string, string>, today: string): Partial<Range> {
  const { from, to } = params
  if (from || to) return { ...(from && { from }), ...(to && { to }) }
  const preset = presets.find(({ value }) => value === params['period'])
  return preset ? { from: preset.from(today), to: today } : {}
}

export const usualRange = (today: string): Range => ({ from: daysUntil(today, 28), to: today })

/** The preset with exactly these days; undefined: they are somebody's own. */
export const presetOf = ({ from, to }: Range, today: string) =>
  presets.find((preset) => to === today && from === preset.from(today))

/** "Last 28 days" and "vs previous 28 days". */
export function wordsOf(range: Range, today: string, against: Comparison) {
  const preset = presetOf(range, today)
  const days = (Date.parse(range.to) - Date.parse(range.from)) / dayMs + 1
  const length = preset?.label ?? (days === 1 ? 'day' : `${days} days`)
  const compared: Record<Comparison, string> = {
    before: `vs previous ${length}`,
    weekdays: 'vs same weekdays last year',
    year: 'vs previous year',
    none: 'no comparison',
  }
  return {
    period: preset
      ? `Last ${preset.label}`
      : days === 1
        ? formatDay(range.from)
        : `${formatDay(range.from)} to ${formatDay(range.to)}`,
    compared: compared[against],
    /** After "Previous". */
    previous: against === 'before' ? length : 'year',
  }
}
