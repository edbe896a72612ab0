import { dayOf, inLagos } from '#contract/dates.ts'
import { dayMs, ofDay } from '#contract/days.ts'

const count = new Intl.NumberFormat('en-NG')
const money = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN' })

/** 2000 → 2,000 */
export const formatCount = (value: number) => count.format(value)

/** 1 → 1 book, 2000 → 2,000 books */
export const formatCounted = (value: number, thing: string, things = `${thing}s`) =>
  `${formatCount(value)} ${value === 1 ? thing : things}`

/** A time in Lagos: 21 Nov 2026, 16:05. */
export const formatMoment = inLagos({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** 16:05 in Lagos */
export const formatTime = inLagos({ hour: '2-digit', minute: '2-digit' })

/** The day of a deadline: 2026-11-27 → Friday, 27 Nov. */
export const formatWeekday = ofDay({ weekday: 'long', day: 'numeric', month: 'short' })

/** 2026-11-27 → 27 Nov 2026 */
export const formatDay = ofDay({ day: 'numeric', month: 'short', year: 'numeric' })

/** 2026-11 → Nov 2026 */
export const formatShortMonth = ofDay({ month: 'short', year: 'numeric' })

/** Naira on the dashboard, with kobo: ₦1,284,500.00 (specification 11.4). */
export const formatRevenue = (naira: number) => money.format(naira)

const ago = new Intl.RelativeTimeFormat('en-NG', { numeric: 'auto', style: 'short' })
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** How long ago something was, in its largest unit: 2 min ago, yesterday, just now. */
export function formatAgo(iso: string): string {
  const seconds = (Date.now() - Date.parse(iso)) / 1000
  const unit = units.find(([, size]) => seconds >= size)
  return unit ? ago.format(-Math.floor(seconds / unit[1]), unit[0]) : 'just now'
}

const near = inLagos({ weekday: 'short' })
const nearLong = inLagos({ weekday: 'long' })
const dayOfYear = inLagos({ day: 'numeric', month: 'short' })
const dayAndYear = inLagos({ day: 'numeric', month: 'short', year: 'numeric' })

/** Days of Lagos from now to a time; negative for the past. */
function daysUntil(iso: string, now = Date.now()): number {
  return Math.round((Date.parse(dayOf(iso)) - Date.parse(dayOf(now))) / dayMs)
}

/** A day near today by its name: Today, Yesterday, Sun; others 12 Oct, of another year 12 Oct 2025. */
export function formatNearDay(iso: string, isLong = false): string {
  const days = daysUntil(iso)
  if (days === 0) return 'Today'
  if (days === -1) return 'Yesterday'
  if (days === 1) return 'Tomorrow'
  if (Math.abs(days) < 7) return (isLong ? nearLong : near)(iso)
  const isThisYear = dayOf(iso).slice(0, 4) === dayOf(Date.now()).slice(0, 4)
  return (isThisYear ? dayOfYear : dayAndYear)(iso)
}

/** 13:20 today, Tue 07:00 this week, 12 Oct 07:00 otherwise. */
export function formatNearMoment(iso: string): string {
  const time = formatTime(iso)
  return daysUntil(iso) === 0 ? time : `${formatNearDay(iso)} ${time}`
}

/** How long ago, in few letters: just now, 5 min ago, 1 h ago, 3 days ago; then the day. */
export function formatShortAgo(iso: string): string {
  const minutes = Math.floor((Date.now() - Date.parse(iso)) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`
  const days = Math.floor(minutes / 60 / 24)
  if (days < 7) return days === 1 ? '1 day ago' : `${days} days ago`
  return formatNearDay(iso)
}

/** 21 November, in Lagos. */
export const formatDayInWords = inLagos({ day: 'numeric', month: 'long' })

export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
