import type { Digest } from '#contract/newsletter-choices.ts'
import { type Row, sql, values } from '#db/sql.ts'
import { digestCards } from '../issue-mails/personal-mail.ts'
import type { DigestDays } from './digest-days.ts'

export async function isDigestThere(digest: Digest, { day }: DigestDays): Promise<boolean> {
  const [letter] = await sql`
    select 1 from letters where digest = ${digest} and digest_from = ${day}::date`
  return letter !== undefined
}

/** Of those days, newest first: of each category as many as one mail tells, so that a digest has an end. */
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

/** To be sent at once. Resolves to whether it was written now: one of the replicas is the first. */
export async function insertDigest(letter: {
  digest: Digest
  digestFrom: string
  subject: string
  preheader: string
  content: string
  categories: string[]
}): Promise<boolean> {
  const { count } = await sql`
    insert into letters ${values('letters', { ...letter, kind: 'digest', createdBy: 'The digest', state: 'scheduled', sendAt: new Date() })}
    on conflict on constraint letters_digest_once do nothing`
  return count > 0
}
