import type { OutputOf } from '#contract/endpoints/contract.ts'
import type { ReviewState } from '#contract/states.ts'
import { goodBadgeClass, plainBadgeClass, waitBadgeClass } from '#site/admin/ui/classes.ts'

export type AdminReview = OutputOf<'GET /admin/reviews'>[number]

export const stateLabels: Record<ReviewState, string> = {
  waiting: 'Waiting',
  shown: 'Shown',
  declined: 'Not shown',
}

export const stateClasses: Record<ReviewState, string> = {
  waiting: waitBadgeClass,
  shown: goodBadgeClass,
  declined: plainBadgeClass,
}
