import type { OutputOf } from '#contract/endpoints/contract.ts'

type Reading = OutputOf<'GET /account/books'>['reading'][number]

/** The chapter that a reader is in, from 0, and how many words of it are left. */
export function chapterAt({ chapters, words, place }: Reading) {
  const number = place?.number ?? 1
  const index = Math.max(
    0,
    chapters.findLastIndex((chapter) => chapter.number <= number),
  )
  const end = chapters.slice(0, index + 1).reduce((sum, chapter) => sum + chapter.words, 0)
  return {
    chapter: chapters[index],
    index,
    left: Math.max(0, end - words * (place?.fraction ?? 0)),
  }
}
