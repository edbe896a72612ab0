import Papa from 'papaparse'
import { readConfig } from '#api/config.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { withDatabase } from '#db/embedded/embedded.ts'
import { connect, sql, transaction } from '#db/sql.ts'

interface CommandOptions {
  env: Record<string, string | undefined>
}

/** Every column that holds somebody's e-mail address, and what they are to the magazine. */
export const addressColumns: Record<string, [column: string, who: string]> = {
  readers: ['email', 'account'],
  guardians: ['email', 'guardian'],
  orders: ['buyer_email', 'buyer'],
  presents: ['recipient_email', 'gets a present'],
  book_ratings: ['buyer_email', 'rated a book'],
  book_reviews: ['buyer_email', 'reviewed a book'],
  publishing_requests: ['author_email', 'asked to publish'],
  author_accounts: ['email', 'author with a share'],
  subscribers: ['email', 'newsletter'],
  suppressions: ['email', 'left the newsletter'],
  reporters: ['email', 'reported something'],
  staff: ['email', 'works here'],
  mails: ['recipient', 'got a mail'],
}

/**
 * `npm run breach:affected` (docs/breach.md): a CSV of everybody whose address is in the database, each once, with the
 * guardian of those under 18. Changes nothing.
 */
export async function runAffected({ env }: CommandOptions): Promise<string> {
  return withDatabase(readConfig(env), async (db) => {
    const everywhere = Object.entries(addressColumns)
      .map(
        ([table, [column, who]]) =>
          db`select ${db(column)} as email, ${who} as who from ${db(table)}`,
      )
      .reduce((all, one) => db`${all} union all ${one}`)
    const rows = await db<{ email: string }[]>`
      select lower(a.email) as email, string_agg(distinct a.who, ', ' order by a.who) as who,
        coalesce(max(r.age_band), 'not known') as age, max(g.email) as guardian
      from (${everywhere}) a
        left join readers r on lower(r.email) = lower(a.email)
        left join guardians g on g.reader_id = r.id and r.age_band <> '18+'
      where a.email like '%@%' group by 1 order by 1`
    return Papa.unparse([...rows], {
      columns: ['email', 'who', 'age', 'guardian'],
      escapeFormulae: true,
    })
  })
}

/** `npm run breach:end-sessions`: everybody signs in anew, readers and staff; links that set a password work no more. */
export async function runEndSessions({ env }: CommandOptions): Promise<string> {
  return withDatabase(readConfig(env), async (_, url) => {
    const db = connect(url)
    try {
      const { readers, staff } = await transaction(async () => {
        const ofReaders = await sql`delete from sessions`
        const ofStaff = await sql`delete from staff_sessions`
        await sql`delete from password_resets`
        await sql`delete from staff_attempts`
        await recordActivity('command line', 'everySessionEnded')
        return { readers: ofReaders.count, staff: ofStaff.count }
      })
      return `Ended: ${readers} sessions of readers, ${staff} of staff. Nobody was mailed.`
    } finally {
      await db.end({ timeout: 5 })
    }
  })
}
