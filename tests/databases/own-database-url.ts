import { inject } from 'vitest'
import { sql } from '#db/sql.ts'

/** The address of this test file's own database, for other processes and for coming back to it. */
export async function ownDatabaseUrl(): Promise<string> {
  const [here] = await sql<{ name: string }[]>`select current_database() as name`
  return inject('databaseUrl').replace('/ascend?', `/${here?.name}?`)
}
