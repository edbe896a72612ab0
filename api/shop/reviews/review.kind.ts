import type { ServedKind } from '#api/operations/served-kind.ts'
import { shop } from '#contract/roles.ts'
import { oldestWaitingReview, reviewUndo } from './reviews.queries.ts'

export const reviewKind = {
  waiting: { reviewsToApprove: { rows: oldestWaitingReview } },
  undo: { review: { ...reviewUndo, roles: shop } },
} satisfies ServedKind
