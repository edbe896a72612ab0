export interface Vat {
  /** Hundredths of a percent, contained in each price; 0: none is named. */
  basisPoints: number
  taxId: string | undefined
}

export const noVat: Vat = { basisPoints: 0, taxId: undefined }

/** Kobo of value added tax in an amount that contains it, half a kobo up. */
export function vatIn(amountKobo: number, basisPoints: number): number {
  const whole = BigInt(10_000 + basisPoints)
  // Twice the amount is above what a number holds exactly.
  return Number((2n * BigInt(amountKobo) * BigInt(basisPoints) + whole) / (2n * whole))
}

/** `750` → `7.5%`. */
export const formatBasisPoints = (basisPoints: number) => `${basisPoints / 100}%`
