import { TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** The browser's own selection, to be compared part by part. */
function readSelection() {
  const {
    anchorNode = null,
    anchorOffset = 0,
    focusNode = null,
    focusOffset = 0,
  } = getSelection() ?? {}
  return [anchorNode, anchorOffset, focusNode, focusOffset] as const
}

/** Has the editor follow the browser's caret, which browsers report a moment late: a key may be faster. */
export function caretFollower(viewOf: () => EditorView) {
  /** The browser's selection when the editor's was last set: only a newer one is the writer's. */
  let known: ReturnType<typeof readSelection> | undefined
  const follow = () => {
    const view = viewOf()
    const now = readSelection()
    const [anchorNode, anchorOffset, focusNode, focusOffset] = now
    if (!anchorNode || !focusNode || now.every((part, at) => part === known?.[at])) return
    if (!view.dom.contains(anchorNode) || !view.dom.contains(focusNode)) return
    const { state } = view
    const $head = state.doc.resolve(view.posAtDOM(focusNode, focusOffset))
    const $anchor = state.doc.resolve(view.posAtDOM(anchorNode, anchorOffset))
    if (!$head.parent.isTextblock || !$anchor.parent.isTextblock) return
    const { anchor, head } = state.selection
    if ($head.pos === head && $anchor.pos === anchor) return
    view.dispatch(state.tr.setSelection(TextSelection.between($anchor, $head)))
  }
  /** The last key since the focus arrived moves the caret. */
  let movesCaret = false
  /**
   * ProseMirror treats a caret that is at the start within 200 ms of the focus as the browser's doing, and moves it
   * back. Where a key moved it there, the selection is set before ProseMirror reads it.
   */
  const onSelectionChange = () => {
    if (movesCaret && !viewOf().composing) follow()
  }
  document.addEventListener('selectionchange', onSelectionChange, true)
  return {
    follow,
    noteSelection() {
      known = readSelection()
    },
    /** The focus has arrived. */
    begin() {
      movesCaret = false
    },
    press(key: string) {
      movesCaret = /^(Home|PageUp|Arrow)/.test(key)
      if (!viewOf().composing) follow()
    },
    end: () => document.removeEventListener('selectionchange', onSelectionChange, true),
  }
}
