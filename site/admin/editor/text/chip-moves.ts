import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, NodeSelection, type Transaction } from 'prosemirror-state'

export function selectedChip({ selection }: EditorState) {
  const isChip = selection instanceof NodeSelection && selection.node.type.name === 'chip'
  return isChip ? { chip: selection.node, $at: selection.$from } : undefined
}

/** One word, or one paragraph, nearer to the beginning (-1) or to the end (1). */
export const moveChip =
  (by: -1 | 1): Command =>
  (state, dispatch) => {
    const selected = selectedChip(state)
    if (!selected) return false
    const { chip, $at } = selected
    const moved =
      $at.parent.childCount === 1
        ? withParagraphMoved(state, by)
        : withChipMoved(state, { chip, by })
    if (moved) dispatch?.(moved.scrollIntoView())
    return moved !== undefined
  }

/** It stands alone: its paragraph changes places with the next one. */
function withParagraphMoved({ selection, doc, tr }: EditorState, by: -1 | 1) {
  const { $from } = selection
  const other = doc.maybeChild($from.index(0) + by)
  if (!other) return undefined
  const start = $from.before(1)
  const paragraph = $from.parent
  const at = start + by * other.nodeSize
  tr.delete(start, start + paragraph.nodeSize).insert(at, paragraph)
  return select(tr, at + 1)
}

/** Over the next word, with spaces as words have them; over the edge of its paragraph into the next one. */
function withChipMoved(
  { selection, tr }: EditorState,
  { chip, by }: { chip: Node; by: -1 | 1 },
): Transaction | undefined {
  const { $from } = selection
  const begin = $from.start(1)
  const all = textOf($from.parent)
  const at = $from.parentOffset
  const isBetweenSpaces = /^ ?$/.test(all.charAt(at - 1)) && /^ ?$/.test(all.charAt(at + 1))
  // Of the two spaces around it one stays.
  const takesBefore = isBetweenSpaces && all.charAt(at - 1) === ' '
  const takesAfter = isBetweenSpaces && !takesBefore && all.charAt(at + 1) === ' '
  const from = at - Number(takesBefore)
  const before = all.slice(0, from)
  const after = all.slice(at + 1 + Number(takesAfter))
  tr.delete(begin + from, begin + all.length - after.length)
  if (by === -1 && before.trim() !== '') {
    const word = before.trimEnd().lastIndexOf(' ') + 1
    return put(tr, { chip, at: begin + word, space: 'after' })
  }
  if (by === 1 && after.trim() !== '') {
    const words = after.trimStart()
    const end = words.indexOf(' ')
    const length = after.length - words.length + (end === -1 ? words.length : end)
    return put(tr, { chip, at: begin + from + length, space: 'before' })
  }
  const next = tr.doc.maybeChild($from.index(0) + by)
  if (!next) return undefined
  const edge = by === -1 ? begin - 2 : begin + before.length + after.length + 2
  return put(tr, { chip, at: edge, space: by === -1 ? 'before' : 'after' })
}

/** Chips count as one sign, as they do in positions. */
const textOf = (paragraph: Node) =>
  paragraph.textBetween(0, paragraph.content.size, undefined, '\ufffc')

function put(
  tr: Transaction,
  { chip, at, space }: { chip: Node; at: number; space: 'before' | 'after' },
) {
  const isEmpty = tr.doc.resolve(at).parent.content.size === 0
  const blank = isEmpty ? [] : [chip.type.schema.text(' ')]
  tr.insert(at, space === 'after' ? [chip, ...blank] : [...blank, chip])
  return select(tr, at + (space === 'before' ? blank.length : 0))
}

const select = (tr: Transaction, at: number) => tr.setSelection(NodeSelection.create(tr.doc, at))
