import { sql } from '#db/sql.ts'
import { aBook } from '../people.ts'
import { aBookOnSale } from '../servers/pretend-provider.ts'

/** A published bundle; of two books on sale unless its parts are named. */
export async function aBundle(
  fields: Parameters<typeof aBook>[0] = {},
  parts?: { id: string }[],
): Promise<{ id: string; parts: string[] }> {
  const { id } = await aBook({ title: 'Two Ledgers', price: 5000, ...fields })
  const books = parts ?? [await aBookOnSale(), await aBookOnSale()]
  const ids = books.map((part) => part.id)
  const rows = ids.map((partId, index) => ({ bundleId: id, partId, position: index + 1 }))
  await sql`insert into book_parts ${sql(rows)}`
  return { id, parts: ids }
}
