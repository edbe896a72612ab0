/** What can be reported: a story, a review of a book, the page of an author. */
export const reportedKinds = ['story', 'review', 'author'] as const
export type ReportedKind = (typeof reportedKinds)[number]

/** What readers choose from, in the order of the form. */
export const readersReasons = ['wrong', 'private', 'harm', 'copied'] as const

/** Why something is reported; a notice of an authority comes by letter, and staff note it down. */
export const reportReasons = [...readersReasons, 'notice'] as const
export type ReportReason = (typeof reportReasons)[number]

export const reasonWords: Record<ReportReason, { label: string; hint: string }> = {
  wrong: { label: 'Something in it is wrong', hint: 'A fact, a name, a picture' },
  private: { label: 'It shows a child or private details', hint: 'We look at these first' },
  harm: { label: 'It may hurt somebody', hint: 'Threats, hatred, nudity' },
  copied: { label: 'It is copied', hint: 'From you or from somebody else' },
  notice: { label: 'Notice of an authority', hint: 'With its paper' },
}

/** From arrival, over weekends and holidays: when a report must be decided, and when the dashboard begins to press. */
export const reportHours = { allowed: 24, pressing: 20 } as const

/** What was decided; `removed`: it was taken down. */
export const reportStates = ['open', 'kept', 'corrected', 'removed'] as const
export type ReportState = (typeof reportStates)[number]

/** Reports by network, and the length of what is written with one. */
export const reportsAnHour = { points: 10, minutes: 60 } as const
export const reportLength = 2000
