import type { Digest } from '#contract/newsletter-choices.ts'
import { sql } from '#db/sql.ts'

/** Of a letter: whom it is for. */
export interface Audience {
  kind: 'letter' | 'digest'
  /** Of a digest: which one. */
  digest?: Digest | null
  /** Of a letter: to whom it is sent; none means everybody who takes letters. Of a digest: those of its stories. */
  categories: readonly string[]
}

/**
 * The condition of `subscribers` whom a letter is for: the one place that decides it. Whoever chose no categories takes
 * all; a digest for the others has at least one story that they chose.
 */
export function isRecipient({ kind, digest = null, categories }: Audience) {
  const chosen = sql`(subscribers.categories = '{}' or subscribers.categories && ${[...categories]}::text[])`
  if (kind === 'digest') {
    return sql`subscribers.confirmed_at is not null and subscribers.digest = ${digest} and ${chosen}`
  }
  return sql`subscribers.confirmed_at is not null and subscribers.takes_letters
    ${categories.length > 0 ? sql`and ${chosen}` : sql``}`
}

export async function countRecipients(audience: Audience): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from subscribers where ${isRecipient(audience)}`
  return row?.count ?? 0
}
