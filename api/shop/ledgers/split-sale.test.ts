import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { divide, shareOf, splitSale, wholeBasisPoints } from './split-sale.ts'

const kobo = fc.integer({ min: 0, max: 5_000_000_000_00 })
const basisPoints = fc.integer({ min: 1, max: wholeBasisPoints })
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

describe('a share of a price', () => {
  test('is rounded half up to whole kobo', () => {
    expect(shareOf(125, 4000)).toBe(50)
    expect(shareOf(5, 1000)).toBe(1)
    expect(shareOf(4, 1000)).toBe(0)
    expect(shareOf(15, 1000)).toBe(2)
    expect(shareOf(99_999, 3333)).toBe(33_330)
  })

  test('differs by half a kobo at most, and is never more than the whole', () => {
    fc.assert(
      fc.property(kobo, basisPoints, (price, points) => {
        const share = shareOf(price, points)
        const exact = BigInt(price) * BigInt(points)
        const off = BigInt(share) * BigInt(wholeBasisPoints) - exact
        expect(Number.isInteger(share)).toBe(true)
        expect(share).toBeLessThanOrEqual(price)
        expect(off > -5000n && off <= 5000n).toBe(true)
      }),
    )
  })
})

describe('the money of a bundle', () => {
  test('is divided by the prices of its parts, and equally if all are free', () => {
    expect(divide(5000_00, [3000_00, 1000_00])).toEqual([3750_00, 1250_00])
    expect(divide(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(divide(100, [0, 0, 0])).toEqual([34, 33, 33])
    expect(divide(100, [0, 7])).toEqual([0, 100])
  })

  test('stays whole, and no part is off by a kobo', () => {
    fc.assert(
      fc.property(kobo, fc.array(kobo, { minLength: 1, maxLength: 12 }), (money, weights) => {
        const parts = divide(money, weights)
        expect(sum(parts)).toBe(money)
        const total = BigInt(sum(weights))
        for (const [index, part] of parts.entries()) {
          expect(Number.isInteger(part) && part >= 0).toBe(true)
          if (total === 0n) continue
          const off = BigInt(part) * total - BigInt(money) * BigInt(weights[index] ?? 0)
          expect(off > -total && off < total).toBe(true)
        }
      }),
    )
  })
})

describe('a sale', () => {
  test('gives its author the percentage of what was paid, and the publisher the rest', () => {
    const share = { accountId: 'simi', basisPoints: 4000 }
    const book = { bookId: 'ledger', unitKobo: 1250_75, share }
    expect(splitSale({ amountKobo: 3377_03, discountKobo: 375_22, vatKobo: 0 }, [book])).toEqual({
      shares: [
        {
          ...share,
          bookId: 'ledger',
          kobo: 1350_81,
          paidKobo: 3377_03,
          discountKobo: 375_22,
          vatKobo: 0,
        },
      ],
      publisherKobo: 2026_22,
    })
  })

  test('gives nobody a share of its VAT', () => {
    const book = {
      bookId: 'ledger',
      unitKobo: 1,
      share: { accountId: 'simi', basisPoints: 10_000 },
    }
    expect(splitSale({ amountKobo: 1075, discountKobo: 0, vatKobo: 75 }, [book])).toMatchObject({
      shares: [{ kobo: 1000, paidKobo: 1075, vatKobo: 75 }],
      publisherKobo: 0,
    })
  })

  test('adds up to what was paid, whatever its books, discount, VAT and percentages', () => {
    const books = fc.array(
      fc.record({
        bookId: fc.uuid(),
        unitKobo: kobo,
        share: fc.option(fc.record({ accountId: fc.uuid(), basisPoints })),
      }),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(kobo, kobo, fc.nat(100), books, (amountKobo, discountKobo, vatPart, sold) => {
        const vatKobo = Math.floor((amountKobo / 100) * vatPart)
        const { shares, publisherKobo } = splitSale({ amountKobo, discountKobo, vatKobo }, sold)
        expect(sum(shares.map((share) => share.kobo)) + publisherKobo + vatKobo).toBe(amountKobo)
        expect(publisherKobo).toBeGreaterThanOrEqual(0)
        expect(shares).toHaveLength(sold.filter(({ share }) => share).length)
        for (const share of shares) {
          expect(share.kobo).toBeLessThanOrEqual(share.paidKobo - share.vatKobo)
          expect(Math.min(share.kobo, share.vatKobo, share.discountKobo)).toBeGreaterThanOrEqual(0)
        }
        if (sold.every(({ share }) => share)) {
          expect(sum(shares.map(({ paidKobo }) => paidKobo))).toBe(amountKobo)
          expect(sum(shares.map((share) => share.discountKobo))).toBe(discountKobo)
        }
      }),
    )
  })
})
