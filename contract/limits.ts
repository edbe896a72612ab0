/** Product section 5. */
export const pageSize = { default: 100, max: 100 } as const

/** Cards the site itself asks for at a time (product section 5; DESIGN section 9 for the landing's six). */
export const shown = {
  carousel: 6,
  grid: 6,
  homeBooks: 4,
  books: 24,
  found: 24,
  bookSkeletons: 8,
  gridSkeletons: 6,
} as const

/** Deeper reading goes through search, not paging. */
export const lastPage = 10_000

export const searchLength = 200

/** Of a JSON body (threats 23). */
export const jsonBodyBytes = 100 * 1024

/**
 * After so long a mail of a letter that a sender began to hand over is uncertain. Handing over takes at most a minute
 * (`api/integrations/smtp-connections.ts`).
 */
export const handingOverSeconds = 150
