import { readConfig } from '#api/config.ts'
import { hashPassword } from '#api/http/secrets/passwords.ts'
import { makeCode } from '#api/staff/second-step/second-step.queries.ts'
import { withDatabase } from '#db/embedded/embedded.ts'
import { connect, type Row, sql, transaction } from '#db/sql.ts'
import { changePassword, deleteSecondSteps } from './staff.queries.ts'
import { endStaffSessions } from './staff-sessions.queries.ts'

const commands = ['reset-second-step', 'new-password']
const usage = `Usage: npm run staff -- ${commands.join('|')} "name or e-mail address"`

/** `npm run staff`. Resolves to the text to print; rejects with one readable Error. */
export async function runStaff({
  env,
  args: [command, name, ...more],
}: {
  env: Record<string, string | undefined>
  args: string[]
}): Promise<string> {
  if (!command || !commands.includes(command) || !name || more.length > 0) throw new Error(usage)
  const config = readConfig(env)
  return withDatabase(config, async (_, url) => {
    const db = connect(url)
    try {
      if (command === 'new-password') {
        const password = await makeNewPassword(name, config.publisher.password !== undefined)
        if (password)
          return `The new password of ${name} is ${password} and their sessions are ended; the activity log says so. They choose another in the admin, under Settings, Password and sessions.`
      } else if (await resetSecondStep(name)) {
        return `The two-step sign-in of ${name} is removed and their sessions ended; the activity log says so. An owner, editor or author signs in with the password; a shop keeper is mailed a link to set up a new one.`
      }
      throw new Error(
        `Nobody among the staff is called ${name}. Names are on /admin/people; who is only invited has no password yet.`,
      )
    } finally {
      await db.end({ timeout: 5 })
    }
  })
}

/**
 * Removes every second step of a person who lost device and recovery codes, ends every session, and records it in the
 * activity log. Resolves to whether somebody has that name or address.
 */
export function resetSecondStep(nameOrEmail: string): Promise<boolean> {
  return transaction(async () => {
    const member = await lockNamed(nameOrEmail)
    if (!member) return false
    await deleteSecondSteps(member.id)
    await endStaffSessions(member.id)
    await record('secondStepReset', member)
    return true
  })
}

/**
 * Makes a new password, ends every session, and records it in the activity log. Rejects where the owner's is a setting,
 * which the next start would write again. Resolves to nothing when nobody has that name or address.
 */
export async function makeNewPassword(
  nameOrEmail: string,
  isOwnerConfigured: boolean,
): Promise<string | undefined> {
  const password = makeCode(4, 5)
  const passwordHash = await hashPassword(password, { network: '', isKnown: true })
  return transaction(async () => {
    const member = await lockNamed(nameOrEmail)
    // Whoever was invited has a link.
    if (member?.state !== 'active') return
    if (member.role === 'owner' && isOwnerConfigured)
      throw new Error('The password of the owner is ADMIN_PASSWORD. Change it there, and restart.')
    await changePassword(member.id, passwordHash, '')
    await record('passwordChanged', member)
    return password
  })
}

type Named = Row<'staff', 'id' | 'name' | 'role' | 'state'>

async function lockNamed(nameOrEmail: string): Promise<Named | undefined> {
  const [member] = await sql<Named[]>`
    select id, name, role, state from staff
    where state <> 'ended' and (lower(name) = lower(${nameOrEmail}) or lower(email) = lower(${nameOrEmail}))
    order by role = 'owner' desc limit 1 for update`
  return member
}

async function record(action: string, { id, name }: Named) {
  await sql`
    insert into activity (who, action, subject_id, subject)
    values ('command line', ${action}, ${id}, ${name})`
}
