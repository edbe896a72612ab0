import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { lastPage, searchLength } from '#contract/limits.ts'
import { type AdminQuery, useAdminQuery } from './use-admin-query.ts'

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

interface Asked<Status extends string> {
  page: number
  search: string
  status?: Exclude<Status, 'all'>
}

/**
 * A page of a list that the server narrows. Its data says what it was asked for, which may be older than what the
 * address asks for now.
 */
export function useListQuery<Page extends object, Status extends string>(
  name: string,
  { search, status, page, isKnown }: ListParams<Status>,
  load: (asked: Asked<Status>) => Promise<Page>,
): AdminQuery<Page & { search: string; status: Status; page: number }> {
  return useAdminQuery({
    queryKey: [name, { search, status, page }],
    enabled: isKnown,
    queryFn: async () => {
      const narrowed = status === 'all' ? {} : { status: status as Exclude<Status, 'all'> }
      return { ...(await load({ page, search, ...narrowed })), search, status, page }
    },
  })
}

/** Puts a row as the server has it now in the place of the older one, in the list that is shown. */
export function replaceRow<Key extends string, Row extends Record<Key, string>>(
  client: QueryClient,
  list: string,
  key: Key,
  row: Row,
) {
  client.setQueriesData<{ items: Row[] }>(
    { queryKey: [list] },
    (page) =>
      page && { ...page, items: page.items.map((item) => (item[key] === row[key] ? row : item)) },
  )
}
