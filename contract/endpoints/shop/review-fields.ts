import * as z from 'zod/mini'
import { id, time } from '#contract/endpoints/fields.ts'
import { reviewStates } from '#contract/states.ts'

export const openReview = z.object({
  id,
  name: z.string(),
  /** Plain text, with its line breaks. */
  text: z.string(),
  rating: z.int(),
  /** Whether its writer paid for the book; others got a copy. */
  isBought: z.boolean(),
  writtenAt: time,
})

/** Whether a review asks for the age, and if not whether the name is shown. */
export const reviewerStates = ['askBand', 'askAdult', 'named', 'young'] as const

export const givenReview = z.object({
  name: z.string(),
  text: z.string(),
  status: z.enum(reviewStates),
})
