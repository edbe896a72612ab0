import { inLagos } from '#contract/dates.ts'
import { dayMs, hourMs, minuteMs } from '#contract/days.ts'
import type { Digest } from '#contract/newsletter/newsletter-choices.ts'

const day = inLagos({ weekday: 'long' })
const date = inLagos({ day: 'numeric', month: 'long' })
const fullDate = inLagos({ day: 'numeric', month: 'long', year: 'numeric' })
const time = inLagos({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const later = new Intl.RelativeTimeFormat('en-NG', { numeric: 'always' })

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

/** The moment in Lagos: Tuesday 24 November, 07:00, in 17 hours. */
export function inWords(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime()
  const isFar = Math.abs(ms) > 300 * dayMs
  const words = `${day(at)} ${(isFar ? fullDate : date)(at)}, ${time(at)}`
  return `${words}, ${ms < 0 ? 'which is over' : until(ms)}`
}

/** The name of a digest that is sent at this time: Saturday’s digest. */
export const digestName = (digest: Digest, at: Date) =>
  digest === 'weekly' ? `${day(at)}’s digest` : `Monthly digest of ${date(at)}`

/** Seven o'clock of the next morning in Lagos, an hour ahead of UTC all year. */
export function nextMorning(now: Date): string {
  const here = new Date(now.getTime() + hourMs)
  const next = Date.UTC(here.getUTCFullYear(), here.getUTCMonth(), here.getUTCDate() + 1, 7)
  return new Date(next - hourMs).toISOString()
}
