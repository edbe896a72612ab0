import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#db/driver/open-database.ts'
import { migrate } from '#db/migrate.ts'
import { aFolder } from '../folders.ts'

export const baseline = '0262-baseline.sql'

/** Makes the empty one what a release before the baseline had made of it, up to this one of its migrations. */
export async function makeOldDatabase(db: Database, last = '0262-price-in-kobo.sql') {
  const folder = await aFolder()
  await cp(join('db/migrations', baseline), join(folder, baseline))
  await migrate(db, folder)
  await db`delete from migrations`
  await db`
    insert into migrations (name, sha256) values ('0001-stories.sql', 'its sum'), (${last}, 'its sum')`
}
