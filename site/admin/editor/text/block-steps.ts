import type { Node, NodeType } from 'prosemirror-model'
import {
  type Command,
  type EditorState,
  NodeSelection,
  Plugin,
  TextSelection,
  type Transaction,
} from 'prosemirror-state'
import { type StoryNode, storySchema } from '#markdown/story-schema.ts'

// Pictures and dividers contain no text, and a card of an issue is one only as long as it contains no other text: text
// that is typed there gets a paragraph of its own.

/** Whether a paragraph is drawn as a card. */
export type IsCard = (block: Node) => boolean

const paragraph = storySchema.nodes['paragraph'] as NodeType
const isEmptyLine = (node: Node | null) => node?.type === paragraph && node.content.size === 0

const endsWithLine = ({ lastChild }: Node, isCard: IsCard) =>
  lastChild?.type === paragraph && !isCard(lastChild)

/** The document with a paragraph at its end, so that typing can go on. */
export function withLastLine(doc: StoryNode, isCard: IsCard): StoryNode {
  return endsWithLine(doc, isCard) ? doc : doc.copy(doc.content.addToEnd(paragraph.create()))
}

/** There is always a paragraph after the last block. While empty, it is no part of the text (canonical.ts). */
export const lastLine = (isCard: IsCard) =>
  new Plugin({
    appendTransaction(_, __, { doc, tr }) {
      return endsWithLine(doc, isCard) ? null : tr.insert(doc.content.size, paragraph.create())
    },
  })

/** Puts the caret in an empty paragraph at this place between two blocks: an existing one, or a new one. */
function intoLine(tr: Transaction, at: number): Transaction {
  if (!isEmptyLine(tr.doc.resolve(at).nodeAfter)) tr.insert(at, paragraph.create())
  return tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView()
}

/**
 * Puts the caret beside the selected block, or the card whose edge it is at, in a paragraph of its own: typing
 * neither replaces the block nor turns the card into a plain link. Undefined where text may be typed already.
 */
export function apart(state: EditorState, isCard: IsCard): Transaction | undefined {
  const { selection, tr } = state
  if (selection instanceof NodeSelection) {
    const { node, to } = selection
    return node.isBlock && node.isLeaf ? intoLine(tr, to) : undefined
  }
  const card = cardAtCaret(state, isCard)
  if (card === undefined) return undefined
  const { $from } = selection
  if ($from.parentOffset > 0) return intoLine(tr, $from.after())
  tr.insert(card, paragraph.create())
  return tr.setSelection(TextSelection.create(tr.doc, card + 1)).scrollIntoView()
}

/** The position of the card whose edge the caret is at; within it, its own text is edited. */
export function cardAtCaret({ selection }: EditorState, isCard: IsCard): number | undefined {
  const { $from, empty } = selection
  const { parent, parentOffset } = $from
  if (!empty || !isCard(parent)) return undefined
  return parentOffset === 0 || parentOffset === parent.content.size ? $from.before() : undefined
}

/** Moves text that was composed before or after a card's text into paragraphs of its own. */
export function cardAlone({ doc, tr, selection }: EditorState, at: number) {
  const block = doc.nodeAt(at)
  const isLinked = (block?.children ?? []).map(({ marks }) =>
    marks.some(({ type }) => type === storySchema.marks['link']),
  )
  const [first, end] = [isLinked.indexOf(true), isLinked.lastIndexOf(true) + 1]
  const sizeOf = (to: number) =>
    (block?.children ?? []).slice(0, to).reduce((size, { nodeSize }) => size + nodeSize, 0)
  if (first < 0 || (first === 0 && end === isLinked.length)) return undefined
  const before = at + 1 + sizeOf(first)
  if (end < isLinked.length) tr.split(at + 1 + sizeOf(end))
  if (first > 0) tr.split(before)
  if (selection.head === before) tr.setSelection(TextSelection.create(tr.doc, before))
  return tr
}

/** Up from a picture or a divider that is first: otherwise there would be no place to type above it. */
export const lineAbove: Command = ({ selection, tr }, dispatch) => {
  if (!(selection instanceof NodeSelection) || selection.from !== 0) return false
  tr.insert(0, paragraph.create())
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, 1)).scrollIntoView())
  return true
}

/** Inserts a block at the caret, which then stands in the paragraph after it. */
export function withBlock(state: EditorState, block: StoryNode): { tr: Transaction; at: number } {
  const tr = apart(state, () => false) ?? state.tr
  tr.replaceSelectionWith(block, false)
  let at = 0
  tr.doc.descendants((node, position) => {
    if (node === block) at = position
    return node !== block
  })
  const after = at + block.nodeSize
  if (tr.doc.resolve(after).nodeAfter?.type !== paragraph) tr.insert(after, paragraph.create())
  tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView()
  return { tr, at }
}

/** Inserts blocks after the one with the caret, which then stands in an empty paragraph after them. */
export function withBlocks({ selection, tr }: EditorState, blocks: readonly StoryNode[]) {
  const { $to, to } = selection
  const isInLine = $to.depth === 1 && isEmptyLine($to.parent)
  const end = $to.depth > 0 ? $to.after(1) : to
  tr.replaceWith(isInLine ? $to.before(1) : end, end, blocks)
  return intoLine(tr, tr.mapping.map(end))
}
