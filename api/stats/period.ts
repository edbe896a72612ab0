import { dayOf } from '#contract/days.ts'
import type { Period } from './stats.queries.ts'

const dayMs = 24 * 60 * 60 * 1000
const usualDays = 28
/** Two years: as long as days are kept by story. */
const mostDays = 2 * 366

const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
export const daysOf = ({ from, to }: Period) =>
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
