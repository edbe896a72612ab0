import * as z from 'zod/mini'
import { time, token } from '#contract/endpoints/fields.ts'
import { staffNameLength } from '#contract/form-limits.ts'

/** What a browser's `navigator.credentials` made; the library on the server reads it. */
const passkeyResponse = z.looseObject({
  id: z.string().check(z.minLength(1), z.maxLength(2000)),
  response: z.looseObject({}),
})

const codeMessage = 'The code has six digits'

/** One of them proves who signs in, or that what was set up works. */
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
const passkeyOptions = z.nullable(z.looseObject({ challenge: z.string() }))

/** The body of the 401 that a right password gets, as `secondStep`. */
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

/** Shown once; empty where there were some already. */
export const newCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const secondStepState = z.object({
  /** Without it nobody of this role signs in. */
  isNeeded: z.boolean(),
  /** Where the site has a host name. */
  arePasskeysOffered: z.boolean(),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      createdAt: time,
      lastUsedAt: z.nullable(time),
      /** It was made at another address of the site. */
      isElsewhere: z.boolean(),
    }),
  ),
  authenticatorSince: z.nullable(time),
  recoveryCodesLeft: z.int(),
})
