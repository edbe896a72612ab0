import { dayOf } from '#contract/dates.ts'
import { addDays, ofDay } from '#contract/days.ts'
import { answerDays } from '#contract/form-limits.ts'

/** They are computed; the government declares holidays by the sighted moon, up to a day earlier or later. */
const ummAlQura = ofDay({ month: 'numeric', day: 'numeric' }, 'en-u-ca-islamic-umalqura')
/** Eid al-Fitr, Eid al-Adha and Mawlid, as month/day of that calendar. */
const islamic = new Set(['10/1', '10/2', '12/10', '12/11', '3/12'])
const fixed = ['01-01', '05-01', '06-12', '10-01', '12-25', '12-26']

/** The last day of the promised answer; the day of receipt does not count. */
export function replyDueOn(receivedAt: string): string {
  let day = dayOf(receivedAt)
  for (let left = answerDays.latest; left > 0; left -= isBusinessDay(day) ? 1 : 0) {
    day = addDays(day, 1)
  }
  return day
}

export function isOver(day: string, now = new Date()): boolean {
  return dayOf(now) > day
}

export function isBusinessDay(day: string): boolean {
  return !isWeekend(day) && !publicHolidays(Number(day.slice(0, 4))).has(day)
}

const holidaysByYear = new Map<number, Set<string>>()

/** A holiday on a weekend moves to the next working day. */
function publicHolidays(year: number): Set<string> {
  const cached = holidaysByYear.get(year)
  if (cached) return cached
  const easter = easterSunday(year)
  const days = [
    ...fixed.map((day) => `${year}-${day}`),
    addDays(easter, -2),
    addDays(easter, 1),
    ...islamicHolidays(year),
  ].sort()
  const off = new Set(days)
  for (const day of days.filter(isWeekend)) {
    let instead = day
    while (isWeekend(instead) || off.has(instead)) instead = addDays(instead, 1)
    off.add(instead)
  }
  holidaysByYear.set(year, off)
  return off
}

function islamicHolidays(year: number): string[] {
  const days: string[] = []
  for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = addDays(day, 1)) {
    const [date = ''] = ummAlQura(day).split(' ')
    if (islamic.has(date)) days.push(day)
  }
  return days
}

/** The anonymous Gregorian algorithm, as Butcher and Meeus print it. */
function easterSunday(year: number): string {
  const whole = Math.floor
  const a = year % 19
  const b = whole(year / 100)
  const c = year % 100
  const g = whole((b - whole((b + 8) / 25) + 1) / 3)
  const h = (19 * a + b - whole(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * whole(c / 4) - h - (c % 4)) % 7
  const m = whole((a + 11 * h + 22 * l) / 451)
  const days = h + l - 7 * m + 114
  return new Date(Date.UTC(year, whole(days / 31) - 1, (days % 31) + 1)).toISOString().slice(0, 10)
}

function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(day).getUTCDay())
}
