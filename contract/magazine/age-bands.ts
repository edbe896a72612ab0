/** Bands instead of a date of birth, which would be more than we need: the law has its limits at 13 and 18. */
export const ageBands = ['under-13', '13-17', '18+'] as const
export type AgeBand = (typeof ageBands)[number]

const ageBandLabels: Record<AgeBand, string> = {
  'under-13': 'I am under 13',
  '13-17': 'I am 13 to 17',
  '18+': 'I am 18 or older',
}

export const ageBandOptions = ageBands.map((value) => ({ value, label: ageBandLabels[value] }))

/** Wording within a sentence. */
export const ageBandWords: Record<AgeBand, string> = {
  'under-13': 'under 13',
  '13-17': '13 to 17',
  '18+': '18 or older',
}

/** What is missing before a story of this person may be published; the last is an editor's to do. */
export const publishingAwaits = ['ageBand', 'guardian', 'agreement', 'phone'] as const
export type PublishingAwaits = (typeof publishingAwaits)[number]
