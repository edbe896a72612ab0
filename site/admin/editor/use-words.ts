import { useEffect, useState } from 'react'
import { countWords, readTimeOf } from '#contract/read-time.ts'
import type { SaveState } from './draft-saver.ts'
import type { TextOfPage } from './TextField.tsx'

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
    else void wordsOf(read()).then(show, console.warn)
    return () => {
      isCurrent = false
    }
  }, [text, start, pauses, saveState])
  return counted
}

/** Of Markdown, whose own signs are no words. */
async function wordsOf(markdown: string): Promise<string> {
  const [{ parseMarkdown }, { textOf }] = await Promise.all([
    import('#markdown/parse-markdown.ts'),
    import('#markdown/story-text.ts'),
  ])
  return textOf(parseMarkdown(markdown))
}
