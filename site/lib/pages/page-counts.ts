/** Counts that a page's scripts collect for its report; the reading tracker adds to them. Emptied by each report. */
export const pageCounts = { seconds: 0, isFinished: false }
