import { engagementIds } from '#contract/magazine/engagement.ts'
import { call } from '#site/lib/call.ts'
import { emptyClass, fullClass, ratingTexts, starFill } from '#site/lib/pages/rating-texts.ts'

/** Every book's rating on the page by one small call: a page is made once for everybody, its ratings move on. */
export async function refreshRatings() {
  const places = [...document.querySelectorAll<HTMLElement>('[data-rated],[data-rated-as]')]
  const ids = [...new Set(places.map(idOf).filter(Boolean))].slice(0, engagementIds)
  if (ids.length === 0) return
  const ratings = await call('GET /books/ratings', { ids: ids.join(',') })
  const byBook = new Map(ratings.map(({ id, rating }) => [id, rating]))
  for (const place of places) {
    const rating = byBook.get(idOf(place))
    if (rating !== undefined) write(place, rating)
  }
}

/** A text beside the stars is about the same book. */
function idOf({ dataset, previousElementSibling: stars }: HTMLElement): string {
  return dataset['rated'] ?? (stars as HTMLElement | null)?.dataset['rated'] ?? ''
}

function write(place: HTMLElement, rating: number) {
  const form = place.dataset['ratedAs'] as keyof typeof ratingTexts | undefined
  if (form) {
    place.textContent = ratingTexts[form](rating)
    return
  }
  place.ariaLabel = ratingTexts.label(rating)
  for (const [index, { classList }] of [...place.children].entries()) {
    classList.remove(fullClass, emptyClass)
    classList.add(starFill(index + 1, rating))
  }
}
