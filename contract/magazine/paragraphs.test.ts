import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paragraphsOf } from '../text.ts'

/** Everything that a regular expression takes for a space, and a letter. */
const pieces = fc.constantFrom(
  ...['\n', ' ', 'a', '\r', '\t', '\v', '\f', '\u00a0', '\u1680', '\u2003', '\u2028', '\u2029'],
  ...['\u202f', '\u205f', '\u3000', '\ufeff', '\u200b'],
)

test('a paragraph ends at a line break, and the spaces around it go', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      expect(paragraphsOf(text)).toEqual(text.split(/\s*\n\s*/).filter(Boolean))
    }),
  )
})
