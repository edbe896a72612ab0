/** What a subscriber gets: issues as they are sent, a digest of what was published, or both. */
export const newsletterRhythms = [
  'letters',
  'weekly',
  'monthly',
  'letters-weekly',
  'letters-monthly',
] as const
export type NewsletterRhythm = (typeof newsletterRhythms)[number]

export const newsletterRhythmLabels: Record<NewsletterRhythm, string> = {
  letters: 'Letters, as they come',
  weekly: 'Once a week, what was published',
  monthly: 'Once a month, what was published',
  'letters-weekly': 'Letters, and once a week what was published',
  'letters-monthly': 'Letters, and once a month what was published',
}

export const digests = ['weekly', 'monthly'] as const
export type Digest = (typeof digests)[number]

const hourMs = 60 * 60 * 1000
/** Lagos is an hour ahead of UTC all year. */
const lagosMs = hourMs
/** When digests are sent, in Lagos. */
const digestHour = 8
const saturday = 6

/** When the digest is sent that has what is published at this time: on a Saturday, or on the first of a month. */
export function nextDigest(digest: Digest, publishedAt: Date): Date {
  // It counts as if Lagos were UTC, and the day began at eight.
  const here = new Date(publishedAt.getTime() + lagosMs - digestHour * hourMs)
  const [year, month, date] = [here.getUTCFullYear(), here.getUTCMonth(), here.getUTCDate()]
  const untilSaturday = (saturday - here.getUTCDay() + 7) % 7 || 7
  const day =
    digest === 'weekly' ? Date.UTC(year, month, date + untilSaturday) : Date.UTC(year, month + 1, 1)
  return new Date(day - lagosMs + digestHour * hourMs)
}

/**
 * The text beside the field when somebody subscribes, by version: the first is 1. Rows name the
 * version, so a text that was in use never changes; new ones are added at the end.
 */
export const newsletterWordings = [
  'We send a link first, so that nobody can sign you up but you. Stop at any time by one click.',
] as const

export const presentNewsletterWording = newsletterWordings.length
