import { Fragment, type ReactNode } from 'react'
import type { Part } from '#markdown/compare-words.ts'

/** Changed text of a comparison: removals and additions differ by element, line and colour, and in text. */
export function ChangedWords({
  parts,
  draw = (text) => text,
}: {
  parts: Part[]
  /** Shows words that have marks. */
  draw?: (text: string) => ReactNode
}) {
  return parts.map(({ text, kind }, index) => {
    const key = String(index)
    if (kind === 'same') return <Fragment key={key}>{draw(text)}</Fragment>
    return kind === 'removed' ? (
      <del key={key} className="bg-red text-on-red line-through">
        <span className="sr-only">removed: </span>
        {draw(text)}
        <span className="sr-only"> (end)</span>
      </del>
    ) : (
      <ins key={key} className="bg-green text-on-green underline underline-offset-3">
        <span className="sr-only">added: </span>
        {draw(text)}
        <span className="sr-only"> (end)</span>
      </ins>
    )
  })
}
