import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from '../source-files.ts'

// Money is whole kobo from the query to the edge of the contract: contract/money.ts alone makes the one of the other.

// unchecked patterns: they read our own source.
const conversion = /(kobo|naira|price|amount)\w*\)?\s*[*/]\s*100\b/i

const allowed = [
  'contract/money.ts',
  'db/migrations/0262-baseline.sql',
  // It has what data costs, in tenths of a kobo.
  'site/lib/pages/page-cost.ts',
]

const isCode = (file: string) =>
  /\.(ts|tsx|astro|mjs|sql)$/.test(file) && !/\.test\.tsx?$/.test(file)

test('naira become kobo, and kobo naira, in one place', () => {
  const found = sourceFiles().filter(
    (file) => isCode(file) && conversion.test(readFileSync(file, 'utf8')),
  )
  expect(found.sort()).toEqual(allowed)
})

test.each([
  'Math.round(naira * 100)',
  'kobo / 100',
  '(amountKobo) / 100',
  'select round(b.price * 100)::bigint',
  'order.amount*100',
])('%s is found', (text) => {
  expect(text).toMatch(conversion)
})

test.each(['(priceKobo * percent) / 100', 'basisPoints / 100', 'amountKobo / 1000'])(
  '%s is not',
  (text) => {
    expect(text).not.toMatch(conversion)
  },
)
