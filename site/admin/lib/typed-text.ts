import { useCallback, useEffect, useState } from 'react'
import { storedKeys } from '#site/lib/stored-keys.ts'
import { forget, readJson, writeJson } from '#site/lib/web-storage.ts'

/** Unsent text of the admin pages, by the name of its field. */
type Typed = Record<string, string>

const prefix = 'ascend.typed.'

/** On logout nothing is left for the next user of the browser. */
export function clearTypedText() {
  for (const key of storedKeys(prefix, 'tab')) forget(key, 'tab')
}

/**
 * Unsent text. It survives another page of the list, and a new sign-in
 * (specification 7.1.5), but not the tab. `type(name)` deletes it.
 */
export function useTypedText(place: string): [Typed, (name: string, text?: string) => void] {
  const [typed, setTyped] = useState<Typed>({})
  useEffect(() => {
    const before = readJson(prefix + place, (json) => json as Typed, 'tab')
    setTyped((now) => ({ ...before, ...now }))
  }, [place])
  const type = useCallback(
    (name: string, text?: string) =>
      setTyped(({ [name]: _, ...others }) => {
        const next = text === undefined ? others : { ...others, [name]: text }
        writeJson(prefix + place, next, 'tab')
        return next
      }),
    [place],
  )
  return [typed, type]
}
