import { expect, test } from 'vitest'
import { readTimeOf } from './read-time.ts'

const words = (count: number) => 'goat '.repeat(count)

test.each([
  ['nothing written yet takes the default', '', 5],
  ['space alone takes the default', ' \n\t ', 5],
  ['two words take a minute', 'One word', 1],
  ['200 words take a minute', words(200), 1],
  ['201 words take two', words(201), 2],
  ['1000 words take five', words(1000), 5],
  ['a whole book takes the most that may be said', words(60_000), 60],
  ['words on lines of their own count as well', words(100) + 'ọ̀rọ̀\n'.repeat(101), 2],
])('%s', (_, text, minutes) => {
  expect(readTimeOf(text)).toBe(minutes)
})
