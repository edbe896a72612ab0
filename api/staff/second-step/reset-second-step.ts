import { type Row, sql, transaction } from '#db/sql.ts'
import { deleteSecondSteps } from '../people/staff.queries.ts'
import { endStaffSessions } from '../sign-in/staff-sessions.queries.ts'

/**
 * For whoever lost device and recovery codes: removes every second step and ends every session, with a line in the
 * activity log. Resolves to whether there is somebody of that name or address.
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
