import { lastPage, searchLength } from '#contract/limits.ts'
import { useQuery } from './use-query.ts'

type Change = (fields: { search?: string; status?: string; page?: string }) => void

/** What the query of a page with one list asks for; what makes no sense in it is left out. */
export interface ListQuery<Status extends string> {
  search: string
  status: Status
  page: number
  /** Says when to load anew; undefined at the first drawing. */
  key: string | undefined
  change: Change
}

/** A list's search, its status and its page, as they stand in the page's own query. The first status is the usual one. */
export function useListQuery<Status extends string>(
  statuses: readonly [Status, ...Status[]],
): ListQuery<Status> {
  const [query, change] = useQuery()
  const typed = Number.parseInt(query?.['page'] ?? '', 10)
  const asked = {
    search: (query?.['search'] ?? '').slice(0, searchLength),
    status: statuses.find((status) => status === query?.['status']) ?? statuses[0],
    page: typed >= 1 && typed <= lastPage ? typed : 1,
  }
  return {
    ...asked,
    key: query && JSON.stringify(asked),
    change: ({ status, ...fields }) =>
      // The usual one stays out of the address; whatever else changes begins at the first page.
      change({
        page: '',
        ...fields,
        ...(status !== undefined && { status: status === statuses[0] ? '' : status }),
      }),
  }
}
