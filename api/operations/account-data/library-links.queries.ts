import { hashToken } from '#api/http/secrets/secrets.ts'
import { libraryToken } from '#api/shop/orders/order-secrets.ts'
import { first, type Row, sql, transaction } from '#db/sql.ts'

/** The token of a reader's library; undefined while they have no link. */
export async function findLibraryToken(readerId: string, orderSecret: Uint8Array) {
  const link = await first(sql<Row<'library_links', 'generation'>[]>`
    select generation from library_links where reader_id = ${readerId}`)
  return link && libraryToken(orderSecret, readerId, link.generation)
}

/** Makes a link, or another in place of the one before, which ends. Resolves to its token. */
export function renewLibraryLink(readerId: string, orderSecret: Uint8Array): Promise<string> {
  return transaction(async () => {
    await sql`select 1 from readers where id = ${readerId} for no key update`
    const [link] = await sql<Row<'library_links', 'generation'>[]>`
      select generation from library_links where reader_id = ${readerId}`
    const generation = (link?.generation ?? 0) + 1
    const token = libraryToken(orderSecret, readerId, generation)
    const row = { readerId, generation, tokenHash: hashToken(token) }
    await sql`
      insert into library_links ${sql(row)}
      on conflict (reader_id) do update
      set generation = excluded.generation, token_hash = excluded.token_hash, created_at = now()`
    return token
  })
}

export function findLibraryReader(token: string) {
  return first(sql<Row<'library_links', 'readerId'>[]>`
    select reader_id from library_links where token_hash = ${hashToken(token)}`)
}
