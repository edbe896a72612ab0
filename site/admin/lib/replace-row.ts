import type { QueryClient } from '@tanstack/react-query'

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
