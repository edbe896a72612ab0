import type { Fragment } from 'postgres'
import type { DeletedKind } from '#contract/kinds/kinds.ts'
import { keptDays } from '#contract/retention.ts'
import { containing, countRows, first, type Slice, sql } from '#db/sql.ts'

export interface DeletedFilter {
  /** The rows of each kind that may be seen (deleted-thing.ts). */
  rows: Partial<Record<DeletedKind, Fragment>>
  /** It stands in the title, in any case of letters. */
  search?: string | undefined
}

interface Deleted {
  kind: DeletedKind
  id: string
  title: string
  deletedAt: string
  deletedBy: string | null
  erasedAt: string
  isSold: boolean
}

const deleted = ({ rows, search }: DeletedFilter) => sql`
  (select * from (${Object.entries(rows)
    .map(([kind, of]) => sql`select ${kind} as kind, of_kind.* from (${of}) as of_kind`)
    .reduce((all, one) => sql`${all} union all ${one}`)}) as everything
  where deleted_at > now() - make_interval(days => ${keptDays.deleted})
    ${search?.trim() ? sql`and lower(normalize(title)) like lower(normalize(${containing(search.trim())}))` : sql``}
  ) as deleted`

export function listDeleted({ limit, offset, ...filter }: DeletedFilter & Slice) {
  return sql<Deleted[]>`
    select *, deleted_at + make_interval(days => ${keptDays.deleted}) as erased_at
    from ${deleted(filter)}
    order by deleted_at desc, id limit ${limit} offset ${offset}`
}

export function countDeleted(filter: DeletedFilter): Promise<number> {
  return countRows(deleted(filter))
}

export function findDeleted(filter: DeletedFilter, id: string) {
  return first(sql<{ title: string }[]>`select title from ${deleted(filter)} where id = ${id}`)
}
