import {
  chainCommands,
  exitCode,
  lift,
  setBlockType,
  toggleMark,
  wrapIn,
} from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import { storySchema } from '#markdown/story-schema.ts'
import { withBlock } from './block-steps.ts'
import type { MarkName } from './composed-marks.ts'

const { nodes, marks } = storySchema
export const type = (name: string) => nodes[name] as NodeType
const mark = (name: MarkName) => toggleMark(marks[name])

const toggleHeading =
  (level: 2 | 3): Command =>
  (state, dispatch) => {
    const { parent } = state.selection.$from
    const isOn = parent.type === type('heading') && parent.attrs['level'] === level
    const command = isOn
      ? setBlockType(type('paragraph'))
      : setBlockType(type('heading'), { level })
    return command(state, dispatch)
  }

const toggleWrap =
  (name: 'quote' | 'pull_quote'): Command =>
  (state, dispatch) =>
    isInside(state, name) ? lift(state, dispatch) : wrapIn(type(name))(state, dispatch)

const toggleList =
  (name: 'bullet_list' | 'ordered_list'): Command =>
  (state, dispatch) =>
    isInside(state, name)
      ? liftListItem(type('list_item'))(state, dispatch)
      : wrapInList(type(name))(state, dispatch)

const addDivider: Command = (state, dispatch) => {
  dispatch?.(withBlock(state, type('divider').create()).tr)
  return true
}

export const addBreak: Command = chainCommands(exitCode, (state, dispatch) => {
  if (!state.selection.$from.parent.inlineContent) return false
  dispatch?.(state.tr.replaceSelectionWith(type('line_break').create()).scrollIntoView())
  return true
})

export const commands = {
  strong: mark('strong'),
  em: mark('em'),
  heading: toggleHeading(2),
  subheading: toggleHeading(3),
  bullet_list: toggleList('bullet_list'),
  ordered_list: toggleList('ordered_list'),
  quote: toggleWrap('quote'),
  pull_quote: toggleWrap('pull_quote'),
  divider: addDivider,
  undo,
  redo,
} satisfies Record<string, Command>

export type CommandName = keyof typeof commands

function isInside(state: EditorState, name: string): boolean {
  const { $from } = state.selection
  for (let depth = $from.depth; depth > 0; depth--) {
    if ($from.node(depth).type.name === name) return true
  }
  return false
}
