import { useEffect, useRef, useState } from 'react'

type Query = Record<string, string>

/**
 * The page's own query, so that a search can be gone back to and a reload shows the same. Empty on the server and
 * at the first drawing. `mayGo` is asked before it becomes another one, be it by going back.
 */
export function useQuery(
  mayGo: (next: Query) => boolean = () => true,
): [Query | undefined, (change: Query) => void] {
  const [query, setQuery] = useState<Query>()
  const asked = useRef(mayGo)
  asked.current = mayGo
  const shown = useRef<Query>({})
  shown.current = query ?? {}
  useEffect(() => {
    const read = () => {
      const next = queryNow()
      if (asked.current(next)) setQuery(next)
      // The browser has gone already: it is led back.
      else history.pushState(null, '', addressOf(shown.current))
    }
    setQuery(queryNow())
    addEventListener('popstate', read)
    return () => removeEventListener('popstate', read)
  }, [])
  const change = (fields: Query) => {
    const next = Object.fromEntries(
      // The address, not what was drawn: two changes in one moment both stand.
      Object.entries({ ...queryNow(), ...fields }).filter(([, value]) => value !== ''),
    )
    if (!mayGo(next)) return
    history.pushState(null, '', addressOf(next))
    setQuery(next)
  }
  return [query, change]
}

const queryNow = (): Query => Object.fromEntries(new URLSearchParams(location.search))

/** The page itself, asked for with these fields. */
export function addressOf(query: Query): string {
  const text = new URLSearchParams(query).toString()
  return text ? `?${text}` : location.pathname
}
