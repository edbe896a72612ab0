import { type AdminQuery, useAdminQuery } from './use-admin-query.ts'
import type { ListParams } from './use-list-params.ts'

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
