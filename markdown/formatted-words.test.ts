import { expect, test } from 'vitest'
import { compareWords } from './compare-words.ts'
import { blockOf, formattedWords, plainWords, runsOf } from './formatted-words.ts'

const drawn = (markdown: string) =>
  formattedWords(markdown)
    .split('\n\n')
    .map((line) => {
      const { kind, words } = blockOf(line)
      const inside = runsOf(words).map(({ text, isStrong, isEm, isLink }) => {
        if (!text.trim()) return text
        return `${isLink ? '_' : ''}${isStrong ? '+' : ''}${isEm ? '/' : ''}${text}`
      })
      return `${kind}: ${inside.join('')}`
    })

test('a text is compared as it is read, without the signs of Markdown', () => {
  expect(
    drawn(
      '## The lab\n\nShe **weighs** it, un*bear*able.\n\n> Said\n\n>> Large\n\n- one\n- two\n\n---',
    ),
  ).toEqual([
    'heading: The lab',
    'paragraph: She +weighs it, un/bearable.',
    'quote: Said',
    'pullQuote: Large',
    'paragraph: • one',
    'paragraph: • two',
    'divider: ',
  ])
})

test('a word that became bold, or a link that leads elsewhere, is a change', () => {
  const changes = (before: string, after: string) =>
    compareWords(formattedWords(before), formattedWords(after))
      .flatMap((row) => row.after)
      .filter(({ kind }) => kind === 'added')
      .map(({ text }) => plainWords(text))
  expect(changes('One two three', 'One **two** three')).toEqual(['two'])
  expect(changes('One *two* three', 'One *two* three')).toEqual([])
  expect(changes('See [it](https://a.ng) there', 'See [it](https://b.ng) there')).toEqual(['b'])
})
