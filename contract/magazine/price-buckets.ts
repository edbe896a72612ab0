import { formatNaira } from '../money.ts'

/** What the shelf is filtered by. Addresses hold these names, so they stay whatever the bounds are. */
export const priceBuckets = ['under-20', '20-50', 'over-50'] as const
export type PriceBucket = (typeof priceBuckets)[number]

/** In naira. */
export interface PriceBounds {
  lowerBound: number
  upperBound: number
}

/** Those of the specification, 5.2. */
export const originalPriceBounds: PriceBounds = { lowerBound: 20, upperBound: 50 }

/** Naira: `from` and `to` are inclusive, `under` and `over` are not. */
export interface PriceRange {
  label: string
  under?: number
  from?: number
  to?: number
  over?: number
}

export function priceRanges({
  lowerBound,
  upperBound,
}: PriceBounds): Record<PriceBucket, PriceRange> {
  const [lower, upper] = [formatNaira(lowerBound), formatNaira(upperBound)]
  return {
    'under-20': { label: `Under ${lower}`, under: lowerBound },
    '20-50': { label: `${lower} to ${upper}`, from: lowerBound, to: upperBound },
    'over-50': { label: `Over ${upper}`, over: upperBound },
  }
}
