import { useEffect, useRef, useState } from 'react'
import { lastPage, searchLength } from '#contract/limits.ts'

type Params = Record<string, string>

/** What the address of a page with a list asks for; what makes no sense in it is left out. */
export interface ListParams<Status extends string> {
  search: string
  status: Status
  page: number
  /** False at the first drawing, when the address is not known yet. */
  isKnown: boolean
  /** Everything that the address holds. */
  params: Params
  /** Another search or status begins at the first page. */
  change(fields: Params & { status?: Status }): void
}

/**
 * A list's search, status and page, as they stand in the page's address. The first status is the usual one, which
 * stays out of the address. `mayGo` is asked before the address becomes another one, be it by going back.
 */
export function useListParams<Status extends string>(
  statuses: readonly [Status, ...Status[]],
  mayGo?: (next: Params) => boolean,
): ListParams<Status> {
  const [known, change] = useSearchParams(mayGo)
  const params = known ?? {}
  const page = Number.parseInt(params['page'] ?? '', 10) || 1
  return {
    search: (params['search'] ?? '').slice(0, searchLength),
    status: statuses.find((status) => status === params['status']) ?? statuses[0],
    page: Math.min(lastPage, Math.max(1, page)),
    isKnown: known !== undefined,
    params,
    change: (fields) =>
      change({
        ...(('search' in fields || 'status' in fields) && { page: '' }),
        ...fields,
        ...(fields['page'] === '1' && { page: '' }),
        ...(fields.status === statuses[0] && { status: '' }),
      }),
  }
}

function useSearchParams(
  mayGo: (next: Params) => boolean = () => true,
): [Params | undefined, (change: Params) => void] {
  const [params, setParams] = useState<Params>()
  const asked = useRef(mayGo)
  asked.current = mayGo
  const shown = useRef<Params>({})
  shown.current = params ?? {}
  useEffect(() => {
    const read = () => {
      const next = paramsNow()
      if (asked.current(next)) setParams(next)
      // The browser has gone already: it is led back.
      else history.pushState(null, '', addressOf(shown.current))
    }
    setParams(paramsNow())
    addEventListener('popstate', read)
    return () => removeEventListener('popstate', read)
  }, [])
  const change = (fields: Params) => {
    const next = Object.fromEntries(
      // The address, not what was drawn: two changes in one moment both stand.
      Object.entries({ ...paramsNow(), ...fields }).filter(([, value]) => value !== ''),
    )
    if (!mayGo(next)) return
    history.pushState(null, '', addressOf(next))
    setParams(next)
  }
  return [params, change]
}

const paramsNow = (): Params => Object.fromEntries(new URLSearchParams(location.search))

/** The page itself, asked for with these parameters. */
export function addressOf(params: Params): string {
  const text = new URLSearchParams(params).toString()
  return text ? `?${text}` : location.pathname
}
