import type { Fragment } from 'postgres'
import { sql } from './sql.ts'

// The days of Lagos in queries; everywhere else contract/dates.ts tells them.

/** A moment as it is told in Lagos, without a zone; or, of a time without a zone that is told there, its moment. */
export const inLagos = (time: Fragment) => sql`(${time} at time zone 'Africa/Lagos')`

/** The day of a moment; without one, today. */
export const lagosDay = (time: Fragment = sql`now()`) => sql`${inLagos(time)}::date`

/** The moment at which a day begins, or one so many days later. yyyy-mm-dd */
export const startOfDay = (day: string, later = 0) =>
  inLagos(sql`(${day}::date + ${later}::integer)::timestamp`)

/** Whether a moment is within these days (yyyy-mm-dd), both included. */
export const isWithinDays = (time: Fragment, { from, to }: { from: string; to: string }) =>
  sql`(${time} >= ${startOfDay(from)} and ${time} < ${startOfDay(to, 1)})`
