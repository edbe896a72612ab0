/** What a subscriber gets: issues as they are sent, a digest of what was published, or both. */
export const newsletterRhythms = [
  'letters',
  'weekly',
  'monthly',
  'letters-weekly',
  'letters-monthly',
  'follows',
] as const
export type NewsletterRhythm = (typeof newsletterRhythms)[number]

export const newsletterRhythmLabels: Record<NewsletterRhythm, string> = {
  letters: 'Letters, as they come',
  weekly: 'Once a week, what was published',
  monthly: 'Once a month, what was published',
  'letters-weekly': 'Letters, and once a week what was published',
  'letters-monthly': 'Letters, and once a month what was published',
  follows: 'Only what I follow',
}

export const digests = ['weekly', 'monthly'] as const
export type Digest = (typeof digests)[number]

/**
 * The text beside the field when somebody subscribes, by version: the first is 1. Rows name the
 * version, so a text that was in use never changes; new ones are added at the end.
 */
export const newsletterWordings = [
  'We send a link first, so that nobody can sign you up but you. Stop at any time by one click.',
  'Under 18? Ask a parent first. We send a link first, so that nobody can sign you up but you. Stop at any time by one click.',
] as const

export const presentNewsletterWording = newsletterWordings.length
