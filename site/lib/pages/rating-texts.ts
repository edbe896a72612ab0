/** The texts of a book's rating, in the page as it was rendered and when it is refreshed. */
export const ratingTexts = {
  label: (rating: number) =>
    rating === 0 ? 'Not yet rated' : `Rated ${rating.toFixed(1)} out of 5`,
  figure: (rating: number) => rating.toFixed(1),
  stars: (rating: number) => `(${Number(rating.toFixed(2))} stars)`,
  detail: (rating: number) => `${Number(rating.toFixed(2))} out of 5`,
}

export const fullClass = 'fill-star'
export const emptyClass = 'fill-none'

/** Stars are filled by the whole-number part (specification 5.3). */
export function starFill(star: number, rating: number): string {
  return star <= Math.floor(rating) ? fullClass : emptyClass
}
