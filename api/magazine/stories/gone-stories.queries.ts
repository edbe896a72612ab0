import type { GoneReason } from '#contract/magazine/gone-stories.ts'
import { first, type Row, sql } from '#db/sql.ts'

/** Those of these stories that were public once are gone; the first reason stays. */
export async function insertGone(ids: readonly string[], reason: GoneReason) {
  await sql`
    insert into gone_stories (story_id, reason, slug_hashes)
    select id, ${reason}, array(
      select encode(sha256(convert_to(page_slugs.slug, 'UTF8')), 'hex')
      from page_slugs where story_id = stories.id)
    from stories where id = any (${ids}::uuid[]) and published_at is not null
    on conflict do nothing`
}

/** It is public again, or may be. */
export async function deleteGone(id: string) {
  await sql`delete from gone_stories where story_id = ${id}`
}

export function findGone(id: string) {
  return first(sql<(Row<'gone_stories', 'reason'> & { at: string })[]>`
    select reason, gone_at as at from gone_stories where story_id = ${id}`)
}
