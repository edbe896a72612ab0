import { readFileSync, statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { faceKilobytes, faceStyles, slices } from './faces.ts'

const sliceNames = Object.keys(slices) as (keyof typeof slices)[]
const rangesIn = (sheet: string) =>
  [...sheet.matchAll(/unicode-range:([^;}]+)/g)].map(([, range = '']) => range.replace(/\s/g, ''))

test.each([
  ['ojuju', 19_100],
  ['noto-serif-display', 12_800],
  ['noto-sans', 11_400],
  ['andika', 11_200],
] as const)('%s weighs at most %i bytes', (face, bytes) => {
  const sizes = sliceNames.map((slice) => statSync(`site/fonts/${face}-${slice}.woff2`).size)
  const total = sizes.reduce((sum, size) => sum + size)
  expect(total).toBeLessThanOrEqual(bytes)
  expect(Math.round(total / 1000)).toBe(faceKilobytes[face])
})

test('every face has the letters of the site in the same files', () => {
  const own = rangesIn(readFileSync('site/styles/theme.css', 'utf8'))
  expect(own).toEqual(Object.values(slices))
  expect(rangesIn(faceStyles('andika'))).toEqual(own)
})

test('a page pays for a face that is chosen, and for no other', () => {
  expect(faceStyles('ojuju')).toBe('')
  for (const face of ['noto-serif-display', 'noto-sans', 'andika'] as const) {
    const styles = faceStyles(face)
    expect(brotliCompressSync(styles).length).toBeLessThan(520)
    expect(styles).toMatch(/:root:not\(\[data-lite\]\)\{--display:/)
  }
})
