import { folded } from '#contract/shop/reading.ts'
import { blocksOf } from './editions.queries.ts'

interface FoundPart {
  number: number
  title: string
  doc: unknown
}

/** Characters that are shown on either side of what was found. */
const around = 70

/** Where the words stand, the first time in each block. */
export function findPlaces(parts: FoundPart[], query: string, most: number) {
  return parts
    .flatMap(({ number, title, doc }) =>
      blocksOf(doc).flatMap(({ line, anchor }, at) => {
        const place = placeIn(line, query)
        return place ? [{ number, title, anchor: anchor || `b${at}`, ...place }] : []
      }),
    )
    .slice(0, most)
}

function placeIn(line: string, query: string) {
  const { text, starts } = foldedWithStarts(line)
  const wanted = folded(query)
  const at = text.indexOf(wanted)
  if (at < 0) return undefined
  const from = starts[at] ?? 0
  const to = starts[at + wanted.length] ?? line.length
  const before = line.slice(Math.max(0, from - around), from)
  const after = line.slice(to, to + around)
  return {
    before: from > around ? `…${before.replace(/^\S*\s/, '')}` : before,
    found: line.slice(from, to),
    after: to + around < line.length ? `${after.replace(/\s\S*$/, '')}…` : after,
  }
}

/** The folded line, and where each of its letters begins in the line: folding changes lengths. */
function foldedWithStarts(line: string) {
  let text = ''
  const starts: number[] = []
  let at = 0
  for (const letter of line) {
    const small = folded(letter)
    for (let index = 0; index < small.length; index++) starts.push(at)
    text += small
    at += letter.length
  }
  return { text, starts }
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
