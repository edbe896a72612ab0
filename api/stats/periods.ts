import { dayOf } from '#contract/dates.ts'
import { dayMs } from '#contract/days.ts'
import type { Comparison } from '#contract/stats.ts'

/** Days of Lagos, both included. yyyy-mm-dd */
export interface Period {
  from: string
  to: string
}

const usualDays = 28
/** Two years: as long as days are kept by story. */
const mostDays = 2 * 366
const weekdaysOfYear = 52 * 7

const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export const daysOf = ({ from, to }: Period) =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / dayMs + 1 }, (_, at) =>
    textOf(Date.parse(from) + at * dayMs),
  )

/** What is asked for, from the first day to the last, and what it is compared with: as many days. */
export function periodsOf(
  asked: { from?: string | undefined; to?: string | undefined; against: Comparison },
  now = new Date(),
): { period: Period; before: Period } {
  const today = dayOf(now)
  const to = asked.to ?? today
  const from = asked.from ?? textOf(Date.parse(to) - (usualDays - 1) * dayMs)
  const [first, last] = [from, to].sort() as [string, string]
  const end = Date.parse(last)
  const start = Math.max(Date.parse(first), end - (mostDays - 1) * dayMs)
  const length = (end - start) / dayMs + 1
  const daysAgo = {
    before: length,
    none: length,
    year: Math.max(365, length),
    weekdays: Math.max(weekdaysOfYear, Math.ceil(length / 7) * 7),
  }
  const ago = daysAgo[asked.against] * dayMs
  return {
    period: { from: textOf(start), to: last },
    before: { from: textOf(start - ago), to: textOf(end - ago) },
  }
}

/** Treads of a day in two months, of a week in half a year, of a month beyond: more would be too narrow for a phone. */
const longest = { days: 62, weeks: 26 * 7 }

/** The days of a period in treads: the first and the last day of each, as places in `daysOf`. */
export function treadsOf(period: Period): { first: number; last: number }[] {
  const days = daysOf(period)
  const startsTread = (day: string, at: number) => {
    if (at === 0 || days.length <= longest.days) return true
    // Weeks that end on the last day.
    if (days.length <= longest.weeks) return (days.length - at) % 7 === 0
    return day.endsWith('-01')
  }
  const starts = days.flatMap((day, at) => (startsTread(day, at) ? [at] : []))
  return starts.map((first, at) => ({ first, last: (starts[at + 1] ?? days.length) - 1 }))
}
