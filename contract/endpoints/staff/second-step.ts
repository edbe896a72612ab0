import * as z from 'zod/mini'
import { time, token } from '#contract/endpoints/fields.ts'
import { staffNameLength } from '#contract/form-limits.ts'

/** The result of `navigator.credentials`, verified by the server's library. */
export const passkeyResponse = z.looseObject({
  id: z.string().check(z.minLength(1), z.maxLength(2000)),
  response: z.looseObject({}),
})

const codeMessage = 'The code has six digits'

/** One of these proves who signs in, or that a new second step works. */
export const proof = {
  attempt: token,
  code: z.optional(
    z.pipe(
      z.string(codeMessage),
      z.pipe(
        z.transform((typed: string) => typed.replace(/\s/g, '')),
        z.string().check(z.regex(/^\d{6}$/, codeMessage)),
      ),
    ),
  ),
  passkey: z.optional(passkeyResponse),
}

export const recoveryCode = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100)))

export const passkeyName = z.optional(
  z.string().check(z.trim(), z.maxLength(staffNameLength.max, 'Please choose a shorter name')),
)

export const kind = z.enum(['passkey', 'authenticator'], 'Choose a passkey or an authenticator')

/** For the browser's `navigator.credentials`. */
export const passkeyOptions = z.nullable(z.looseObject({ challenge: z.string() }))

/** `secondStep` in the body of the 401 for a correct password. */
export const secondStepAsked = z.object({
  attempt: z.string(),
  passkey: passkeyOptions,
  hasAuthenticator: z.boolean(),
  hasRecoveryCodes: z.boolean(),
})

export const enrolment = z.object({
  attempt: z.string(),
  passkey: passkeyOptions,
  authenticator: z.nullable(z.object({ secret: z.string(), uri: z.string() })),
})

/** Shown once; empty if there already were some. */
export const recoveryCodes = z.array(z.string())
export const newCodes = z.object({ recoveryCodes })

export const secondStepState = z.object({
  /** People of this role cannot sign in without a second step. */
  isNeeded: z.boolean(),
  /** Passkeys need a site with a host name. */
  arePasskeysOffered: z.boolean(),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      createdAt: time,
      lastUsedAt: z.nullable(time),
      /** It was created at another address of the site. */
      isElsewhere: z.boolean(),
    }),
  ),
  authenticatorSince: z.nullable(time),
  recoveryCodesLeft: z.int(),
})
