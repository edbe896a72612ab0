/** Specification 11.1.3. */
export const pageSize = { default: 100, max: 100 } as const

/** Cards the site itself asks for at a time (specification 4.16, 5.2, 11.1.3). */
export const shown = {
  carousel: 6,
  grid: 6,
  homeBooks: 4,
  publications: 4,
  books: 24,
  library: 24,
  found: 24,
  /** Books, and authors, above the stories found. */
  others: 6,
  bookSkeletons: 8,
  gridSkeletons: 6,
} as const

/** Deeper reading goes through search, not paging. */
export const lastPage = 10_000

export const searchLength = 200

/** The size of a JSON body (specification 12.1). */
export const jsonBodyBytes = 100 * 1024

/**
 * Time after which a mail that a sender began to hand over is uncertain. Handing over takes at most a minute
 * (`api/integrations/smtp/smtp.ts`).
 */
export const handingOverSeconds = 150

/** The time between "Send" and the first mail of a newsletter, in which it can be undone. */
export const recallSeconds = 60
