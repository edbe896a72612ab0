const count = new Intl.NumberFormat('en-NG')
const moment = new Intl.DateTimeFormat('en-NG', {
  timeZone: 'Africa/Lagos',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const timeOfDay = new Intl.DateTimeFormat('en-NG', {
  timeZone: 'Africa/Lagos',
  hour: '2-digit',
  minute: '2-digit',
})
const weekday = new Intl.DateTimeFormat('en-NG', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'short',
})
const day = new Intl.DateTimeFormat('en-NG', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const month = new Intl.DateTimeFormat('en-NG', { timeZone: 'UTC', month: 'short', year: 'numeric' })
const fullMonth = new Intl.DateTimeFormat('en-NG', {
  timeZone: 'UTC',
  month: 'long',
  year: 'numeric',
})
const money = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN' })

/** 2000 → 2,000 */
export const formatCount = (value: number) => count.format(value)

/** A time in Lagos: 21 Nov 2026, 16:05. */
export const formatMoment = (iso: string) => moment.format(new Date(iso))

/** 16:05 in Lagos */
export const formatTime = (iso: string) => timeOfDay.format(new Date(iso))

/** The day of a deadline: 2026-11-27 → Friday, 27 Nov. */
export const formatWeekday = (day: string) => weekday.format(new Date(day))

/** 2026-11-27 → 27 Nov 2026 */
export const formatDay = (isoDay: string) => day.format(new Date(isoDay))

/** 2026-11 → Nov 2026 */
export const formatMonth = (yearAndMonth: string) => month.format(new Date(`${yearAndMonth}-01`))

/** 2026-11 → November 2026 */
export const formatFullMonth = (yearAndMonth: string) =>
  fullMonth.format(new Date(`${yearAndMonth}-01`))

/** Naira on the dashboard, with kobo: ₦1,284,500.00 (specification 11.4). */
export const formatRevenue = (naira: number) => money.format(naira)

/** 12,345,678 bytes → 11.8 MB */
export function formatBytes(bytes: number): string {
  const megabytes = bytes / 1024 / 1024
  return megabytes >= 0.1 ? `${megabytes.toFixed(1)} MB` : `${Math.ceil(bytes / 1024)} KB`
}
