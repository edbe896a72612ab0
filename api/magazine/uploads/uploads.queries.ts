import { keptDays } from '#contract/retention.ts'
import { countRows, hasRows, type Row, sql, values } from '#db/sql.ts'

export async function insertUpload(upload: {
  id: string
  /** It is null for what the publisher uploaded. */
  readerId: string | null
  staffId?: string | undefined
  width: number
  height: number
}) {
  await sql`insert into uploads ${values('uploads', { ...upload, staffId: upload.staffId ?? null })}`
}

export function isUploadThere(id: string): Promise<boolean> {
  return hasRows(sql`select 1 from uploads where id = ${id}`)
}

export function listUploads(readerId: string) {
  return sql<Row<'uploads', 'id' | 'createdAt'>[]>`
    select id, created_at from uploads where reader_id = ${readerId} order by created_at desc`
}

/** Sizes are in pixels; those of pictures that are gone are missing. */
export function listPictureSizes(ids: string[]) {
  return sql<Row<'uploads', 'id' | 'width' | 'height'>[]>`
    select id, width, height from uploads where id = any(${ids}::uuid[])`
}

export function countUploads(readerId: string): Promise<number> {
  return countRows(sql`uploads
    where reader_id = ${readerId} and created_at > now() - interval '1 day'`)
}

/**
 * Deletes rows of unused pictures, after a month or with their reader's account. Resolves to their ids. Triggers record the
 * uses.
 */
export async function deleteUnusedUploads(): Promise<string[]> {
  const deleted = await sql<Row<'uploads', 'id'>[]>`
    delete from uploads u
    where (u.created_at < now() - make_interval(days => ${keptDays.unusedUpload})
        or (u.reader_id is null and u.staff_id is null))
      and not exists (select from upload_uses where upload_id = u.id)
    returning id`
  return deleted.map(({ id }) => id)
}

/** The latest first. Uploads of the last minutes only if they are `held`: another replica has the pixels of the others. */
export async function findUploadWithoutAvif(held: string[]): Promise<string | undefined> {
  const [row] = await sql<Row<'uploads', 'id'>[]>`
    select id from uploads
    where avif_widths is null
      and (id = any(${held}::uuid[]) or created_at < now() - interval '10 minutes')
    order by created_at desc limit 1`
  return row?.id
}

/** Until the end of the transaction it cannot be deleted. Resolves to whether it is there. */
export function lockUpload(id: string): Promise<boolean> {
  return hasRows(sql`select 1 from uploads where id = ${id} for key share`)
}

export async function setAvifWidths(id: string, widths: number[]) {
  await sql`update uploads set avif_widths = ${widths}::integer[] where id = ${id}`
}
