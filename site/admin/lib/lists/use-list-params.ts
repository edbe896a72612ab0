import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { lastPage, searchLength } from '#contract/limits.ts'
import { type AdminQuery, useAdminQuery } from '../use-admin-query.ts'

type Params = Record<string, string>

/** The list parameters in the address; invalid ones are left out. */
export interface ListParams<Status extends string> {
  search: string
  status: Status
  page: number
  /** False at the first render, when the address is not read yet. */
  isKnown: boolean
  params: Params
  /** Another search or status starts at the first page. */
  change(fields: Params & { status?: Status }): void
}

/**
 * A list's search, status and page, as parameters of the page's address. The first status is the default, which
 * is left out of the address. `mayGo` may veto a change of the address, including Back.
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
  const mayGoNow = useRef(mayGo)
  mayGoNow.current = mayGo
  const shown = useRef<Params>({})
  shown.current = params ?? {}
  useEffect(() => {
    const read = () => {
      const next = paramsNow()
      if (mayGoNow.current(next)) setParams(next)
      // The browser has navigated already: restore the address.
      else history.pushState(null, '', addressOf(shown.current))
    }
    setParams(paramsNow())
    addEventListener('popstate', read)
    return () => removeEventListener('popstate', read)
  }, [])
  const change = (fields: Params) => {
    // Read from the address, not from the last render: two changes at once both apply.
    const next = withoutEmpty({ ...paramsNow(), ...fields })
    if (!mayGo(next)) return
    history.pushState(null, '', addressOf(next))
    setParams(next)
  }
  return [params, change]
}

const withoutEmpty = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''))

const paramsNow = (): Params => Object.fromEntries(new URLSearchParams(location.search))

/** The list's page with these parameters; empty ones are left out. */
export function addressOf(params: Params): string {
  const text = new URLSearchParams(withoutEmpty(params)).toString()
  return text ? `?${text}` : location.pathname
}

interface Asked<Status extends string> {
  page: number
  search: string
  status?: Exclude<Status, 'all'>
}

/**
 * A page of a list that the server filters. Its data has the parameters that it was loaded with, which may be older
 * than those of the address.
 */
export function useListQuery<Page extends object, Status extends string>(
  name: string,
  { search, status, page, isKnown }: ListParams<Status>,
  load: (asked: Asked<Status>) => Promise<Page>,
): AdminQuery<Page & { search: string; status: Status; page: number }> {
  return useAdminQuery({
    queryKey: [name, { search, status, page }],
    enabled: isKnown,
    // The first page of each filter; a search is asked again.
    keptAs: page === 1 && search === '' ? `${name}.${status}` : undefined,
    queryFn: async () => {
      const narrowed = status === 'all' ? {} : { status: status as Exclude<Status, 'all'> }
      return { ...(await load({ page, search, ...narrowed })), search, status, page }
    },
  })
}

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
