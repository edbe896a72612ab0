import { expect, test } from 'vitest'
import { changedSentences } from './changed-sentences.ts'

test('an editor finds the sentences that a change replaces, and nothing around them', () => {
  const before = 'A title\nShe sat JAMB twice. It rained. He left!\nThe end.'
  const after = 'A title\nShe sat JAMB three times. It rained. He stayed!\nThe end.'
  expect(changedSentences(before, after)).toEqual({
    said: 'She sat JAMB twice. He left!',
    says: 'She sat JAMB three times. He stayed!',
  })
  expect(changedSentences(before, before)).toBeUndefined()
  expect(changedSentences('One. Two.', 'One.')).toEqual({ said: 'Two.', says: '' })
})
