import { columns, type Row, type RowOf, sql, values } from '#db/sql.ts'

/** The price is in naira. */
export type SentRequest = RowOf<typeof sentColumns>

export const sentColumns = columns('publishing_requests', [
  'title',
  'author',
  'description',
  'category',
  'price',
  'coverImageUrl',
  'authorEmail',
  'authorPhone',
  'publishingReason',
])

export async function insertRequest(request: SentRequest): Promise<string> {
  const [added] = await sql<Row<'publishing_requests', 'id'>[]>`
    insert into publishing_requests ${values('publishing_requests', request)} returning id`
  return (added as { id: string }).id
}

/** Latest first. */
export function listRequestsFrom(authorEmail: string) {
  return sql<(SentRequest & Row<'publishing_requests', 'id' | 'status' | 'createdAt'>)[]>`
    select ${sql(sentColumns)}, id, status, created_at
    from publishing_requests
    where author_email = ${authorEmail} order by created_at desc`
}
