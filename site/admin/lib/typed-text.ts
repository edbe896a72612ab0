import { useCallback, useEffect, useState } from 'react'

/** Unsent text of the admin pages, by the name of its field. */
type Typed = Record<string, string>

const prefix = 'ascend.typed.'

function loadTypedText(place: string): Typed {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + place) ?? '{}')
  } catch {
    return {}
  }
}

function saveTypedText(place: string, typed: Typed) {
  try {
    sessionStorage.setItem(prefix + place, JSON.stringify(typed))
  } catch {
    // Storage is forbidden or full: the text lasts for this page.
  }
}

/** On logout nothing is left for the next user of the browser. */
export function clearTypedText() {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix)) sessionStorage.removeItem(key)
    }
  } catch {
    // Nothing was stored.
  }
}

/**
 * Unsent text. It survives another page of the list, and a new sign-in
 * (specification 7.1.5), but not the tab. `type(name)` deletes it.
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
