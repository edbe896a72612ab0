import { diffArrays } from 'diff'

/** The sentences of each of two texts that the other one lacks, in their order; undefined if there are none. */
export function changedSentences(
  before: string,
  after: string,
): { said: string; says: string } | undefined {
  const [left, right] = [sentencesOf(before), sentencesOf(after)]
  const runs = diffArrays(left, right, { maxEditLength: mostEdits }) ?? [
    { value: left, removed: true, added: false },
    { value: right, removed: false, added: true },
  ]
  const join = (kind: 'removed' | 'added') =>
    runs.flatMap((run) => (run[kind] ? run.value : [])).join(' ')
  const changed = { said: join('removed'), says: join('added') }
  return changed.said || changed.says ? changed : undefined
}

/** A text that was written anew would take seconds. */
const mostEdits = 600

const splitter = new Intl.Segmenter('en', { granularity: 'sentence' })

const sentencesOf = (text: string) =>
  Array.from(splitter.segment(text), ({ segment }) => segment.trim()).filter(Boolean)
