import { expect } from 'vitest'
import { sql } from '#db/sql.ts'

/** Resolves once so many connections of this file's database wait for what another one holds. */
export async function untilWaiting(many = 1) {
  const count = async () => {
    const [waiting] = await sql<{ count: number }[]>`
      select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    return waiting?.count ?? 0
  }
  await expect.poll(count, { interval: 5, timeout: 10_000 }).toBeGreaterThanOrEqual(many)
}
