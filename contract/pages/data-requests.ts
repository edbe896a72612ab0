/** What somebody may ask about their data (NDPA 34 to 38), in the order of the form. */
export const dataRequestWords = {
  see: 'See it',
  correct: 'Correct it',
  delete: 'Delete it',
  restrict: 'Keep it, but stop using it',
  take: 'Take it along as a file',
  object: 'Object to something that is done with it',
}
export type DataRequestKind = keyof typeof dataRequestWords
export const dataRequestKinds = Object.keys(dataRequestWords) as DataRequestKind[]

/** From the proof of the address: when a request must be answered, and when the dashboard begins to press. */
export const dataRequestDays = { allowed: 30, pressing: 20 } as const

/** Requests by network, and the length of what is written with one. */
export const dataRequestsAnHour = { points: 10, minutes: 60 } as const
export const dataRequestLength = 2000
