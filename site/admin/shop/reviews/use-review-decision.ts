import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#contract/api-error.ts'
import type { ReviewState } from '#contract/states.ts'
import { sentenceOf } from '#site/admin/lib/call.ts'
import { replaceRow } from '#site/admin/lib/lists/use-list-params.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useRefreshStats } from '#site/admin/lib/stats-query.ts'
import { callWithUndo } from '#site/admin/lib/undo.ts'
import { noAnswer } from '#site/lib/forms/check-form.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import type { AdminReview } from './review-labels.ts'

type Decision = Exclude<ReviewState, 'waiting'>

function messageOf({ status: before }: AdminReview, decision: Decision) {
  if (decision === 'shown') return adminMessages.reviewApproved
  return before === 'shown' ? adminMessages.reviewTakenDown : adminMessages.reviewDeclined
}

/** Shows or hides one review; the row shows the server's answer. */
export function useReviewDecision(review: AdminReview, onDone: () => void) {
  const client = useQueryClient()
  const refreshStats = useRefreshStats()
  const { isPending, variables, error, mutate } = useMutation({
    mutationFn: (status: Decision) =>
      callWithUndo('PATCH /admin/reviews/:id', {
        id: review.id,
        revision: review.revision,
        status,
      }),
    onSuccess({ answer, undo }, decision) {
      replaceRow(client, 'reviews', 'id', answer)
      refreshStats()
      onDone()
      void showToast(messageOf(review, decision), undo)
    },
    onError(failure) {
      // Its writer has changed it, or taken it back: the list shows what there is now.
      if (failure instanceof ApiError && [404, 409].includes(failure.status))
        void client.invalidateQueries({ queryKey: ['reviews'] })
    },
  })
  return {
    pending: isPending ? variables : undefined,
    problem: error ? sentenceOf(error, noAnswer) : undefined,
    decide: (decision: Decision) => isPending || mutate(decision),
  }
}
