import type { Digest } from '#contract/newsletter-choices.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
/** Lagos is an hour ahead of UTC all the year. */
const lagosMs = hourMs
/** When people there look at their phones on a Saturday. */
const hour = 8
const saturday = 6

export interface DigestDays {
  from: Date
  to: Date
  /** Of `from`, in Lagos: `2026-11-14`. */
  day: string
}

/** The last days that are over, from eight to eight in Lagos: a week ends on Saturday, a month on the first. */
export function digestDays(digest: Digest, now: Date): DigestDays {
  // As if Lagos were UTC, and the day began at eight.
  const here = new Date(now.getTime() + lagosMs - hour * hourMs)
  const [year, month, date] = [here.getUTCFullYear(), here.getUTCMonth(), here.getUTCDate()]
  const sinceSaturday = (here.getUTCDay() - saturday + 7) % 7
  const [from, to] =
    digest === 'weekly'
      ? [
          Date.UTC(year, month, date - sinceSaturday - 7),
          Date.UTC(year, month, date - sinceSaturday),
        ]
      : [Date.UTC(year, month - 1, 1), Date.UTC(year, month, 1)]
  const moment = (at: number) => new Date(at - lagosMs + hour * hourMs)
  return { from: moment(from), to: moment(to), day: new Date(from).toISOString().slice(0, 10) }
}

/** A digest that nobody could write for so long is old news: the next one comes. */
export const lateDigestMs = 3 * dayMs
