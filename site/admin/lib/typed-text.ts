import { useCallback, useEffect, useState } from 'react'

/** What is typed in one place of the admin pages and not sent yet, by name. */
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
    // Storage is forbidden or full: then it is kept as long as the page.
  }
}

/** When the publisher leaves by themselves, nothing is left for whoever comes next. */
export function clearTypedText() {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix)) sessionStorage.removeItem(key)
    }
  } catch {
    // Nothing was kept.
  }
}

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
