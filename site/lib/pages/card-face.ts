import type { OutputOf } from '#contract/endpoints/contract.ts'
import { upload } from '#contract/form-limits.ts'
import { artPaths } from '#contract/magazine/art-paths.ts'
import { formatNaira } from '#contract/money.ts'
import { uploadId, uploadUrl } from '#contract/uploads.ts'

export type TextCard = OutputOf<'GET /stories/:id'>['cards'][number]

/** How a card of a text looks; its title is the text of its link. */
export interface CardFace {
  /** The address of its picture, some 130 pixels wide: ours alone, in its smallest width, else the art. */
  picture: string
  /** Below the title. */
  about: string
}

export function cardFace({ kind, imageUrl, authorName, price, ...card }: TextCard): CardFace {
  const id = uploadId(imageUrl ?? '')
  const own = id && uploadUrl(id, upload.widths[0])
  return kind === 'story'
    ? { picture: own ?? artPaths.story(card), about: card.category }
    : { picture: own ?? artPaths.book(card), about: `by ${authorName} · ${formatNaira(price)}` }
}
