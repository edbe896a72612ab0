/** What the scripts of a page note for its report; the reading tracker adds to it. Emptied as it is told. */
export const pageCounts = { seconds: 0, isFinished: false }
