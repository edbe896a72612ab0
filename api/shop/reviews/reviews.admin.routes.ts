import type { StaffMember } from '#api/http/request-context.ts'
import type { Routes } from '#api/http/serve.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { undoable } from '#api/staff/activity/undo.queries.ts'
import { apiError, required } from '#contract/errors.ts'
import { reviewStates } from '#contract/states.ts'
import { countsOf, pageOf } from '#db/sql.ts'
import {
  countReviews,
  countReviewsByState,
  findReview,
  listReviews,
  lockReview,
  type ReviewRow,
  reviewUndo,
  setReviewState,
} from './reviews.queries.ts'

export function adminReviewsRoutes({ serve }: Routes) {
  serve('GET /admin/reviews', (asked) => pageOf(asked, listReviews, countReviews))

  serve('GET /admin/review-counts', async () => countsOf(reviewStates, await countReviewsByState()))

  serve('PATCH /admin/reviews/:id', (decision, { staff }) => decide(decision, staff))
}

interface Decision {
  id: string
  status: 'shown' | 'declined'
  /** The revision of the text that was read. */
  revision: number
}

/** Shows or hides a review, which can be undone; a repeat changes nothing. */
function decide({ id, status, revision }: Decision, staff: StaffMember): Promise<ReviewRow> {
  return undoable(
    { kind: 'review', id, staffId: staff.id, snapshot: reviewUndo.snapshot },
    async (undo) => {
      const review = required(await lockReview(id), 'reviewNotFound')
      if (review.revision !== revision) throw apiError('changedMeanwhile')
      if (review.status === status) return review
      await setReviewState(id, status)
      const { bookTitle: title, name: note } = review
      await recordActivity(staff.name, actionOf(review, status), { id, title, note, undo })
      return (await findReview(id)) as ReviewRow
    },
  )
}

function actionOf({ status: before }: ReviewRow, status: Decision['status']) {
  if (status === 'shown') return 'reviewApproved'
  return before === 'shown' ? 'reviewTakenDown' : 'reviewDeclined'
}
