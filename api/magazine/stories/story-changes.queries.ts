import { countRows, type Row, type Slice, sql } from '#db/sql.ts'

type Told = Row<'story_changes', 'said' | 'says' | 'description' | 'isSerious'> & { reason: string }

/** What a change to a published story is, as an editor says. */
export type ChangeNote = { kind: 'typo' | 'update' } | (Told & { kind: 'correction' })

export async function insertUpdate(storyId: string) {
  await sql`insert into story_changes (story_id, kind) values (${storyId}, 'update')`
}

/** A repeat changes nothing. */
export async function insertCorrection(
  storyId: string,
  { reason, said, says, description, isSerious }: Told,
) {
  await sql`
    insert into story_changes (story_id, kind, reason, said, says, description, is_serious)
    select ${storyId}, 'correction', ${reason}, ${said}, ${says}, ${description}, ${isSerious}
    where not exists (
      select from story_changes
      where story_id = ${storyId} and reason = ${reason}
        and (said, says, description) is not distinct from (${said}::text, ${says}::text, ${description}::text))`
}

type Listed = Told & { at: string }

const listed = () => sql`kind, changed_at as at, reason, said, says, description, is_serious`

/** The last update of a story, and its corrections, the newest first. */
export async function findChanges(storyId: string) {
  const changes = await sql<(Listed & Row<'story_changes', 'kind'>)[]>`
    select ${listed()} from story_changes where story_id = ${storyId} order by number desc`
  return {
    updatedOn: changes.find(({ kind }) => kind === 'update')?.at ?? null,
    corrections: changes.filter(({ kind }) => kind === 'correction'),
  }
}

const ofPublished = () => sql`
  story_changes join stories on stories.id = story_id where kind = 'correction' and is_published`

export function listCorrections({ limit, offset }: Slice) {
  return sql<(Listed & { storyId: string; title: string })[]>`
    select ${listed()}, story_id, title from ${ofPublished()}
    order by number desc limit ${limit} offset ${offset}`
}

export const countCorrections = () => countRows(ofPublished())
