import { folded } from './reading.ts'

/** Characters that are shown on either side of what was found. */
const around = 70

/** Where words stand in a line, in any case and without marks; undefined: they do not. */
export function findWords(line: string, query: string) {
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
