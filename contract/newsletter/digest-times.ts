import { dayOf } from '../dates.ts'
import { addDays, dayMs, hourMs, startOf } from '../days.ts'
import type { Digest } from './newsletter-choices.ts'

export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const

/** When digests are sent, in Lagos: the weekly one on this day, the monthly one on the first, both at this hour. */
export interface DigestTimes {
  weekday: (typeof weekdays)[number]
  hour: number
}

export const originalDigestTimes: DigestTimes = { weekday: 'saturday', hour: 8 }

/** Lagos is an hour ahead of UTC all year. */
const lagosMs = hourMs

/** The last time up to this moment at which a digest is due, and the next one. */
export function digestsAround(digest: Digest, moment: Date, { weekday, hour }: DigestTimes) {
  const fromUtc = hour * hourMs - lagosMs
  // It counts as if Lagos were UTC, and the day began at the hour of the digest.
  const here = new Date(moment.getTime() - fromUtc)
  const [year, month, date] = [here.getUTCFullYear(), here.getUTCMonth(), here.getUTCDate()]
  const day = date - ((here.getUTCDay() - weekdays.indexOf(weekday) + 7) % 7)
  const [last, next] =
    digest === 'weekly'
      ? [Date.UTC(year, month, day), Date.UTC(year, month, day + 7)]
      : [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)]
  return { last: new Date(last + fromUtc), next: new Date(next + fromUtc) }
}

/** The last time up to this moment at which it was the hour of the digests. */
export function lastHour(moment: Date, { hour }: DigestTimes): Date {
  const fromUtc = hour * hourMs - lagosMs
  const here = Math.floor((moment.getTime() - fromUtc) / dayMs) * dayMs
  return new Date(here + fromUtc)
}

/** Days between two digests, whatever day the publisher has chosen meanwhile. */
const leastDays: Record<Digest, number> = { weekly: 7, monthly: 28 }

/** The moment from which the one after a digest may be sent; `last` is when that one was due. */
export const earliestAfter = (digest: Digest, last: Date) =>
  startOf(addDays(dayOf(last), leastDays[digest]))

/** When the digest is sent that has what is published at this time. `last`: when the last one was due, if there was one. */
export function nextDigest(
  digest: Digest,
  publishedAt: Date,
  times: DigestTimes,
  last: string | null,
): Date {
  const { next } = digestsAround(digest, publishedAt, times)
  if (!last) return next
  const earliest = earliestAfter(digest, new Date(last))
  if (next >= earliest) return next
  return digestsAround(digest, new Date(earliest.getTime() - 1), times).next
}
