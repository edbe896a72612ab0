import { useEffect, useState } from 'react'
import { countWords, readTimeOf } from '#contract/magazine/read-time.ts'
import type { SaveState } from '../saving/draft-saver.ts'
import type { TextOfPage } from './text-of-page.ts'

/** How long the text is, as one reads it. Counted after a pause and when it is saved, and not at each key. */
export function useWords({
  text,
  start,
  pauses,
  saveState,
}: Pick<TextOfPage, 'text' | 'start'> & { pauses: number; saveState: SaveState }) {
  const [counted, setCounted] = useState({ words: 0, minutes: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pause and a save count again.
  useEffect(() => {
    if (start === undefined) return
    let isCurrent = true
    const { read, words } = text.current
    const show = (now: string) => {
      if (isCurrent) setCounted({ words: countWords(now), minutes: readTimeOf(now) })
    }
    if (words) show(words())
    else {
      const markdown = read()
      if (markdown === '') show('')
      else {
        // It is needed in the plain field, and until the rich editor is there, which has the same at hand.
        import('./words-of-markdown.ts')
          .then(({ wordsOfMarkdown }) => show(wordsOfMarkdown(markdown)))
          .catch(console.warn)
      }
    }
    return () => {
      isCurrent = false
    }
  }, [text, start, pauses, saveState])
  return counted
}
