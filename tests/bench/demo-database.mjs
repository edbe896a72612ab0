import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'

/** The database of the service that serve.mjs started on this port, once it is ready. */
export function openDemoDatabase(port) {
  const note = readFileSync(join(tmpdir(), `ascend-e2e-${port}.json`), 'utf8')
  const address = new URL(JSON.parse(note).databaseUrl)
  const socket = address.searchParams.get('host')
  address.searchParams.delete('host')
  return postgres(address.href, {
    max: 1,
    onnotice: () => {},
    ...(socket && { path: `${socket}/.s.PGSQL.${address.port || 5432}` }),
  })
}

const sums = `sum(reads), sum(finishes), sum(seconds), sum(likes), sum(shares), sum(offline_reads)`

/** Fills the roll-ups that follow from `story_days`, which are empty. */
export async function sumStoryDays(sql) {
  const [total, thisMonth] = [sql.unsafe(sums), sql`date_trunc('month', current_date)`]
  await sql`
    insert into story_months
    select date_trunc('month', day)::date, story_id, ${total} from story_days where day < ${thisMonth} group by 1, 2`
  await sql`
    insert into category_days
    select day, category, ${total} from story_days join stories on id = story_id group by 1, 2`
  await sql`
    insert into author_days
    select day, author_id, ${total} from story_days join stories on id = story_id group by 1, 2`
  await sql`
    insert into author_months
    select date_trunc('month', day)::date, author_id, ${total} from author_days where day < ${thisMonth} group by 1, 2`
}
