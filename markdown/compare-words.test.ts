import { describe, expect, test } from 'vitest'
import { compareWords, type Part } from './compare-words.ts'

const sides = (before: string, after: string) =>
  compareWords(before, after).map((row) => [written(row.before), written(row.after)])

/** `[-removed-]` and `[+added+]`. */
function written(parts: Part[]): string {
  const signs = { same: ['', ''], removed: ['[-', '-]'], added: ['[+', '+]'] }
  return parts.map(({ text, kind }) => signs[kind].join(text)).join('')
}

const story = (paragraphs: number, words: number, seed = 0) =>
  Array.from({ length: paragraphs }, (_, p) =>
    Array.from({ length: words }, (_, w) => `w${(p * 31 + w * 7 + seed) % 997}`).join(' '),
  )

describe('two texts compared by words', () => {
  test('mark the words that changed, and not the spaces before them', () => {
    expect(sides('She sold akara at dawn.', 'She sold hot akara at noon!')).toEqual([
      ['She sold akara at [-dawn.-]', 'She sold [+hot+] akara at [+noon!+]'],
    ])
  })

  test('mark a comma without the word before it, and a word with its accents as one', () => {
    expect(sides('Ọmọ́ wá sí ilé', 'Ọmọ wá, sí ilé')).toEqual([
      ['[-Ọmọ́-] wá sí ilé', '[+Ọmọ+] wá[+,+] sí ilé'],
    ])
    expect(sides('We don’t go', 'We do go')).toEqual([['We [-don’t-] go', 'We [+do+] go']])
  })

  test('leave a place free where a paragraph was deleted or is new', () => {
    const [first, second, third] = ['The first day.', 'Nobody came at all.', 'Then they came.']
    expect(sides(`${first}\n\n${second}\n\n${third}`, `${first}\n\n${third}`)).toEqual([
      [first, first],
      [`[-${second}-]`, ''],
      [third, third],
    ])
    expect(sides(first as string, `${first}\n\n${second}`)).toEqual([
      [first, first],
      ['', `[+${second}+]`],
    ])
  })

  test('put a changed paragraph beside itself when another was put before it', () => {
    expect(
      sides(
        'Ada walked to school every day.\n\nThe end.',
        'It rained in Enugu.\n\nAda ran to school every day.\n\nThe end.',
      ),
    ).toEqual([
      ['', '[+It rained in Enugu.+]'],
      ['Ada [-walked-] to school every day.', 'Ada [+ran+] to school every day.'],
      ['The end.', 'The end.'],
    ])
  })

  test('show a moved paragraph where it was and where it is', () => {
    const [a, b, c] = ['One thing was clear.', 'Two people sang.', 'Three boats left.']
    expect(sides([a, b, c].join('\n\n'), [b, c, a].join('\n\n'))).toEqual([
      [`[-${a}-]`, ''],
      [b, b],
      [c, c],
      ['', `[+${a}+]`],
    ])
  })

  test('show a paragraph that was written anew beside the old one', () => {
    expect(sides('Rain fell.', 'Nobody had told them about the bridge')).toEqual([
      ['[-Rain fell.-]', '[+Nobody had told them about the bridge+]'],
    ])
  })

  test('have no rows without words, and one side without the other', () => {
    expect(compareWords('', '')).toEqual([])
    expect(sides('', 'A start')).toEqual([['', '[+A start+]']])
    expect(sides('A start', ' \n\n')).toEqual([['[-A start-]', '']])
    expect(sides('Same  words', 'Same words')).toEqual([['Same  words', 'Same words']])
  })

  test('hold every sign of both', () => {
    const before = '## Head\n\n- one\n- two **bold**\n\n> *quote*\n\nlast  line'
    const after = '## Heads\n\n- one\n- three\n\n> quote\n\nlast line\n\n---'
    const rows = compareWords(before, after)
    const plain = (side: 'before' | 'after') =>
      rows.map((row) => row[side].map(({ text }) => text).join(''))
    expect(plain('before').filter(Boolean).join('\n\n')).toBe(before)
    expect(plain('after').filter(Boolean).join('\n\n')).toBe(after)
  })
})

// The algorithm has bounds of its own, else one of these would take minutes.
describe('5,000 words are compared', () => {
  const long = story(100, 50)
  const changed = long.map((text, i) => (i % 3 ? text : text.replace(/w\d+/, 'changed')))
  test.each([
    ['with words changed in every third paragraph', long.join('\n\n'), changed.join('\n\n')],
    ['in other paragraphs', long.join('\n\n'), story(100, 50, 400).join('\n\n')],
    ['in one paragraph', long.join(' '), changed.join(' ')],
    ['in one paragraph where all changed', long.join(' '), [...long].reverse().join(' ')],
    ['in a paragraph each', long.join(' ').replaceAll(' ', '\n\n'), long.join('\n\n')],
    [
      'in 5,000 paragraphs that are other words',
      long.join(' ').replaceAll(' ', '\n\n'),
      story(100, 50, 400).join('x ').replaceAll(' ', '\n\n'),
    ],
  ])('%s', (_, before, after) => {
    expect(compareWords(before, after).length).toBeGreaterThan(0)
  })
})
