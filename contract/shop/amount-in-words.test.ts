import { expect, test } from 'vitest'
import { amountInWords } from './amount-in-words.ts'

test.each([
  [0, 'Zero naira only'],
  [5, 'Zero naira, five kobo only'],
  [100, 'One naira only'],
  [1_999, 'Nineteen naira, ninety-nine kobo only'],
  [100_500, 'One thousand and five naira only'],
  [375_225, 'Three thousand, seven hundred and fifty-two naira, twenty-five kobo only'],
  [100_000_000, 'One million naira only'],
  [5_000_000_000_000, 'Fifty billion naira only'],
  [120_004_000, 'One million, two hundred thousand and forty naira only'],
])('%d kobo are “%s”', (kobo, words) => {
  expect(amountInWords(kobo)).toBe(words)
})
