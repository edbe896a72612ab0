import { renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
// Loaded here: its import by need takes a while.
import '#markdown/parse-markdown.ts'
import { useWords } from '#site/admin/editor/use-words.ts'

const content = '## Two words\n\n- three\n\n1. four\n\n---\n\n**five** [six seven](/about)'

test('a text has the same number of words before and after the rich editor has loaded', async () => {
  const text = { current: { read: () => content } as { read(): string; words?(): string } }
  const saveState = { is: 'saved', at: undefined } as const
  const { result, rerender } = renderHook(
    ({ pauses }) => useWords({ text, start: content, pauses, saveState }),
    { initialProps: { pauses: 0 } },
  )
  await waitFor(() => expect(result.current.words).toBe(7))
  text.current.words = () => 'Two words\nthree\nfour\nfive six seven'
  rerender({ pauses: 1 })
  expect(result.current.words).toBe(7)
  text.current.words = () => 'One pause later'
  rerender({ pauses: 2 })
  expect(result.current.words).toBe(3)
})
