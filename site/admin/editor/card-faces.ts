import type { Node } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { type CardFace, cardFace, type TextCard } from '#site/lib/pages/card-face.ts'

/** By `story/…` or `book/…`. */
export type CardFaces = ReadonlyMap<string, CardFace>

export const cardFacesOf = (cards: TextCard[]): CardFaces =>
  new Map(cards.map((card) => [`${card.kind}/${card.id}`, cardFace(card)]))

const cardClass =
  'editor-card relative !mb-0 border-b border-line pb-12 pl-112 font-display text-19/120 font-heavy md:text-22/120 ' +
  '[&_a]:!text-inherit [&_a]:!no-underline before:absolute before:top-12 before:[background:var(--face,var(--sunk))_center/cover] ' +
  'after:mt-4 after:block after:font-sans after:text-14/140 after:font-normal after:text-ink-2 after:content-[attr(data-about)]'
const storyClass =
  'min-h-[89px] pt-16 before:left-0 before:h-64 before:w-96 md:min-h-[113px] md:pl-[150px] md:pt-30 md:before:h-88 md:before:w-[132px]'
const bookClass = 'min-h-118 bg-sunk pt-32 before:left-16 before:h-93 before:w-62'

/** Draws cards as cards: their paragraphs stay text, and get a picture and a line below it by style. */
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
              class: `${cardClass} ${key.startsWith('book/') ? bookClass : storyClass}`,
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
