import type { FirstStepName } from '#contract/settings/first-steps.ts'
import type { SettingGroup } from '#contract/settings/groups.ts'
import { sql } from '#db/sql.ts'

export interface StepFacts {
  hasStory: boolean
  bookTitle: string | null
  bookPriceKobo: number | null
  /** Something was paid for, in a test or with money. */
  hasSold: boolean
  hasEarned: boolean
  /** Groups of settings that were published. */
  settings: SettingGroup[]
  hasMailArrived: boolean
  chosePassword: boolean
  hasPasskey: boolean
  hasSheet: boolean
  doneSteps: FirstStepName[]
  laterSteps: FirstStepName[]
}

/** All that the tables say of the first steps, in one query; `server`: the hash of the token of its test mails. */
export async function findStepFacts(server: string): Promise<StepFacts> {
  const [facts] = await sql<[StepFacts]>`
    select
      exists (select from stories where is_published) as has_story,
      book.title as book_title, book.price_kobo as book_price_kobo,
      exists (select from orders where paid_at is not null) as has_sold,
      exists (select from orders where paid_at is not null and not is_test) as has_earned,
      array(select group_name from settings where value is not null) as settings,
      exists (select from test_mails where server = ${server}) as has_mail_arrived,
      coalesce((select chose_password from staff where role = 'owner'), false) as chose_password,
      exists (select from staff_passkeys join staff on staff.id = staff_id and role = 'owner')
        as has_passkey,
      exists (select from activity where action = 'recoverySheetMade') as has_sheet,
      array(select name from first_steps where done_at is not null) as done_steps,
      array(select name from first_steps where done_at is null) as later_steps
    from (values (1)) as one (row)
    left join lateral (
      select title, price_kobo from books where is_published and deleted_at is null
      order by price_kobo > 0 desc, created_at limit 1) as book on true`
  return facts
}

/** When the one-time address was used. */
export async function findBegun(): Promise<string | null> {
  const [row] = await sql<[{ at: string | null }]>`
    select max(at) as at from activity where action = 'ownerBegan'`
  return row.at
}

export async function putOff(name: FirstStepName, isLater: boolean) {
  if (isLater) await sql`insert into first_steps (name) values (${name}) on conflict do nothing`
  else await sql`delete from first_steps where name = ${name} and done_at is null`
}

export async function noteOpened() {
  await sql`
    insert into first_steps (name, done_at) values ('open', now())
    on conflict (name) do update set done_at = now()`
}

/** Stories and books that have the title or the text of one that came with the program. */
export function listLike(demo: { titles: string[]; texts: string[] }) {
  return sql<{ kind: 'story' | 'book'; id: string; title: string; text: string }[]>`
    select 'story' as kind, id, title, content as text from stories
    where deleted_at is null and (title = any(${demo.titles}) or content = any(${demo.texts}))
    union all
    select 'book', id, title, description from books
    where deleted_at is null and (title = any(${demo.titles}) or description = any(${demo.texts}))`
}
