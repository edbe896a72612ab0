import { useCallback, useEffect, useState } from 'react'
import { loadTypedText, saveTypedText, type Typed } from './typed-text.ts'

/**
 * What is typed and not sent yet. It outlives another page of the list, and a sign-in that has become necessary
 * (specification 7.1.5), but not the tab. `type(name)` forgets it.
 */
export function useTypedText(place: string): [Typed, (name: string, text?: string) => void] {
  const [typed, setTyped] = useState<Typed>({})
  useEffect(() => setTyped((now) => ({ ...loadTypedText(place), ...now })), [place])
  const type = useCallback(
    (name: string, text?: string) =>
      setTyped(({ [name]: _, ...others }) => {
        const next = text === undefined ? others : { ...others, [name]: text }
        saveTypedText(place, next)
        return next
      }),
    [place],
  )
  return [typed, type]
}
