// Separate from form-limits.ts, which pages without a purchase ship.

export const discountCodeLength = 40

/** Uses of a discount code, in all and of one buyer, and books that it may name. */
export const discountLimits = { uses: 1_000_000, books: 100 } as const

/** Discount codes that are tried and not known, by reader and by network, which may be a carrier with thousands of readers. */
export const discountTries = { points: 60, minutes: 60 } as const

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
