import { keptDays } from '#contract/retention.ts'
import { sql } from '#db/sql.ts'

export async function insertUpload(upload: {
  id: string
  /** Null: the publisher's. */
  readerId: string | null
  staffId?: string | undefined
  width: number
  height: number
}) {
  await sql`insert into uploads ${sql({ ...upload, staffId: upload.staffId ?? null })}`
}

/** Whether an uploaded picture is still there. */
export async function isUploadThere(id: string): Promise<boolean> {
  const [upload] = await sql`select 1 from uploads where id = ${id}`
  return upload !== undefined
}

/** Latest first. */
export function listUploads(readerId: string) {
  return sql<{ id: string; createdAt: string }[]>`
    select id, created_at from uploads where reader_id = ${readerId} order by created_at desc`
}

export async function countUploads(readerId: string): Promise<number> {
  const [counted] = await sql<{ count: number }[]>`
    select count(*) from uploads
    where reader_id = ${readerId} and created_at > now() - interval '1 day'`
  return counted?.count ?? 0
}

/** Deletes rows of pictures that nothing shows, after a month or with their reader. Resolves to their ids. */
export async function deleteUnusedUploads(): Promise<string[]> {
  const gone = await sql<{ id: string }[]>`
    with shown as (
      select substring(url from '/uploads/([0-9a-f-]{36})/') as id
      from (
        select image_url from stories
        union all select author_image_url from stories
        union all select profile_image_url from readers
        union all select picture_url from authors
        union all select cover_image_url from books
        union all select cover_image_url from publishing_requests
      ) as named(url)
      where url like '%/uploads/%'
      union
      select (regexp_matches(text, '/uploads/([0-9a-f-]{36})/', 'g'))[1]
      from (
        select content from stories where content_format = 'markdown'
        union all select fields ->> 'content' from story_revisions
        union all select fields ->> 'imageUrl' from story_revisions
        union all select content from letters
      ) as written(text)
      where text like '%/uploads/%'
    )
    delete from uploads u
    where (u.created_at < now() - make_interval(days => ${keptDays.unusedUpload}) 
        or (u.reader_id is null and u.staff_id is null))
      and not exists (select from shown where shown.id = u.id::text)
    returning id`
  return gone.map(({ id }) => id)
}
