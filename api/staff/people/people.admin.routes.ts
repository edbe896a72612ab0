import type { Routes } from '#api/http/serve.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { findReader, findReaderByEmail } from '#api/readers/accounts/accounts.queries.ts'
import {
  countActivity,
  listActivity,
  recordActivity,
} from '#api/staff/activity/activity.queries.ts'
import { apiError, required } from '#contract/errors.ts'
import type { ActivityAction } from '#contract/kinds/kinds.ts'
import { roleTexts } from '#contract/roles.ts'
import { pageOf, transaction } from '#db/sql.ts'
import {
  endAccess,
  findStaff,
  insertStaff,
  isNameOfOwner,
  listStaff,
  type StaffRow,
  setReaderOf,
  setRole,
} from './staff.queries.ts'
import { deleteStaffLinks, takeStaffLink } from './staff-links.queries.ts'
import {
  endStaffSession,
  endStaffSessions,
  listAllStaffSessions,
} from './staff-sessions.queries.ts'

export function adminPeopleRoutes({ serve, serveWrite }: Routes) {
  serve('GET /admin/people', (_, { staff }) => listPeople(staff.token))

  serve('POST /admin/people', async ({ name, email, role }, { staff }) => {
    const added = (await isNameOfOwner(name)) ? undefined : await insertStaff({ name, email, role })
    if (!added) {
      throw apiError('invalid', {
        email: ['Somebody with this name or address is among the staff already'],
      })
    }
    await queueMail('staffInvitation', email, { staffId: added.id, invitedBy: staff.name })
    await recordActivity(staff.name, 'staffInvited', {
      id: added.id,
      title: name,
      note: roleTexts[role].label,
    })
    return listPeople(staff.token)
  })

  serve('POST /admin/people/:id/invite', ({ id }, { staff }) =>
    change(id, staff, 'staffInvited', async ({ state, email }) => {
      if (state !== 'invited' || !email) throw apiError('personNotFound')
      await deleteStaffLinks(id, 'join')
      await queueMail('staffInvitation', email, { staffId: id, invitedBy: staff.name })
    }),
  )

  serve('PATCH /admin/people/:id', ({ id, role }, { staff }) =>
    change(id, staff, 'staffRoleChanged', async (person) => {
      requireInvited(person)
      if (person.role !== role) await setRole(id, role)
      return roleTexts[role].label
    }),
  )

  serve('DELETE /admin/people/:id', ({ id }, { staff }) =>
    change(id, staff, 'staffEnded', async (person) => {
      requireInvited(person)
      await endAccess(id)
    }),
  )

  serve('POST /admin/people/:id/sign-out', ({ id, session }, { staff }) =>
    change(id, staff, 'staffSignedOut', async () => {
      if (!session) await endStaffSessions(id)
      else if (!(await endStaffSession(id, session))) throw apiError('sessionNotFound')
    }),
  )

  serve('POST /admin/people/:id/reader', async ({ id, email }, { staff }) => {
    const person = required(await findStaff(id), 'personNotFound')
    const reader = await findReaderByEmail(email)
    const isTheirs = person.state === 'active' && person.email?.toLowerCase() === email
    const isProven = reader && (await findReader(reader.id))?.emailProvenAt
    if (isTheirs && isProven) {
      return change(id, staff, 'staffReaderLinked', () => setReaderOf(id, reader.id))
    }
    // The same response without an account: it must not reveal who has one.
    await queueMail('staffReader', email, { staffId: id })
    return listPeople(staff.token)
  })

  serve('DELETE /admin/people/:id/reader', ({ id }, { staff }) =>
    change(id, staff, 'staffReaderUnlinked', async () => {
      await setReaderOf(id, null)
      await deleteStaffLinks(id, 'reader')
    }),
  )

  serveWrite('POST /admin/people/link', async ({ token }) => {
    const link = await takeStaffLink(token)
    const person = link?.readerId ? await findStaff(link.staffId) : undefined
    if (!link?.readerId || !person) throw apiError('resetExpired')
    await setReaderOf(person.id, link.readerId)
    await recordActivity(person.name, 'staffReaderLinked', { id: person.id, title: person.name })
  })

  serve('GET /admin/activity', (page, { staff }) => {
    const staffId = staff.role === 'owner' ? undefined : staff.id
    return pageOf(
      page,
      (slice) => listActivity({ staffId, ...slice }),
      () => countActivity(staffId),
    )
  })
}

/** Makes a change and records it in the activity log; resolves to the list of people. */
function change(
  id: string,
  { name, token }: { name: string; token: string },
  action: ActivityAction,
  work: (person: StaffRow) => Promise<unknown>,
) {
  return transaction(async () => {
    const person = required(await findStaff(id), 'personNotFound')
    const note = await work(person)
    await recordActivity(name, action, {
      id,
      title: person.name,
      ...(typeof note === 'string' && { note }),
    })
    return listPeople(token)
  })
}

function requireInvited({ role }: StaffRow) {
  if (role === 'owner') throw apiError('ownerIsConfigured')
}

async function listPeople(token: string) {
  const [people, sessions] = await Promise.all([listStaff(), listAllStaffSessions(token)])
  return people.map((person) => ({
    ...person,
    sessions: sessions.filter(({ staffId }) => staffId === person.id),
  }))
}
