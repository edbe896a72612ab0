import type { Digest } from '#contract/newsletter-choices.ts'

const timeZone = 'Africa/Lagos'
const day = new Intl.DateTimeFormat('en-NG', { timeZone, weekday: 'long' })
const date = new Intl.DateTimeFormat('en-NG', { timeZone, day: 'numeric', month: 'long' })
const fullDate = new Intl.DateTimeFormat('en-NG', {
  timeZone,
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const time = new Intl.DateTimeFormat('en-NG', {
  timeZone,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const later = new Intl.RelativeTimeFormat('en-NG', { numeric: 'always' })

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The largest unit of which there is more than one and a half. */
function until(ms: number): string {
  const units = [
    ['year', 365 * dayMs],
    ['month', 30 * dayMs],
    ['day', dayMs],
    ['hour', hourMs],
  ] as const
  const [unit, size] = units.find(([, each]) => ms > each * 1.5) ?? (['minute', minuteMs] as const)
  return later.format(Math.max(1, Math.round(ms / size)), unit)
}

/** In Lagos: Tuesday 24 November, 07:00, in 17 hours. */
export function inWords(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime()
  const isFar = Math.abs(ms) > 300 * dayMs
  const words = `${day.format(at)} ${(isFar ? fullDate : date).format(at)}, ${time.format(at)}`
  return `${words}, ${ms < 0 ? 'which is over' : until(ms)}`
}

/** The name of a digest that is sent at this time: Saturday’s digest. */
export const digestName = (digest: Digest, at: Date) =>
  digest === 'weekly' ? `${day.format(at)}’s digest` : `Monthly digest of ${date.format(at)}`

/** Seven o'clock of the next morning in Lagos, an hour ahead of UTC all year. */
export function nextMorning(now: Date): string {
  const here = new Date(now.getTime() + hourMs)
  const next = Date.UTC(here.getUTCFullYear(), here.getUTCMonth(), here.getUTCDate() + 1, 7)
  return new Date(next - hourMs).toISOString()
}
