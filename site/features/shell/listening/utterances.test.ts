import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseVoice, mostSpoken, utterancesOf } from './utterances.ts'

const words = fc
  .array(fc.stringMatching(/^[A-Za-zẹọṣ’“”,;:.!?₦0-9…]{1,20}$/), { minLength: 1, maxLength: 200 })
  .map((all) => all.join(' '))

test('every word of a paragraph is read aloud in order, in pieces that no phone cuts off', () => {
  fc.assert(
    fc.property(words, (paragraph) => {
      const pieces = utterancesOf(paragraph)
      const bare = (text: string) => text.replace(/\s+/g, '')
      expect(bare(pieces.join(' '))).toBe(bare(paragraph))
      for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(mostSpoken)
    }),
  )
})

test('a short sentence is one utterance, and an empty paragraph none', () => {
  expect(utterancesOf('She sold akara. Then she ran the lab.')).toEqual([
    'She sold akara. Then she ran the lab.',
  ])
  const long = 'The market is where I learned that a number is a promise'
  expect(utterancesOf(`“${long}.” ${long}. ${long}.`)).toEqual([`“${long}.” ${long}.`, `${long}.`])
  expect(utterancesOf('  ')).toEqual([])
})

test('the voice is English, and uses data only where the device has no other', () => {
  const voice = (lang: string, localService: boolean) => ({ lang, localService, default: false })
  const all = [
    voice('fr-FR', true),
    voice('en-NG', false),
    voice('en-US', true),
    voice('en_GB', true),
  ]
  expect(chooseVoice(all)).toBe(all[3])
  expect(chooseVoice(all.slice(0, 2))).toBe(all[1])
  expect(chooseVoice(all.slice(0, 1))).toBeUndefined()
})
