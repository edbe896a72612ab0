import * as z from 'zod/mini'
import { endpoint, forAnyone } from '#contract/endpoints/endpoint.ts'
import { email, id, named, oneOf, time, token } from '#contract/endpoints/fields.ts'
import { forOwner } from '#contract/endpoints/for-staff.ts'
import { staffNameLength } from '#contract/form-limits.ts'
import { invitedRoles, owner, roles } from '#contract/roles.ts'
import { staffStates } from '#contract/states.ts'
import { staffSession } from './account.ts'

export const invitation = z.object({
  name: named('Name', 2, staffNameLength.max),
  email,
  role: oneOf(invitedRoles, 'Please choose a role'),
})

const person = z.object({
  id,
  name: z.string(),
  /** It is null for the owner. */
  email: z.nullable(z.string()),
  role: z.enum(roles),
  state: z.enum(staffStates),
  createdAt: time,
  invitedUntil: z.nullable(time),
  hasSecondStep: z.boolean(),
  needsSecondStep: z.boolean(),
  /** The linked reader's account, whose stories count as theirs. */
  readerEmail: z.nullable(z.string()),
  sessions: z.array(staffSession),
})

const people = z.array(person)
const onePerson = {
  who: owner,
  input: z.object({ id }),
  output: people,
  missing: 'personNotFound',
} as const

/** Each change returns the whole list, which is short. */
export const adminPeople = {
  'GET /admin/people': forOwner({ output: people }),
  'POST /admin/people': forOwner({
    input: invitation,
    output: people,
    status: 201,
    once: true,
  }),
  /** Mails a new link and invalidates the previous one. */
  'POST /admin/people/:id/invite': endpoint(onePerson),
  'PATCH /admin/people/:id': endpoint({
    ...onePerson,
    input: z.object({ id, role: invitation.shape.role }),
  }),
  /** Ends their access permanently. */
  'DELETE /admin/people/:id': endpoint(onePerson),
  'POST /admin/people/:id/sign-out': endpoint({
    ...onePerson,
    input: z.object({ id, session: z.optional(id) }),
  }),
  /** Immediate if both have the same verified address, else once the reader agrees by mail. */
  'POST /admin/people/:id/reader': endpoint({ ...onePerson, input: z.object({ id, email }) }),
  'DELETE /admin/people/:id/reader': endpoint(onePerson),
  /** The link in the mail to the reader. */
  'POST /admin/people/link': forAnyone({
    isForStaff: true,
    input: z.object({ token }),
    limited: 'form',
  }),
}
