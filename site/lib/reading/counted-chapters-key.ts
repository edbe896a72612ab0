/** Of the chapters that this browser has reported: parsed by count-chapter.ts alone. Apart from reader-keys.ts, which every page loads. */
export const countedChaptersKey = 'ascend.counted-chapters'
