import { readConfig } from '#api/config.ts'
import { withDatabase } from '#db/embedded.ts'
import { connect, type Row, sql, transaction } from '#db/sql.ts'
import { endStaffSessions } from '../sign-in/staff-sessions.queries.ts'
import { deleteSecondSteps } from './staff.queries.ts'

const usage = 'Usage: npm run staff -- reset-second-step "name or e-mail address"'

/** `npm run staff`. Resolves to the text to print; rejects with one readable Error. */
export async function runStaff({
  env,
  args: [command, name, ...more],
}: {
  env: Record<string, string | undefined>
  args: string[]
}): Promise<string> {
  if (command !== 'reset-second-step' || !name || more.length > 0) throw new Error(usage)
  const config = readConfig(env)
  return withDatabase(config, async (_, url) => {
    const db = connect(url)
    try {
      if (await resetSecondStep(name)) {
        return `The two-step sign-in of ${name} is removed and their sessions ended; the activity log says so. An owner, editor or author signs in with the password; a shop keeper is mailed a link to set up a new one.`
      }
      throw new Error(`Nobody among the staff is called ${name}. Names are on /admin/people.`)
    } finally {
      await db.end({ timeout: 5 })
    }
  })
}

/**
 * For a person who lost device and recovery codes: removes every second step, ends every session, and records it in the
 * activity log. Resolves to whether somebody has that name or address.
 */
export function resetSecondStep(nameOrEmail: string): Promise<boolean> {
  return transaction(async () => {
    const [member] = await sql<Row<'staff', 'id' | 'name'>[]>`
      select id, name from staff
      where state <> 'ended' and (lower(name) = lower(${nameOrEmail}) or lower(email) = lower(${nameOrEmail}))
      order by role = 'owner' desc limit 1 for update`
    if (!member) return false
    await deleteSecondSteps(member.id)
    await endStaffSessions(member.id)
    await sql`
      insert into activity (who, action, subject_id, subject)
      values ('command line', 'secondStepReset', ${member.id}, ${member.name})`
    return true
  })
}
