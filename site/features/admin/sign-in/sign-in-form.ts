import type * as z from 'zod/mini'
import { ApiError } from '#contract/api-error.ts'
import { publisherSignIn } from '#contract/endpoints/admin-sign-in.ts'
import { secondStepAsked } from '#contract/endpoints/second-step.ts'
import type { Asked } from './SecondStep.tsx'

export const signInSchema = publisherSignIn
export type SignIn = z.output<typeof signInSchema>

/** What a right password is answered with where a second step follows. */
export function secondStepOf(error: unknown): Asked | undefined {
  if (!(error instanceof ApiError) || error.status !== 401) return undefined
  return secondStepAsked.safeParse(error.beside?.['secondStep']).data
}
