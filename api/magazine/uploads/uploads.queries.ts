import { keptDays } from '#contract/retention.ts'
import { type Row, sql, values } from '#db/sql.ts'

export async function insertUpload(upload: {
  id: string
  /** Null: the publisher's. */
  readerId: string | null
  staffId?: string | undefined
  width: number
  height: number
}) {
  await sql`insert into uploads ${values('uploads', { ...upload, staffId: upload.staffId ?? null })}`
}

/** Whether an uploaded picture is still there. */
export async function isUploadThere(id: string): Promise<boolean> {
  const [upload] = await sql`select 1 from uploads where id = ${id}`
  return upload !== undefined
}

/** Latest first. */
export function listUploads(readerId: string) {
  return sql<Row<'uploads', 'id' | 'createdAt'>[]>`
    select id, created_at from uploads where reader_id = ${readerId} order by created_at desc`
}

export async function countUploads(readerId: string): Promise<number> {
  const [counted] = await sql<{ count: number }[]>`
    select count(*) from uploads
    where reader_id = ${readerId} and created_at > now() - interval '1 day'`
  return counted?.count ?? 0
}

/**
 * Deletes rows of pictures that nothing shows, after a month or with their reader. Resolves to their ids. What shows one is
 * kept by triggers (0130).
 */
export async function deleteUnusedUploads(): Promise<string[]> {
  const gone = await sql<Row<'uploads', 'id'>[]>`
    delete from uploads u
    where (u.created_at < now() - make_interval(days => ${keptDays.unusedUpload})
        or (u.reader_id is null and u.staff_id is null))
      and not exists (select from upload_uses where upload_id = u.id)
    returning id`
  return gone.map(({ id }) => id)
}
