import type { Part } from '#markdown/compare-words.ts'

/** Changed text of a comparison: removals and additions differ by element, line and colour, and in text. */
export function ChangedWords({ parts }: { parts: Part[] }) {
  return parts.map(({ text, kind }, index) => {
    if (kind === 'same') return text
    const key = String(index)
    return kind === 'removed' ? (
      <del key={key} className="bg-red text-on-red line-through">
        <span className="sr-only">removed: </span>
        {text}
        <span className="sr-only"> (end)</span>
      </del>
    ) : (
      <ins key={key} className="bg-green text-on-green underline underline-offset-3">
        <span className="sr-only">added: </span>
        {text}
        <span className="sr-only"> (end)</span>
      </ins>
    )
  })
}
