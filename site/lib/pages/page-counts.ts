/** Counts that a page's scripts collect for its report; the reading tracker adds to them. Each report empties them. */
export const pageCounts = { seconds: 0, isFinished: false }
