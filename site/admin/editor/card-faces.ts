import type { Node } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { type CardFace, cardFace, type TextCard } from '#site/lib/pages/card-face.ts'

/** By `story/…` or `book/…`. */
export type CardFaces = ReadonlyMap<string, CardFace>

export const cardFacesOf = (cards: TextCard[]): CardFaces =>
  new Map(cards.map((card) => [`${card.kind}/${card.id}`, cardFace(card)]))

/** Draws cards as cards: their paragraphs stay text, and get a picture and a line below it by style (admin.css). */
export function drawCards(keyOf: (block: Node) => string | undefined, facesOf: () => CardFaces) {
  return new Plugin({
    props: {
      decorations({ doc }) {
        const drawn: Decoration[] = []
        doc.forEach((block, at) => {
          const key = keyOf(block)
          if (key === undefined) return
          const face = facesOf().get(key)
          drawn.push(
            Decoration.node(at, at + block.nodeSize, {
              class: `editor-card ${key.startsWith('book/') ? 'editor-card-book' : ''}`,
              'data-about': face?.about ?? (key.startsWith('book/') ? 'Book' : 'Story'),
              ...(face && { style: `--face: url(${JSON.stringify(face.picture)})` }),
            }),
          )
        })
        return DecorationSet.create(doc, drawn)
      },
    },
  })
}
