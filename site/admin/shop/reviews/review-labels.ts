import type { OutputOf } from '#contract/endpoints/contract.ts'
import { review } from '#contract/kinds/review.ts'
import type { ReviewState } from '#contract/states.ts'
import { badgeClasses } from '#site/admin/ui/classes.ts'

export type AdminReview = OutputOf<'GET /admin/reviews'>[number]

export const stateLabels: Record<ReviewState, string> = review.states

export const stateClasses: Record<ReviewState, string> = {
  waiting: badgeClasses.wait,
  shown: badgeClasses.good,
  declined: badgeClasses.plain,
}
