import { expect, test } from 'vitest'
import { notesMarkdown } from './notes.ts'

test('notes are Markdown with chapters as headings, quotes as quotes, and every word as it is', () => {
  const notes = [
    { chapter: 'The ladder', quote: '“Hold it,” she said.\nHe held it.', words: '' },
    { chapter: 'The ladder', quote: 'Nine.', words: 'For the *essay*: 1 < 2\n# who pays?\n1. me' },
    { chapter: '', quote: '- a list', words: '' },
  ]
  const books = [{ title: 'The Quiet Climb', authorName: 'Ladi Gwamna', notes }]
  expect(notesMarkdown(books)).toBe(`# The Quiet Climb

Ladi Gwamna

## The ladder

> “Hold it,” she said.
>
> He held it.

> Nine.

For the \\*essay\\*: 1 \\< 2
\\# who pays?
1\\. me

> \\- a list
`)
  expect(notesMarkdown([])).toBe('There are no notes.\n')
})
