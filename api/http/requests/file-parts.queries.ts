import { first, sql } from '#db/sql.ts'

/** How many files of one sender are kept. */
const mostKept = 3

/** A file as its sender names it. */
export interface SentFile {
  staffId: string
  id: string
}

/** How many bytes have arrived, without a gap. */
export async function countReceived({ staffId, id }: SentFile): Promise<number> {
  const row = await first(sql<{ received: number }[]>`
    select coalesce(sum(length(bytes)), 0)::integer as received from file_parts
    where staff_id = ${staffId} and id = ${id}`)
  return row?.received ?? 0
}

/** `at`: how many bytes came before it. Of two that arrive at once, one is kept. */
export async function keepPart({ staffId, id }: SentFile, at: number, bytes: Buffer) {
  await sql`
    insert into file_parts ${sql({ staffId, id, at, bytes })} on conflict do nothing`
  if (at > 0) return
  await sql`
    delete from file_parts where staff_id = ${staffId} and id not in (
      select id from file_parts where staff_id = ${staffId}
      group by id order by max(arrived_at) desc limit ${mostKept})`
}

/** The parts of a file in their order. */
export async function* readParts({ staffId, id }: SentFile): AsyncGenerator<Buffer> {
  let at = 0
  for (;;) {
    const row = await first(sql<{ bytes: Buffer }[]>`
      select bytes from file_parts where staff_id = ${staffId} and id = ${id} and at = ${at}`)
    if (!row) return
    yield row.bytes
    at += row.bytes.length
  }
}

/** They stay for a day, whole or not: the answer to the last request may be lost, too. */
export async function deleteOldParts() {
  await sql`delete from file_parts where arrived_at < now() - interval '1 day'`
}
