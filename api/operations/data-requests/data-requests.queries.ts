import { dataRequestDays } from '#contract/pages/data-requests.ts'
import { keptDays } from '#contract/retention.ts'
import { lagosDay } from '#db/lagos.ts'
import { countRows, first, hasRows, type Row, type Slice, sql, values } from '#db/sql.ts'

export async function insertDataRequest(
  request: Row<'data_requests', 'kind' | 'email' | 'words'>,
): Promise<string> {
  const [added] = await sql<Row<'data_requests', 'id'>[]>`
    insert into data_requests ${values('data_requests', request)} returning id`
  return (added as { id: string }).id
}

/** One that waits for the owner, or did. */
export type ProvenRequest = Row<'data_requests'> & { provenAt: string }

export function findDataRequest(id: string) {
  return first(sql<Row<'data_requests'>[]>`select * from data_requests where id = ${id}`)
}

/** The first proof counts. */
export async function setProven(id: string) {
  await sql`update data_requests set proven_at = coalesce(proven_at, now()) where id = ${id}`
}

export function listProvenRequests({ limit, offset }: Slice) {
  return sql<ProvenRequest[]>`
    select * from data_requests where proven_at is not null
    order by answered_at is null desc, case when answered_at is null then proven_at end,
      answered_at desc, id
    limit ${limit} offset ${offset}`
}

export const countProvenRequests = () => countRows(sql`data_requests where proven_at is not null`)

/** Resolves to false if it was answered before. */
export function setAnswer(id: string, answer: string): Promise<boolean> {
  return hasRows(sql`
    update data_requests set answer = ${answer}, answered_at = now()
    where id = ${id} and answered_at is null`)
}

/** The open one that came first, before or after the days from which it presses, and how many there are. */
export const oldestDataRequest = (isPressing: boolean) => sql`
  select id, count(*) over (),
    ${lagosDay(sql`proven_at`)} + ${dataRequestDays.allowed}::integer as due_on
  from data_requests
  where answered_at is null
    and (proven_at <= now() - make_interval(days => ${dataRequestDays.pressing})) = ${isPressing}
  order by proven_at, id limit 1`

export async function deleteOldDataRequests() {
  const ago = (days: number) => sql`now() - make_interval(days => ${days})`
  await sql`
    delete from data_requests
    where proven_at is null and created_at < ${ago(keptDays.unprovedDataRequest)}
      or answered_at < ${ago(keptDays.answeredDataRequest)}`
}
