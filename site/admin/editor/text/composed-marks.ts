import type { Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { storySchema } from '#markdown/story-schema.ts'

export type MarkName = 'strong' | 'em'

interface Wanted {
  isOn: boolean
  /** The text composed since is between them. */
  from: number
  to: number
}

/**
 * Bold and italic while a keyboard composes a word. Any change of the word during composition ends it, or is
 * undone by the next letter: a mark waits for the end of the composition. Then it applies to the text composed since,
 * and to the text typed next.
 */
export function marksAfterComposing() {
  const wanted = new Map<MarkName, Wanted>()
  return {
    names: () => [...wanted.keys()],
    /** Returns whether the mark waits; otherwise it can be applied at once. */
    toggle(view: EditorView, name: MarkName): boolean {
      const { selection, storedMarks } = view.state
      if (!view.composing || !selection.empty) return false
      const { head, $head } = selection
      const here = storedMarks ?? $head.marks()
      if (!wanted.delete(name))
        wanted.set(name, { isOn: !storySchema.marks[name].isInSet(here), from: head, to: head })
      return true
    },
    follow({ mapping }: Transaction) {
      for (const range of wanted.values()) {
        range.from = mapping.map(range.from, -1)
        range.to = mapping.map(range.to, 1)
      }
    },
    /** Applies waiting marks after the composition. */
    take(view: EditorView): Transaction | undefined {
      if (wanted.size === 0 || view.composing) return undefined
      const { tr, selection, storedMarks } = view.state
      let next = storedMarks ?? selection.$from.marks()
      for (const [name, { isOn, from, to }] of wanted) {
        const mark = storySchema.mark(name)
        if (isOn) tr.addMark(from, to, mark)
        else tr.removeMark(from, to, mark)
        next = isOn ? mark.addToSet(next) : mark.removeFromSet(next)
      }
      // The caret was moved, which ended the word.
      const isElsewhere = [...wanted.values()].some(({ to }) => to !== selection.head)
      wanted.clear()
      return isElsewhere || !selection.empty ? tr : tr.setStoredMarks(next)
    },
  }
}
