import { findWords } from '#contract/shop/find-words.ts'
import { blocksOf } from './editions.queries.ts'

interface FoundPart {
  number: number
  title: string
  doc: unknown
}

/** Where the words stand, the first time in each block. */
export function findPlaces(parts: FoundPart[], query: string, most: number) {
  return parts
    .flatMap(({ number, title, doc }) =>
      blocksOf(doc).flatMap(({ line, anchor }, at) => {
        const place = findWords(line, query)
        return place ? [{ number, title, anchor: anchor || `b${at}`, ...place }] : []
      }),
    )
    .slice(0, most)
}

/** The pictures that a document shows, by their number in the book. */
export function picturesIn(doc: unknown): number[] {
  const {
    type,
    attrs,
    content = [],
  } = doc as {
    type: string
    attrs?: { number: number }
    content?: unknown[]
  }
  if (type === 'picture') return [attrs?.number ?? 0]
  return content.flatMap(picturesIn)
}
