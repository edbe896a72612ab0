import { expect, test } from 'vitest'
import { describeCost, type Entry, type Stored, sizeOf, wholeSize } from './page-cost.ts'

const openedAt = 1_000_000
const nairaPerGigabyte = 575

function aFile(transferSize: number, encodedBodySize: number, more: Partial<Entry> = {}): Entry {
  return {
    name: 'https://ascend.example/',
    transferSize,
    encodedBodySize,
    serverTiming: [],
    workerStart: 0,
    ...more,
  }
}

const sentAs = (description: string): Partial<Entry> => ({
  serverTiming: [{ name: wholeSize, description, duration: 0, toJSON: () => ({}) }],
})

test.each<[string, [Entry, Stored?][], string]>([
  [
    'a first visit, all of it fetched',
    [[aFile(25_300, 25_000)], [aFile(10_300, 10_000)]],
    'This page has used 35 KB, about 1.9 kobo.',
  ],
  [
    'a page whose font the browser has',
    [[aFile(25_300, 25_000)], [aFile(0, 10_000)]],
    'This page has used 25 KB, about 1.4 kobo. Without what your browser had: 34 KB, about 1.9 kobo.',
  ],
  [
    'a page sent as a difference',
    [[aFile(2300, 2000, sentAs('13800'))]],
    'This page has used 2 KB, about 0.1 kobo. Without what your browser had: 13 KB, about 0.7 kobo.',
  ],
  [
    'a page and all its files out of the cache',
    [[aFile(0, 25_000)]],
    'This page has used no data. Without what your browser had: 24 KB, about 1.3 kobo.',
  ],
])('%s', (_, files, line) => {
  expect(
    describeCost(
      files.map(([file]) => sizeOf(file, false)),
      nairaPerGigabyte,
    ),
  ).toBe(line)
})

test.each<[string, Entry, Stored | undefined, string]>([
  [
    'came over the network counts as it came, not unpacked',
    aFile(146_730, 146_430),
    { used: 25_300, whole: 25_000, at: openedAt + 1 },
    'This page has used 25 KB, about 1.4 kobo.',
  ],
  [
    'came as a difference counts as that',
    aFile(146_730, 146_430, sentAs('25000')),
    { used: 2300, whole: 2000, at: openedAt + 1 },
    'This page has used 2 KB, about 0.1 kobo. Without what your browser had: 24 KB, about 1.3 kobo.',
  ],
  [
    'came out of its cache costs nothing',
    aFile(146_730, 146_430, { deliveryType: 'cache-storage' }),
    { used: 25_300, whole: 25_000, at: openedAt - 1 },
    'This page has used no data. Without what your browser had: 24 KB, about 1.3 kobo.',
  ],
  [
    'is not stored, or not yet, has an unknown size',
    aFile(146_730, 146_430),
    { used: 25_300, whole: 25_000, at: openedAt - 1 },
    'This page has used at least 10 KB, about 0.6 kobo.',
  ],
])('a page that through the service worker %s', (_, file, stored, line) => {
  const font = sizeOf(aFile(10_300, 10_000), false)
  const sizes = [sizeOf(file, stored, openedAt)]
  expect(describeCost(line.includes('at least') ? [...sizes, font] : sizes, nairaPerGigabyte)).toBe(
    line,
  )
})

test('a picture from elsewhere, whose size browsers do not tell, makes it “at least”', () => {
  const elsewhere = { used: undefined, whole: undefined }
  expect(describeCost([sizeOf(aFile(10_300, 10_000), false), elsewhere], nairaPerGigabyte)).toBe(
    'This page has used at least 10 KB, about 0.6 kobo.',
  )
})
