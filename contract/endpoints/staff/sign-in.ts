import * as z from 'zod/mini'
import { forAnyone } from '#contract/endpoints/endpoint.ts'
import { email, id, named, token } from '#contract/endpoints/fields.ts'
import { forStaff } from '#contract/endpoints/for-staff.ts'
import { passwordLength, staffNameLength, staffPasswordMin } from '#contract/form-limits.ts'
import { roles } from '#contract/roles.ts'
import { staffLinkPurposes } from '#contract/states.ts'
import { enrolment, kind, passkeyName, proof, recoveryCode, recoveryCodes } from './second-step.ts'

/** It is trimmed (specification 7.1); the length limits the cost of hashing. */
const typed = (message: string) =>
  z
    .string(message)
    .check(z.trim(), z.minLength(1, message), z.maxLength(passwordLength.max, message))

export const publisherSignIn = z.object({
  /** A username, or the e-mail address of an invited person. */
  username: typed('Username is required'),
  password: typed('Password is required'),
})

const tooShort = `Password must be at least ${staffPasswordMin} characters`
const tooLong = `Password must be at most ${passwordLength.max} characters`

/** It is trimmed, as the sign-in does. */
export const staffPassword = z
  .string(tooShort)
  .check(
    z.trim(),
    z.minLength(staffPasswordMin, tooShort),
    z.maxLength(passwordLength.max, tooLong),
  )

const signedIn = z.object({ success: z.literal(true), token: z.string() })

export const staffSignIn = {
  'POST /admin/login': forAnyone({
    isForStaff: true,
    input: publisherSignIn,
    /**
     * The bearer token of all other admin endpoints, for `adminSessionHours`. If a second step follows, the response is a
     * 401 whose body has `secondStep`.
     */
    output: signedIn,
    // Wrong ones alone are counted.
    limited: 'elsewhere',
  }),
  'POST /admin/login/second-step': forAnyone({
    isForStaff: true,
    input: z.object({ ...proof, recoveryCode }),
    output: signedIn,
    // Wrong ones alone are counted.
    limited: 'elsewhere',
  }),
  'POST /admin/logout': forStaff({ output: z.object({ success: z.literal(true) }) }),
  'GET /admin/account': forStaff({
    output: z.object({ id, name: z.string(), role: z.enum(roles) }),
  }),

  /** Mails a link to somebody invited; the owner's password is configured. */
  'POST /admin/forgot': forAnyone({
    isForStaff: true,
    input: z.object({ email }),
    status: 202,
    limited: 'form',
  }),
  /** What a mailed link is for; does not use it up. */
  'POST /admin/join/open': forAnyone({
    isForStaff: true,
    input: z.object({ token }),
    output: z.object({
      purpose: z.enum(staffLinkPurposes),
      name: z.string(),
      /** It is null for the owner. */
      email: z.nullable(z.string()),
      role: z.enum(roles),
      /** A second step must be set up with the link. */
      needsSecondStep: z.boolean(),
      arePasskeysOffered: z.boolean(),
    }),
    limited: 'form',
  }),
  'POST /admin/join/second-step': forAnyone({
    isForStaff: true,
    input: z.object({ token, kind }),
    output: enrolment,
    limited: 'form',
  }),
  /** Uses the link up, and sets the password or second step that it is for. */
  'POST /admin/join': forAnyone({
    isForStaff: true,
    input: z.object({
      token,
      password: z.optional(staffPassword),
      /** The owner, who begins the magazine, signs in with it. */
      username: z.optional(named('Name', 2, staffNameLength.max)),
      ...proof,
      attempt: z.optional(token),
      name: passkeyName,
    }),
    output: z.object({
      recoveryCodes,
      /** Signs in whoever accepted an invitation, or began the magazine; null after other links. */
      token: z.nullable(z.string()),
    }),
    limited: 'form',
  }),
  /** The link in the mail about a new device. */
  'POST /admin/sessions/end': forAnyone({
    isForStaff: true,
    input: z.object({ token }),
    limited: 'form',
  }),
}
