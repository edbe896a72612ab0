import type * as z from 'zod/mini'
import { ApiError } from '#contract/api-error.ts'
import { secondStepAsked } from '#contract/endpoints/staff/second-step.ts'
import { publisherSignIn } from '#contract/endpoints/staff/sign-in.ts'
import type { Asked } from '#site/admin/ui/SecondStep.tsx'

export const signInSchema = publisherSignIn
export type SignIn = z.output<typeof signInSchema>

/** What a right password is answered with where a second step follows. */
export function secondStepOf(error: unknown): Asked | undefined {
  if (!(error instanceof ApiError) || error.status !== 401) return undefined
  return secondStepAsked.safeParse(error.beside?.['secondStep']).data
}
