import { hashToken, makeToken } from '#api/http/secrets/secrets.ts'
import { staffLinkMinutes } from '#contract/form-limits.ts'
import type { StaffLinkPurpose } from '#contract/states.ts'
import { first, type Row, sql } from '#db/sql.ts'

export type StaffLink = Row<'staff_links', 'staffId' | 'purpose' | 'readerId'>

/** Stores the hash of a new token; older links of the same purpose become invalid. */
export async function insertStaffLink(
  staffId: string,
  purpose: StaffLinkPurpose,
  readerId: string | null = null,
): Promise<string> {
  const token = makeToken()
  await deleteStaffLinks(staffId, purpose)
  await sql`
    insert into staff_links (id, staff_id, purpose, reader_id, expires_at)
    values (${hashToken(token)}, ${staffId}, ${purpose}, ${readerId},
      now() + make_interval(mins => ${staffLinkMinutes[purpose]}))`
  return token
}

export async function deleteStaffLinks(staffId: string, purpose: StaffLinkPurpose) {
  await sql`delete from staff_links where staff_id = ${staffId} and purpose = ${purpose}`
}

export function findStaffLink(token: string): Promise<StaffLink | undefined> {
  return first(sql<StaffLink[]>`
    select staff_id, purpose, reader_id from staff_links
    where id = ${hashToken(token)} and expires_at > now()`)
}

/** A link is taken once: a second press finds nothing. */
export function takeStaffLink(token: string): Promise<StaffLink | undefined> {
  return first(sql<StaffLink[]>`
    delete from staff_links where id = ${hashToken(token)} and expires_at > now()
    returning staff_id, purpose, reader_id`)
}
