import { type Row, sql, values } from '#db/sql.ts'

/** A day longer than browsers use a landing page as a dictionary. */
const keptDays = 15
/** Some 25 MB, whatever is published. */
const mostKept = 1000

/** It was sent once more: it is kept from now on. */
export async function putDictionary(dictionary: { hash: string; body: Uint8Array<ArrayBuffer> }) {
  await sql`insert into dictionaries ${values('dictionaries', dictionary)}
    on conflict (hash) do update set sent_at = now()`
}

export async function listDictionaryHashes(): Promise<string[]> {
  const rows = await sql<Row<'dictionaries', 'hash'>[]>`select hash from dictionaries`
  return rows.map(({ hash }) => hash)
}

export async function findDictionary(hash: string): Promise<Uint8Array | undefined> {
  const [row] = await sql<Row<'dictionaries', 'body'>[]>`
    select body from dictionaries where hash = ${hash}`
  return row?.body
}

export async function deleteOldDictionaries() {
  await sql`delete from dictionaries where sent_at < now() - ${keptDays} * interval '1 day'
    or hash in (select hash from dictionaries order by sent_at desc offset ${mostKept})`
}
