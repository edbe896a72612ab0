import { isAuthorId } from '#api/readers/guardians/guardians.queries.ts'
import { columns, first, type RowOf, sql, values } from '#db/sql.ts'

// The row of a draft, which is locked before that of its story.

export type DraftRow = RowOf<typeof draftColumns>

const draftColumns = columns('story_drafts', [
  'storyId',
  'ownerId',
  'head',
  'stored',
  'sent',
  'sentAt',
  'consent',
  'consentFor',
  'consentAnswer',
  'consentAt',
])

/** Like the next one, it finds none that is deleted. */
export function findDraft(id: string) {
  return first(sql<DraftRow[]>`
    select ${sql(draftColumns)} from story_drafts where story_id = ${id} and deleted_at is null`)
}

export function lockDraft(id: string) {
  return first(sql<DraftRow[]>`
    select ${sql(draftColumns)} from story_drafts
    where story_id = ${id} and deleted_at is null for update`)
}

export function lockDeletedDraft(id: string) {
  return first(sql<DraftRow[]>`
    select ${sql(draftColumns)} from story_drafts
    where story_id = ${id} and deleted_at is not null for update`)
}

/** Lock them before the stories, whose deletion deletes the drafts. */
export async function lockDraftsOf(readerId: string) {
  await sql`
    select 1 from story_drafts
    where story_id in (select id from stories where ${isAuthorId(readerId)})
    order by story_id for update`
}

/** Resolves to nothing when another request inserted it first. */
export function insertDraft(id: string, ownerId: string | null) {
  return first(sql<DraftRow[]>`
    insert into story_drafts (story_id, owner_id, head) values (${id}, ${ownerId}, 0)
    on conflict do nothing returning ${sql(draftColumns)}`)
}

export async function setDraft(id: string, change: Partial<Omit<DraftRow, 'storyId'>>) {
  await sql`
    update story_drafts set ${values('story_drafts', { ...change, updatedAt: new Date() })}
    where story_id = ${id}`
}

/** The columns of a draft whose contributor is not asked, or whose edit is published. */
export const noConsent = {
  consent: null,
  consentFor: null,
  consentAnswer: null,
  consentAt: null,
} as const
