import type { Node } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { isCardPath, lonePath } from '#markdown/issue-cards.ts'
import { storySchema } from '#markdown/story-schema.ts'

const { link } = storySchema.marks
/** What an address bar has of a story or a book; its id looks the same, and is none. */
const named = /^\/(story|book)\/[a-z0-9-]+$/

/** Pasted addresses with the words of a title become cards: each gets the address with the id, as soon as it is known. */
export function namedCards() {
  const asked = new Set<string>()
  const look = (view: EditorView) => {
    if (view.composing) return
    view.state.doc.forEach((block) => {
      const path = namedPath(block)
      if (!path || asked.has(path)) return
      asked.add(path)
      findPath(path).then(
        (found) => found && leadTo(view, path, found),
        // Asked again with the next change.
        () => asked.delete(path),
      )
    })
  }
  return new Plugin({
    view(view) {
      look(view)
      return { update: look }
    },
  })
}

function namedPath(block: Node): string | undefined {
  const path = lonePath(block, location.origin)
  return path && named.test(path) && !isCardPath(path) ? path : undefined
}

/** The page says its address with the id; undefined where there is no such page. */
async function findPath(path: string): Promise<string | undefined> {
  const { headers } = await fetch(path, { method: 'HEAD' })
  return headers.get('Content-Location') ?? undefined
}

function leadTo(view: EditorView, path: string, found: string) {
  // The link stays a link until the word is written: the next text that is opened turns it into a card.
  if (view.isDestroyed || view.composing) return
  const { tr, doc } = view.state
  doc.forEach((block, at) => {
    if (namedPath(block) !== path) return
    tr.addMark(at + 1, at + 1 + block.content.size, link.create({ href: found }))
  })
  view.dispatch(tr.setMeta('addToHistory', false))
}
