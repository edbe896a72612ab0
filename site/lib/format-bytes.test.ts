import { expect, test } from 'vitest'
import { formatBytes, formatCost } from './format-bytes.ts'

test.each([
  [1, '1 KB'],
  [1024, '1 KB'],
  [66_560, '65 KB'],
  [1_048_576, '1 MB'],
  [1_468_006, '1.4 MB'],
])('%i bytes are written as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test.each([
  [50 * 1024, undefined],
  [51_201, 'about ₦0.03 of data'],
  [1_048_576, 'about ₦0.56 of data'],
  [52_428_800, 'about ₦28.08 of data'],
])('fetching %i bytes is said to cost: %s', (bytes, text) => {
  expect(formatCost(bytes, 575)).toBe(text)
})
