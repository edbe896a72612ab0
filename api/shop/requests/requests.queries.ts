import type { RequestState } from '#contract/states.ts'
import { sql } from '#db/sql.ts'

export interface SentRequest {
  title: string
  author: string
  description: string
  category: string
  /** Naira. */
  price: number
  coverImageUrl: string | null
  authorEmail: string
  authorPhone: string
  publishingReason: string
}

export async function insertRequest(request: SentRequest): Promise<string> {
  const [added] = await sql<{ id: string }[]>`
    insert into publishing_requests ${sql(request as never)} returning id`
  return (added as { id: string }).id
}

/** Latest first. */
export function listRequestsFrom(authorEmail: string) {
  return sql<(SentRequest & { id: string; status: RequestState; createdAt: string })[]>`
    select id, title, author, description, category, price, cover_image_url, author_email, author_phone,
      publishing_reason, status, created_at
    from publishing_requests
    where author_email = ${authorEmail} order by created_at desc`
}
