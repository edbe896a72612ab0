import { apiError } from '#contract/errors.ts'
import { formMessages } from '#contract/form-limits.ts'
import type { AgeBand, PublishingAwaits } from '#contract/magazine/age-bands.ts'
import { keptDays } from '#contract/retention.ts'
import { presentWording } from '#contract/shop/agreements.ts'
import { first, hasRows, type Row, sql, values } from '#db/sql.ts'

export type GuardianAnswer = Row<'guardian_answers', 'agrees' | 'givenBy' | 'givenAt' | 'wording'>

export type Guardian = Row<
  'guardians',
  'id' | 'readerId' | 'name' | 'email' | 'namedAt' | 'phonedAt'
> & {
  answer: GuardianAnswer | null
}

export type GuardianOf = Guardian &
  Row<'readers', 'ageBand' | 'firstName' | 'lastName'> & { readerEmail: string }

const lastAnswer = () => sql`(
  select jsonb_build_object('agrees', agrees, 'givenBy', given_by, 'wording', wording, 'givenAt',
    to_char(given_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from guardian_answers where guardian_id = guardians.id order by number desc limit 1
) as answer`

export async function findAgeBand(readerId: string): Promise<AgeBand | null> {
  const [reader] = await sql<Row<'readers', 'ageBand'>[]>`
    select age_band from readers where id = ${readerId}`
  return reader?.ageBand ?? null
}

/** Resolves to whether the reader now has this age band; one that was set before is not changed. */
export async function setAgeBand(readerId: string, ageBand: AgeBand): Promise<boolean> {
  const { count } = await sql`
    update readers set age_band = ${ageBand}, updated_at = now()
    where id = ${readerId} and age_band is null`
  return count > 0 || (await findAgeBand(readerId)) === ageBand
}

export function findGuardianOf(readerId: string) {
  return first(sql<Guardian[]>`
    select id, reader_id, name, email, named_at, phoned_at, ${lastAnswer()} from guardians
    where reader_id = ${readerId}`)
}

export function findGuardian(id: string) {
  return first(sql<GuardianOf[]>`
    select guardians.id, reader_id, guardians.name, guardians.email, named_at, phoned_at, ${lastAnswer()},
      age_band, readers.email as reader_email, first_name, last_name
    from guardians join readers on readers.id = reader_id where guardians.id = ${id}`)
}

/** What `publishing_awaits` decides for a submitted story. */
export function awaitedOf(
  ageBand: AgeBand | null,
  guardian: Guardian | undefined,
): PublishingAwaits | null {
  if (ageBand === null) return 'ageBand'
  if (ageBand === '18+') return null
  if (!guardian) return 'guardian'
  return guardian.answer?.agrees ? null : 'agreement'
}

/**
 * What a form asks before a reader's first submission or review; a payload without the field is taken as it is. Call it
 * outside of the transaction: an answer is final.
 */
export async function takeAge(readerId: string, told: AgeBand | '' | null | undefined) {
  if (told === undefined || told === null) return
  if (told) await setAgeBand(readerId, told)
  const [ageBand, guardian] = await Promise.all([findAgeBand(readerId), findGuardianOf(readerId)])
  if (told === '' && !ageBand) throw apiError('invalid', { ageBand: [formMessages.ageBand] })
  if (ageBand === 'under-13' && awaitedOf(ageBand, guardian)) throw apiError('onlyReads')
}

/** Lock the reader before their stories, as publishing does. */
export function lockReader(readerId: string): Promise<boolean> {
  return hasRows(sql`select 1 from readers where id = ${readerId} for update`)
}

export async function isSameMailbox(first: string, second: string): Promise<boolean> {
  const [row] = await sql<{ isSame: boolean }[]>`
    select mailbox_of(${first}) = mailbox_of(${second}) as is_same`
  return row?.isSame ?? false
}

/** Whether mails to this address reach the reader's guardian. */
export function isMailboxOfGuardian(email: string, readerId: string): Promise<boolean> {
  return hasRows(sql`
    select 1 from guardians
    where reader_id = ${readerId} and mailbox_of(email) = mailbox_of(${email})`)
}

/** Deletes the previous guardian with all answers. */
export async function replaceGuardian(readerId: string, guardian: { name: string; email: string }) {
  await sql`delete from guardians where reader_id = ${readerId}`
  const [added] = await sql<Row<'guardians', 'id'>[]>`
    insert into guardians ${values('guardians', { readerId, ...guardian })} returning id`
  return (added as { id: string }).id
}

export async function insertAnswer(
  guardianId: string,
  answer: Pick<GuardianAnswer, 'agrees' | 'givenBy'>,
) {
  const wording = answer.agrees ? presentWording : null
  await sql`insert into guardian_answers ${values('guardian_answers', { guardianId, ...answer, wording })}`
}

/** Guardians who agreed to an earlier text: each is asked once to each new one. */
export function takeToAskAnew() {
  return sql<Row<'guardians', 'id' | 'email'>[]>`
    update guardians set asked_anew = ${presentWording}
    where coalesce(asked_anew, 0) < ${presentWording} and (
      select agrees and wording < ${presentWording} from guardian_answers
      where guardian_id = guardians.id order by number desc limit 1)
    returning id, email`
}

/** Resolves to whether this is the author's guardian, and was not recorded before. */
export function setGuardianPhoned(id: string, authorId: string | null) {
  return hasRows(sql`
    update guardians set phoned_at = now()
    where id = ${id} and reader_id = reader_of(${authorId}) and phoned_at is null returning id`)
}

export function listAnswers(guardianId: string) {
  return sql<GuardianAnswer[]>`
    select agrees, given_by, given_at, wording from guardian_answers
    where guardian_id = ${guardianId} order by number`
}

/** Stories that a reader's guardian answers for: the reader's own, and those under a linked staff account. */
export const isAuthorId = (readerId: string) => sql`
  (author_id = ${readerId} or author_id in (select id from staff where reader_id = ${readerId}))`

type WholeText = Row<'stories', 'summary' | 'authorName' | 'imageUrl' | 'content' | 'contentFormat'>

/** Latest first, without declined ones; with the text of those that nobody can read elsewhere. */
export function listStoriesOf(readerId: string) {
  return sql<(Row<'stories', 'id' | 'title' | 'isPublished'> & { text: WholeText | null })[]>`
    select id, title, is_published, case when not is_published then
        jsonb_build_object('summary', summary, 'authorName', author_name, 'imageUrl', image_url,
          'content', content, 'contentFormat', content_format)
      end as text
    from stories
    where ${isAuthorId(readerId)} and (is_published or status <> 'declined')
    order by created_at desc, id limit 100`
}

/** Hides the page of an author whose guardian does not agree any more. */
export async function hideAuthorPage(readerId: string) {
  await sql`
    update authors set is_public = false, updated_at = now() where ${isAuthorId(readerId)} and is_public`
}

/** Guardians who have not agreed for the retention period. */
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
