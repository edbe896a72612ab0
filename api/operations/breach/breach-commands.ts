import Papa from 'papaparse'
import { readConfig } from '#api/config.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import type { Database } from '#db/driver/open-database.ts'
import { withDatabase } from '#db/embedded/embedded.ts'
import { connect, sql, transaction } from '#db/sql.ts'
import { addressTables } from '../account-data/personal-columns.ts'

interface CommandOptions {
  env: Record<string, string | undefined>
}

/**
 * `npm run breach:affected` (docs/breach.md): a CSV of everybody whose address is in the database, each once; those under
 * 18 with their guardian, and guardians with those they are named for. Changes nothing.
 */
export async function runAffected({ env }: CommandOptions): Promise<string> {
  return withDatabase(readConfig(env), async (db) => {
    await requireMagazine(db)
    const everywhere = addressTables
      .map(
        ([table, { address, names, who }]) => db`
          select lower(${db(address)}) as email,
            ${names.length > 0 ? db`concat_ws(' ', ${db([...names])})` : db`null::text`} as name, ${who} as who
          from ${db(table)}`,
      )
      .reduce((all, one) => db`${all} union all ${one}`)
    const rows = await db<{ email: string }[]>`
      select a.email, max(a.name) as name, string_agg(distinct a.who, ', ' order by a.who) as who,
        coalesce(max(r.age_band), 'not known') as age, max(g.name) as guardian_name, max(g.email) as guardian,
        (select string_agg(lower(c.email), ' ') from guardians o join readers c on c.id = o.reader_id
          where lower(o.email) = a.email) as guardian_of
      from (${everywhere}) a
        left join readers r on lower(r.email) = a.email
        left join guardians g on g.reader_id = r.id and r.age_band <> '18+'
      where a.email like '%@%' group by a.email order by 1`
    const columns = ['email', 'name', 'who', 'age', 'guardian', 'guardianName', 'guardianOf']
    return Papa.unparse([...rows], { columns, escapeFormulae: true })
  })
}

/** Otherwise a command that was run without the service's settings would tell that nobody is affected. */
async function requireMagazine(db: Database) {
  const [row] = await db<
    { isThere: boolean }[]
  >`select to_regclass('readers') is not null as is_there`
  if (!row?.isThere)
    throw new Error(
      'There is no magazine in this database. Run it with the settings of the service, such as DATA_DIR or DATABASE_URL.',
    )
}

/** `npm run breach:end-sessions`: everybody signs in anew, readers and staff; invitations and links that set a password work no more. */
export async function runEndSessions({ env }: CommandOptions): Promise<string> {
  return withDatabase(readConfig(env), async (known, url) => {
    await requireMagazine(known)
    const db = connect(url)
    try {
      const { readers, staff } = await transaction(async () => {
        const ofReaders = await sql`delete from sessions`
        const ofStaff = await sql`delete from staff_sessions`
        await sql`delete from password_resets`
        await sql`delete from staff_attempts`
        await sql`delete from staff_links`
        await recordActivity('command line', 'everySessionEnded')
        return { readers: ofReaders.count, staff: ofStaff.count }
      })
      return `Ended: ${readers} sessions of readers, ${staff} of staff. Nobody was mailed; invitations have to be sent again.`
    } finally {
      await db.end({ timeout: 5 })
    }
  })
}
