/** A book of an order, with who gets how much of its money. */
export interface SoldBook {
  bookId: string
  /** The price by which the money of a bundle is divided. */
  unitKobo: number
  /** Null: all of it is the publisher's. */
  share: { accountId: string; basisPoints: number } | null
}

export interface SaleMoney {
  /** What the buyer paid, VAT included. */
  amountKobo: number
  vatKobo: number
  discountKobo: number
}

interface AuthorShare extends Pick<SoldBook, 'bookId'> {
  accountId: string
  basisPoints: number
  /** The share of what was paid less VAT. */
  kobo: number
  paidKobo: number
  vatKobo: number
  discountKobo: number
}

/** All ten thousand of them are the whole. */
export const wholeBasisPoints = 10_000

/** Whose the money of a sale is. Shares, publisher and VAT add up to what was paid, to the kobo. */
export function splitSale(
  { amountKobo, vatKobo, discountKobo }: SaleMoney,
  books: readonly SoldBook[],
): { shares: AuthorShare[]; publisherKobo: number } {
  const netKobo = amountKobo - vatKobo
  const weights = books.map(({ unitKobo }) => unitKobo)
  // Each by itself, so that paid is net and VAT, and the price paid and discount, of each book too.
  const [nets, vats, discounts] = [netKobo, vatKobo, discountKobo].map((kobo) =>
    divide(kobo, weights),
  ) as [number[], number[], number[]]
  const shares = books.flatMap(({ bookId, share }, index) => {
    if (!share) return []
    const [net, vat, discount] = [nets, vats, discounts].map((list) => list[index] ?? 0) as [
      number,
      number,
      number,
    ]
    return [
      {
        bookId,
        ...share,
        kobo: shareOf(net, share.basisPoints),
        paidKobo: net + vat,
        vatKobo: vat,
        discountKobo: discount,
      },
    ]
  })
  const publisherKobo = shares.reduce((rest, { kobo }) => rest - kobo, netKobo)
  return { shares, publisherKobo }
}

/** It is rounded half up to whole kobo. */
export function shareOf(kobo: number, basisPoints: number): number {
  const exact = BigInt(kobo) * BigInt(basisPoints)
  const whole = BigInt(wholeBasisPoints)
  return Number((exact + whole / 2n) / whole)
}

/** Parts in proportion to the weights, by the largest remainder; equal ones where no weight is above zero. */
export function divide(kobo: number, weights: readonly number[]): number[] {
  const given = weights.some((weight) => weight > 0) ? weights : weights.map(() => 1)
  const sum = BigInt(given.reduce((all, weight) => all + weight, 0))
  const exact = given.map((weight) => BigInt(kobo) * BigInt(weight))
  const parts = exact.map((part) => Number(part / sum))
  const rest = kobo - parts.reduce((all, part) => all + part, 0)
  const byRemainder = exact
    .map((part, index) => ({ index, remainder: part % sum }))
    // The first of equal remainders wins: the same sale is always divided in the same way.
    .sort((a, b) => (a.remainder === b.remainder ? 0 : a.remainder < b.remainder ? 1 : -1))
  for (const { index } of byRemainder.slice(0, rest)) parts[index] = (parts[index] ?? 0) + 1
  return parts
}
