import { isTakenDown, keptSince } from '#api/magazine/stories/story-lifecycle.queries.ts'
import { isOrdered } from '#api/shop/books/books.admin.queries.ts'
import type { DeletedKind } from '#contract/endpoints/operations/deleted.ts'
import { keptDays } from '#contract/retention.ts'
import { containing, countRows, first, type Slice, sql } from '#db/sql.ts'

export interface DeletedFilter {
  kinds: readonly DeletedKind[]
  /** Drafts of this member of the staff alone. */
  ownerId: string | undefined
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

/** What can be brought back. What a contributor or a guardian has taken down is not among it. */
const deleted = ({ kinds, ownerId, search }: DeletedFilter) => sql`
  (select * from (
    select 'story' as kind, id, title, deleted_at, deleted_by, false as is_sold
      from stories where deleted_at is not null and not ${isTakenDown()}
    union all
    select 'draft', story_id, fields ->> 'title', d.deleted_at, d.deleted_by, false
      from story_drafts d
      join document_revisions on document = 'story' and document_id = story_id and number = head
      where d.deleted_at is not null
        and not exists (select from stories where id = story_id and stories.deleted_at is not null)
        ${ownerId ? sql`and owner_id = ${ownerId}` : sql``}
    union all
    select 'issue', id, subject, deleted_at, deleted_by, false from letters where deleted_at is not null
    union all
    select 'book', id, title, deleted_at, deleted_by, ${isOrdered()}
      from books where deleted_at is not null and erased_at is null
  ) as everything
  where deleted_at > ${keptSince()} and kind = any (${kinds as string[]})
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
