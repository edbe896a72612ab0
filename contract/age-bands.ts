/** Whole years as people know them: the law draws its lines at 13 and 18, and a date of birth would be more than we need. */
export const ageBands = ['under-13', '13-17', '18+'] as const
export type AgeBand = (typeof ageBands)[number]

const ageBandLabels: Record<AgeBand, string> = {
  'under-13': 'I am under 13',
  '13-17': 'I am 13 to 17',
  '18+': 'I am 18 or older',
}

/** As a form offers them. */
export const ageBandOptions = ageBands.map((value) => ({ value, label: ageBandLabels[value] }))

/** In a sentence. */
export const ageBandWords: Record<AgeBand, string> = {
  'under-13': 'under 13',
  '13-17': '13 to 17',
  '18+': '18 or older',
}

/** What must come before a story of somebody may be published. */
export const publishingAwaits = ['ageBand', 'guardian', 'agreement'] as const
export type PublishingAwaits = (typeof publishingAwaits)[number]
