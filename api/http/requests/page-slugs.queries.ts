import { apiError } from '#contract/errors.ts'
import { first, sql } from '#db/sql.ts'

// Which words an address may have is known to the database (db/migrations/0264-page-slugs.sql).

type Kind = 'story' | 'book'

/** The address that a title would have if its story or book, which has none yet, were published now. */
export async function proposeSlug(kind: Kind, title: string, id: string): Promise<string> {
  const row = await first(sql<{ slug: string }[]>`
    select propose_slug(${kind}, ${title}, ${id}) as slug`)
  return row?.slug as string
}

/**
 * The address that somebody chose, written as addresses are: null where they typed nothing. Throws with the field `slug` if
 * another story or book, or a page, has it.
 */
export async function chooseSlug(kind: Kind, typed: string, id: string): Promise<string | null> {
  if (typed.trim() === '') return null
  const row = await first(sql<{ slug: string; free: string }[]>`
    select slug_of(${typed}) as slug, propose_slug(${kind}, ${typed}, ${id}) as free`)
  const refuse = (sentence: string) => apiError('invalid', { slug: [sentence] })
  if (!row?.slug) throw refuse('Please use letters or digits in the address')
  if (row.slug !== row.free) throw refuse(`This address is taken. Free is: ${row.free}`)
  return row.slug
}
