import * as z from 'zod/mini'
import { id, time, token } from '#contract/endpoints/fields.ts'
import { forStaff } from '#contract/endpoints/for-staff.ts'
import { passwordLength } from '#contract/form-limits.ts'
import {
  enrolment,
  kind,
  newCodes,
  passkeyName,
  passkeyOptions,
  passkeyResponse,
  proof,
  secondStepState,
} from './second-step.ts'
import { staffPassword } from './sign-in.ts'

export const passwordMissing = 'Please enter your password'
/** Every change needs the password, so that a stolen token is not enough. */
export const ownPassword = z
  .string(passwordMissing)
  .check(
    z.trim(),
    z.minLength(1, passwordMissing),
    z.maxLength(passwordLength.max, passwordMissing),
  )

/** Staff change their own. */
export const changedPassword = z.object({ password: ownPassword, newPassword: staffPassword })

export const staffSession = z.object({
  id,
  /** It is null for a script without a browser. */
  browser: z.nullable(z.string()),
  createdAt: time,
  lastUsedAt: time,
  isThisOne: z.boolean(),
})

export const adminAccount = {
  'GET /admin/account/second-step': forStaff({ output: secondStepState }),
  'POST /admin/account/second-step': forStaff({
    input: z.object({ kind, password: ownPassword }),
    output: enrolment,
  }),
  'POST /admin/account/second-step/confirm': forStaff({
    input: z.object({ ...proof, name: passkeyName }),
    output: newCodes,
  }),
  /** The id of a passkey; without one, the authenticator app. */
  'POST /admin/account/second-step/remove': forStaff({
    input: z.object({
      password: ownPassword,
      passkey: z.optional(z.string().check(z.maxLength(2000))),
    }),
    output: secondStepState,
  }),
  'POST /admin/account/recovery-codes': forStaff({
    input: z.object({ password: ownPassword }),
    output: newCodes,
  }),
  /** For a passkey in place of the password, where a change asks for one in five minutes; null: none works here. */
  'POST /admin/account/confirm': forStaff({
    output: z.object({ attempt: z.string(), passkey: passkeyOptions }),
  }),
  'POST /admin/account/confirm/passkey': forStaff({
    input: z.object({ attempt: token, passkey: passkeyResponse }),
  }),
  /** Whether the password is a setting of the server, as the owner's may be. */
  'GET /admin/account/password': forStaff({
    output: z.object({ isConfigured: z.boolean() }),
  }),
  /** Ends every other session, and is mailed. */
  'POST /admin/account/password': forStaff({ input: changedPassword }),
  /** Open sessions, last used first. */
  'GET /admin/account/sessions': forStaff({ output: z.array(staffSession) }),
  'DELETE /admin/account/sessions/:id': forStaff({
    input: z.object({ id }),
    output: z.array(staffSession),
    missing: 'sessionNotFound',
  }),
}
