import { inLagos } from './dates.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Tells days and months, `2026-11-27` and `2026-11`, which are the same everywhere. */
export const ofDay = (...[options, locale]: Parameters<typeof inLagos>) =>
  inLagos({ ...options, timeZone: 'UTC' }, locale)

/** `2026-11` → `November 2026`. */
export const formatMonth = ofDay({ year: 'numeric', month: 'long' }, 'en-US')

/** Whether a text is a day that there is: `Date` reads the 30th of February as a day of March. */
export const isDay = (text: string) => new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text

/** `2026-11-30`, 7 → `2026-12-07`. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** The moment at which a day begins. */
export const startOf = (day: string) => new Date(`${day}T00:00:00+01:00`)

/** A month in an address, of this century only: the calendar reaches no others. */
export const monthPattern = /^20\d{2}-(0[1-9]|1[0-2])$/
