import { type EditorState, Selection, type Transaction } from 'prosemirror-state'
import { storySchema } from '#markdown/story-schema.ts'

const { link } = storySchema.marks

/** The words that a link would have; undefined for a selection of several paragraphs. */
export function linkWords(state: EditorState): string | undefined {
  const { $from, $to } = state.selection
  if (!$from.sameParent($to)) return undefined
  const { from, to } = linkedRange(state) ?? { from: $from.pos, to: $from.pos }
  return state.doc.textBetween(from, to)
}

/**
 * An empty address removes the link. Other words replace those that were selected, or the link's. The caret then
 * stands after them.
 */
export function withLink(state: EditorState, href: string, words?: string): Transaction {
  const { doc, selection, tr } = state
  let { from, to } = linkedRange(state) ?? { from: selection.from, to: selection.from }
  const text = words?.trim() || (from === to ? href : '')
  if (text && text !== doc.textBetween(from, to)) {
    const others = doc.resolve(from).marksAcross(doc.resolve(to)) ?? []
    tr.replaceWith(from, to, storySchema.text(text, link.removeFromSet(others)))
    to = from + text.length
  }
  tr.removeMark(from, to, link)
  if (href) tr.addMark(from, to, link.create({ href }))
  // Typing would otherwise replace the selection.
  if (!selection.empty || text) tr.setSelection(Selection.near(tr.doc.resolve(to), -1))
  return tr
}

/** What a link is set on: the selection, or the link with the caret. */
function linkedRange(state: EditorState): { from: number; to: number } | undefined {
  const { from, to, empty } = state.selection
  return empty ? linkAround(state) : { from, to }
}

function linkAround(state: EditorState): { from: number; to: number } | undefined {
  const { $from } = state.selection
  const found = link.isInSet($from.marks())
  if (!found) return undefined
  const start = $from.start()
  let range: { from: number; to: number } | undefined
  $from.parent.forEach((child, offset) => {
    const from = start + offset
    const to = from + child.nodeSize
    if (!found.isInSet(child.marks)) return
    if (range && range.to === from) range.to = to
    else if (!range || range.to < $from.pos) range = { from, to }
  })
  return range
}
