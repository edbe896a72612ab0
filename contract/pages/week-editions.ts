import { addDays, dayMs, ofDay } from '../days.ts'

// The ISO weeks of editions, as their addresses name them: `2026-48`.

const mondayBefore = (day: string) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

/** `2026-11-29` → `2026-48`. A week belongs to the year that its Thursday is in. */
export function weekOf(day: string): string {
  const year = addDays(mondayBefore(day), 3).slice(0, 4)
  const first = mondayBefore(`${year}-01-04`)
  const number = (Date.parse(mondayBefore(day)) - Date.parse(first)) / (7 * dayMs) + 1
  return `${year}-${String(number).padStart(2, '0')}`
}

/** `2026-48` → `2026-11-23`. */
export function mondayOf(week: string): string {
  const [year, number] = week.split('-')
  return addDays(mondayBefore(`${year}-01-04`), (Number(number) - 1) * 7)
}

/** Whether a year has this week: most have no 53rd. */
export const isWeek = (text: string) =>
  /^20\d{2}-[0-5]\d$/.test(text) && weekOf(mondayOf(text)) === text

/** `2026-48` → `Week 48 of 2026`. */
export const weekTitle = (week: string) => `Week ${Number(week.slice(5))} of ${week.slice(0, 4)}`

const shortDay = ofDay({ month: 'long', day: 'numeric' }, 'en-US')

/** `2026-48` → `November 23 to November 29`. */
export function weekDays(week: string): string {
  const monday = mondayOf(week)
  return `${shortDay(monday)} to ${shortDay(addDays(monday, 6))}`
}

/** What its cover is drawn of: no story's category, so that it is a quilt, another one each week. */
export const editionArt = (week: string) => ({ title: week, category: 'edition' })
