import { formatNaira } from '#contract/money.ts'
import type { CardFaces } from '#site/admin/editor/card-faces.ts'
import { paths } from '#site/lib/paths.ts'
import { coverPicture, storyPicture } from '#site/lib/pictures.ts'
import type { Preview } from './use-issue-sending.ts'

/** The pictures and facts of the cards that the saved newsletter has. */
export function cardFacesOf({ cards }: Pick<Preview, 'cards'>): CardFaces {
  return new Map(
    cards.map(({ kind, id, authorName, price, ...card }) => [
      `${kind}/${id}`,
      kind === 'story'
        ? { picture: storyPicture(card, 'card').src, about: card.category }
        : {
            picture: coverPicture(card.imageUrl).src ?? paths.bookArt(card),
            about: `by ${authorName} · ${formatNaira(price)}`,
          },
    ]),
  )
}
