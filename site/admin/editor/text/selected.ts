import { redo, undo } from 'prosemirror-history'
import { type EditorState, NodeSelection, type Selection } from 'prosemirror-state'
import { storySchema } from '#markdown/story-schema.ts'
import type { MarkName } from './composed-marks.ts'

export interface PictureAttrs {
  src: string
  alt: string
  caption: string
  credit: string
}

export interface Selected {
  marks: ReadonlySet<string>
  /** The block, and its container. */
  blocks: ReadonlySet<string>
  link: string | undefined
  picture: PictureAttrs | undefined
  /** The line with the caret, where something may be inserted: it is empty, or begins with a slash. */
  line: { at: number; text: string } | undefined
  isEmpty: boolean
  canUndo: boolean
  canRedo: boolean
}

const { nodes, marks } = storySchema

/** A paragraph of the text itself that is empty, or begins with a slash and what is to be found. */
function lineOf({ selection }: EditorState): Selected['line'] {
  const { $from, empty } = selection
  const { parent } = $from
  if (!empty || $from.depth !== 1 || parent.type !== nodes['paragraph']) return undefined
  const text = parent.textContent
  if (parent.childCount > 1 || (text && !/^\/[\p{L} ]{0,14}$/u.test(text))) return undefined
  return $from.parentOffset === text.length ? { at: $from.before(), text } : undefined
}

export const isPicture = (selection: Selection): selection is NodeSelection =>
  selection instanceof NodeSelection && selection.node.type === nodes['picture']

/** `waiting` are marks that are about to be toggled. */
export function selectedIn(state: EditorState, waiting: readonly string[]): Selected {
  const { selection, storedMarks } = state
  const { $from, from, to, empty } = selection
  const here = storedMarks ?? $from.marks()
  const has = (name: MarkName) =>
    (empty
      ? marks[name].isInSet(here) !== undefined
      : state.doc.rangeHasMark(from, to, marks[name])) !== waiting.includes(name)
  const blocks = new Set<string>()
  for (let depth = $from.depth; depth > 0; depth--) {
    const { type: inside, attrs } = $from.node(depth)
    blocks.add(inside.name === 'heading' && attrs['level'] === 3 ? 'subheading' : inside.name)
  }
  const picture = isPicture(selection) ? (selection.node.attrs as PictureAttrs) : undefined
  return {
    marks: new Set((['strong', 'em'] as const).filter(has)),
    blocks,
    link: marks['link'].isInSet($from.marks())?.attrs['href'],
    picture,
    line: lineOf(state),
    isEmpty:
      state.doc.childCount === 1 &&
      state.doc.content.size === 2 &&
      state.doc.child(0).type === nodes['paragraph'],
    canUndo: undo(state),
    canRedo: redo(state),
  }
}
