import { useEffect, useState } from 'react'
import { readTimeOf } from '#contract/read-time.ts'
import type { SaveState } from './draft-saver.ts'
import type { TextOfPage } from './TextField.tsx'

/** How long the text is. Counted when it is saved, and not at each key. */
export function useWords({
  text,
  start,
  saveState,
}: Pick<TextOfPage, 'text' | 'start'> & { saveState: SaveState }) {
  const [counted, setCounted] = useState({ words: 0, minutes: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save counts again.
  useEffect(() => {
    if (start === undefined) return
    const { read, words = read } = text.current
    const now = words()
    setCounted({ words: now.match(/\S+/g)?.length ?? 0, minutes: readTimeOf(now) })
  }, [text, start, saveState])
  return counted
}
