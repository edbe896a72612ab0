import * as z from 'zod/mini'
import { forAnyone, forReader } from '#contract/endpoints/endpoint.ts'
import { email, redirection } from '#contract/endpoints/fields.ts'
import { newPassword, registration, signIn } from './sign-in.ts'

const ownPassword = signIn.shape.password

export const accountSettings = {
  'PUT /account/name': forReader({
    beforeGuardian: true,
    input: z.pick(registration, { firstName: true, lastName: true }),
    form: { page: '/account', done: '/account?done=name' },
  }),
  /** Mails a link to the new address; until it is opened nothing changes. */
  'PUT /account/email': forReader({
    beforeGuardian: true,
    input: z.object({ newEmail: email, emailPassword: ownPassword }),
    status: 202,
    form: { page: '/account', done: '/account?done=email-asked' },
  }),
  'GET /auth/change-email': forAnyone({
    input: z.object({
      id: z.optional(z.string()),
      email: z.optional(z.string()),
      until: z.optional(z.string()),
      proof: z.optional(z.string()),
    }),
    ...redirection,
  }),
  /** Ends every other session. */
  'PUT /account/password': forReader({
    beforeGuardian: true,
    input: z.object({ oldPassword: ownPassword, newPassword }),
    form: { page: '/account', done: '/account?done=password' },
  }),
}
