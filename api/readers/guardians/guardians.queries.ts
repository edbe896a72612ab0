import type { AgeBand, PublishingAwaits } from '#contract/age-bands.ts'
import { presentWording } from '#contract/agreements.ts'
import { keptDays } from '#contract/retention.ts'
import { type Row, sql, values } from '#db/sql.ts'

export type GuardianAnswer = Row<'guardian_answers', 'agrees' | 'givenBy' | 'givenAt'>

export type Guardian = Row<'guardians', 'id' | 'readerId' | 'name' | 'email' | 'namedAt'> & {
  /** The last one. */
  answer: GuardianAnswer | null
}

/** With the reader behind it. */
export type GuardianOf = Guardian &
  Row<'readers', 'ageBand' | 'firstName' | 'lastName'> & { readerEmail: string }

const lastAnswer = () => sql`(
  select jsonb_build_object('agrees', agrees, 'givenBy', given_by, 'givenAt',
    to_char(given_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from guardian_answers where guardian_id = guardians.id order by number desc limit 1
) as answer`

export async function findAgeBand(readerId: string): Promise<AgeBand | null> {
  const [reader] = await sql<Row<'readers', 'ageBand'>[]>`
    select age_band from readers where id = ${readerId}`
  return reader?.ageBand ?? null
}

/** Resolves to whether it is the reader's now: what was told before stands. */
export async function setAgeBand(readerId: string, ageBand: AgeBand): Promise<boolean> {
  const { count } = await sql`
    update readers set age_band = ${ageBand}, updated_at = now()
    where id = ${readerId} and age_band is null`
  return count > 0 || (await findAgeBand(readerId)) === ageBand
}

export async function findGuardianOf(readerId: string) {
  const [guardian] = await sql<Guardian[]>`
    select id, reader_id, name, email, named_at, ${lastAnswer()} from guardians
    where reader_id = ${readerId}`
  return guardian
}

export async function findGuardian(id: string) {
  const [guardian] = await sql<GuardianOf[]>`
    select guardians.id, reader_id, guardians.name, guardians.email, named_at, ${lastAnswer()},
      age_band, readers.email as reader_email, first_name, last_name
    from guardians join readers on readers.id = reader_id where guardians.id = ${id}`
  return guardian
}

/** As `publishing_awaits` decides it for a story that is sent in. */
export function awaitedOf(
  ageBand: AgeBand | null,
  guardian: Guardian | undefined,
): PublishingAwaits | null {
  if (ageBand === null) return 'ageBand'
  if (ageBand === '18+') return null
  if (!guardian) return 'guardian'
  return guardian.answer?.agrees ? null : 'agreement'
}

/** Before their stories: whoever publishes one holds the reader first. */
export async function lockReader(readerId: string): Promise<boolean> {
  const [reader] = await sql`select 1 from readers where id = ${readerId} for update`
  return reader !== undefined
}

export async function isSameMailbox(one: string, other: string): Promise<boolean> {
  const [row] = await sql<{ isSame: boolean }[]>`
    select mailbox_of(${one}) = mailbox_of(${other}) as is_same`
  return row?.isSame ?? false
}

/** In place of the one before, whose answers go along. */
export async function replaceGuardian(readerId: string, named: { name: string; email: string }) {
  await sql`delete from guardians where reader_id = ${readerId}`
  const [guardian] = await sql<Row<'guardians', 'id'>[]>`
    insert into guardians ${values('guardians', { readerId, ...named })} returning id`
  return (guardian as { id: string }).id
}

export async function insertAnswer(guardianId: string, answer: Omit<GuardianAnswer, 'givenAt'>) {
  const wording = answer.agrees ? presentWording : null
  await sql`insert into guardian_answers ${values('guardian_answers', { guardianId, ...answer, wording })}`
}

/** All of them, the first one first. */
export function listAnswers(guardianId: string) {
  return sql<(GuardianAnswer & Row<'guardian_answers', 'wording'>)[]>`
    select agrees, given_by, given_at, wording from guardian_answers
    where guardian_id = ${guardianId} order by number`
}

/** Whose stories a reader's guardian answers for: the reader's own, and theirs as one of the staff. */
export const isAuthorId = (readerId: string) => sql`
  (author_id = ${readerId} or author_id in (select id from staff where reader_id = ${readerId}))`

/** What they sent in, the latest first; what was declined is no question any more. */
export function listStoriesOf(readerId: string) {
  return sql<Row<'stories', 'id' | 'title' | 'isPublished'>[]>`
    select id, title, is_published from stories
    where ${isAuthorId(readerId)} and (is_published or status <> 'declined')
    order by created_at desc, id limit 100`
}

/** The page about an author who may not be shown any more. */
export async function hideAuthorPage(readerId: string) {
  await sql`
    update authors set is_public = false, updated_at = now() where ${isAuthorId(readerId)} and is_public`
}

/** Nothing rests on their word any more. */
export async function deleteUnconfirmedGuardians() {
  await sql`
    delete from guardians using (
      select guardians.id, coalesce(answer.given_at, named_at) as since, coalesce(agrees, false) as agrees
      from guardians left join lateral (
        select agrees, given_at from guardian_answers where guardian_id = guardians.id
        order by number desc limit 1
      ) as answer on true
    ) as last
    where last.id = guardians.id and not last.agrees
      and last.since < now() - make_interval(days => ${keptDays.guardianWhoDoesNotAgree})`
}
