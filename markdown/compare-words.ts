import { diffArrays } from 'diff'

export interface Part {
  text: string
  kind: 'same' | 'added' | 'removed'
}

/** A paragraph before and after; a side without parts has no such paragraph. */
export interface Row {
  before: Part[]
  after: Part[]
}

// unchecked pattern: paragraphs are trimmed, so that after a run of spaces something always matches.
const word = /\s*(?:[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|[^\s\p{L}\p{M}\p{N}]+)/gu

// Paragraphs with fewer common words are a removal and an addition, not a change.
const leastLikeness = 0.4

// Larger comparisons would take seconds; such paragraphs are shown as replaced.
const mostPairs = 20_000
const mostEdits = 600

/**
 * The paragraphs of two texts side by side, with the words that were removed and added. A paragraph that was moved is
 * removed in one place and added in another; spaces that changed do not count.
 */
export function compareWords(before: string, after: string): Row[] {
  const left = paragraphsOf(before)
  const right = paragraphsOf(after)
  const runs = diffArrays(left, right, { maxEditLength: mostEdits })
  if (!runs) return alignParagraphs(left, right)
  const rows: Row[] = []
  let gone: string[] = []
  for (const run of runs) {
    if (run.removed) {
      gone = run.value
      continue
    }
    rows.push(...alignParagraphs(gone, run.added ? run.value : []))
    gone = []
    if (!run.added)
      rows.push(...run.value.map((text) => ({ before: same(text), after: same(text) })))
  }
  return [...rows, ...alignParagraphs(gone, [])]
}

function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trimEnd())
    .filter(Boolean)
}

const same = (text: string): Part[] => [{ text, kind: 'same' }]
const wordsOf = (text: string): string[] => text.match(word) ?? []

/** Pairs each paragraph with its changed version; unpaired ones stay in their order. */
function alignParagraphs(before: string[], after: string[]): Row[] {
  const rows: Row[] = []
  let [left, right] = [0, 0]
  const addUnlike = (leftEnd: number, rightEnd: number) => {
    for (; left < leftEnd || right < rightEnd; left++, right++) {
      rows.push({
        before: left < leftEnd ? [{ text: before[left] as string, kind: 'removed' }] : [],
        after: right < rightEnd ? [{ text: after[right] as string, kind: 'added' }] : [],
      })
    }
    left = leftEnd
    right = rightEnd
  }
  for (const [i, j] of findPairs(before, after)) {
    addUnlike(i, j)
    rows.push(compareParagraph(before[i] as string, after[j] as string))
    left = i + 1
    right = j + 1
  }
  addUnlike(before.length, after.length)
  return rows
}

/** The pairing, in order, with the greatest total similarity. */
function findPairs(before: string[], after: string[]): [number, number][] {
  if (before.length * after.length > mostPairs) return []
  const counts = after.map(countWords)
  const alike = before.map((text) => {
    const counted = countWords(text)
    return counts.map((other) => likeness(counted, other))
  })
  const best = before.map(() => after.map(() => 0))
  const bestFrom = (i: number, j: number) => best[i]?.[j] ?? 0
  const paired = (i: number, j: number) => {
    const like = alike[i]?.[j] ?? 0
    return like < leastLikeness ? 0 : like + bestFrom(i + 1, j + 1)
  }
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const row = best[i] as number[]
      row[j] = Math.max(paired(i, j), bestFrom(i + 1, j), bestFrom(i, j + 1))
    }
  }
  const pairs: [number, number][] = []
  for (let [i, j] = [0, 0]; bestFrom(i, j) > 0; ) {
    if (paired(i, j) === bestFrom(i, j)) pairs.push([i++, j++])
    else if (bestFrom(i + 1, j) === bestFrom(i, j)) i++
    else j++
  }
  return pairs
}

interface Counted {
  total: number
  times: Map<string, number>
}

function countWords(text: string): Counted {
  const words = wordsOf(text)
  const times = new Map<string, number>()
  for (const found of words) {
    const key = found.trimStart()
    times.set(key, (times.get(key) ?? 0) + 1)
  }
  return { total: words.length, times }
}

/** Share of common words, from 0 to 1. */
function likeness(a: Counted, b: Counted): number {
  const most = (2 * Math.min(a.total, b.total)) / (a.total + b.total || 1)
  if (most < leastLikeness) return 0
  let common = 0
  for (const [key, times] of a.times) common += Math.min(times, b.times.get(key) ?? 0)
  return (2 * common) / (a.total + b.total || 1)
}

function compareParagraph(before: string, after: string): Row {
  const left = wordsOf(before)
  const right = wordsOf(after)
  const runs = diffArrays(
    left.map((found) => found.trimStart()),
    right.map((found) => found.trimStart()),
    { maxEditLength: mostEdits },
  )
  if (!runs)
    return { before: [{ text: before, kind: 'removed' }], after: [{ text: after, kind: 'added' }] }
  const row: Row = { before: [], after: [] }
  let [i, j] = [0, 0]
  for (const { removed, added, count } of runs) {
    if (!added) addPart(row.before, left.slice(i, i + count), removed ? 'removed' : 'same')
    if (!removed) addPart(row.after, right.slice(j, j + count), added ? 'added' : 'same')
    if (!added) i += count
    if (!removed) j += count
  }
  return row
}

/** The space before a changed word is not marked. */
function addPart(parts: Part[], words: string[], kind: Part['kind']) {
  const text = words.join('')
  const marked = kind === 'same' ? text : text.trimStart()
  const space = text.slice(0, text.length - marked.length)
  const last = parts.at(-1)
  if (space && last?.kind === 'same') last.text += space
  else if (space) parts.push({ text: space, kind: 'same' })
  if (kind === 'same' && last?.kind === 'same') last.text += marked
  else parts.push({ text: marked, kind })
}
