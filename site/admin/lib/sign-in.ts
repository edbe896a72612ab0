import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import * as z from 'zod/mini'
import { ApiError } from '#contract/api-error.ts'
import { secondStepAsked } from '#contract/endpoints/staff/second-step.ts'

/** The second steps that may follow a correct password. */
export type SecondStepAsked = z.output<typeof secondStepAsked>

/** The answer to a correct password where a second step follows. */
export function secondStepOf(error: unknown): SecondStepAsked | undefined {
  if (!(error instanceof ApiError) || error.status !== 401) return undefined
  return secondStepAsked.safeParse(error.beside?.['secondStep']).data
}

/** The device signs for one of its passkeys; rejects when whoever holds it does not want to. */
export async function signByPasskey(options: SecondStepAsked['passkey']) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  // The contract knows the challenge alone; the rest goes from library to library.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const signed = await startAuthentication({ optionsJSON })
  return { ...signed, response: { ...signed.response } }
}

export const codeSchema = z.object({
  code: z.string().check(z.regex(/^\s*\d{3}\s*\d{3}\s*$/, 'The code has six digits')),
})
/** A click without input. */
export const pressSchema = z.object({})
