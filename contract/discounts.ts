/** One of both; money is whole kobo. */
export interface DiscountTerms {
  percent: number | null
  offKobo: number | null
}

/** Kobo off an order of this price: a part of a kobo stays with the seller, and no more goes off than there is. */
export function discountOf(priceKobo: number, { percent, offKobo }: DiscountTerms): number {
  if (percent === null) return Math.min(offKobo ?? 0, priceKobo)
  return Math.floor((priceKobo * percent) / 100)
}
