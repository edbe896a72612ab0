import type { Digest } from '#contract/newsletter/newsletter-choices.ts'
import { hasRows, type Row, sql, values } from '#db/sql.ts'
import { digestCards } from '../issue-mails/personal-mail.ts'

export interface DigestDays {
  from: Date
  to: Date
  /** The day of `from` in Lagos: `2026-11-14`. */
  day: string
}

/** When the last digest of this kind was due. A row of an older release does not say it. */
export async function findLastDigest(digest: Digest | 'daily'): Promise<Date | undefined> {
  const [row] = await sql<{ at: string | null }[]>`
    select max(coalesce(digest_to, send_at)) as at from letters where digest = ${digest}`
  return row?.at ? new Date(row.at) : undefined
}

/** Newest first, of each category as many as one mail shows. */
export function listDigestStories({ from, to }: DigestDays) {
  return sql<Row<'stories', 'id' | 'category'>[]>`
    select id, category from (
      select id, category, published_at,
        row_number() over (partition by category order by published_at desc, id desc) as place
      from stories where is_published and published_at >= ${from} and published_at < ${to}
    ) as placed
    where place <= ${digestCards.stories} order by published_at desc, id desc`
}

export function listDigestBooks({ from, to }: DigestDays) {
  return sql<Row<'books', 'id'>[]>`
    select id from books where is_published and published_at >= ${from} and published_at < ${to}
    order by published_at desc, id desc limit ${digestCards.books}`
}

/** The newest first, at most as many as stories. */
export function listDigestCorrections({ from, to }: DigestDays) {
  return sql<(Row<'stories', 'id' | 'title'> & { reason: string })[]>`
    select id, title, reason from story_changes join stories on stories.id = story_id
    where kind = 'correction' and is_published and changed_at >= ${from} and changed_at < ${to}
    order by number desc limit ${digestCards.stories}`
}

/** Inserts a digest that is sent at once. Resolves to false when another replica has inserted it. */
export function insertDigest(issue: {
  digest: Digest | 'daily'
  digestFrom: string
  digestTo: Date
  subject: string
  preheader: string
  content: string
  categories: string[]
}): Promise<boolean> {
  return hasRows(sql`
    insert into letters ${values('letters', { ...issue, kind: 'digest', createdBy: 'The digest', state: 'scheduled', sendAt: new Date() })}
    on conflict on constraint letters_digest_once do nothing`)
}
