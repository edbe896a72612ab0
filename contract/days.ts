// YYYY-MM-DD in Lagos, which compare as text. Apart from dates.ts, so that no public page ships it.
const lagos = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Africa/Lagos',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** `2026-11-21T23:30:00Z` → `2026-11-22`. */
export function dayOf(time: string | Date): string {
  return lagos.format(new Date(time))
}

/** Whether a text is a day that there is: `Date` reads the 30th of February as a day of March. */
export const isDay = (text: string) => new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text

/** `2026-11-30`, 7 → `2026-12-07`. */
export function addDays(day: string, days: number): string {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The moment at which a day of Lagos begins, which has no summer time. */
export const startOf = (day: string) => new Date(`${day}T00:00:00+01:00`)

/** A month in an address, of this century only: the calendar reaches no others. */
export const monthPattern = /^20\d{2}-(0[1-9]|1[0-2])$/

const monthAndYear = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'long',
})

/** `2026-11` → `November 2026`. */
export function formatMonth(month: string): string {
  return monthAndYear.format(new Date(`${month}-01T00:00Z`))
}
