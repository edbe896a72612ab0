import { useRef } from 'react'
import { paths } from '#contract/paths.ts'
import { paragraphsOf } from '#contract/text.ts'
import { mailTo } from '#site/admin/lib/addresses.ts'
import { formatNearMoment } from '#site/admin/lib/format.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { actionsClass, bylineClass, factsClass, linkClass } from '#site/admin/ui/classes.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { type AdminReview, stateClasses, stateLabels } from './review-labels.ts'
import { useReviewDecision } from './use-review-decision.ts'

/** One review: what readers would see of it, its writer's address, and the decision. */
export function ReviewRow({ review }: { review: AdminReview }) {
  const { id, bookId, bookTitle, name, text, rating, isBought, status, writtenAt } = review
  const title = useRef<HTMLAnchorElement>(null)
  // The clicked button is gone.
  const { pending, problem, decide } = useReviewDecision(review, () => title.current?.focus())
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-14 border-b border-line py-20 [overflow-wrap:anywhere]">
      <div>
        <h3 className="text-19/120 md:text-22">
          <a
            ref={title}
            className="inline-block min-h-24 hover:underline"
            href={`${paths.book(bookId)}#reviews`}
          >
            {bookTitle}
          </a>
        </h3>
        <p className={factsClass}>
          <span className={stateClasses[status]}>{stateLabels[status]}</span>
          <StarsGiven rating={rating} />
          <b>{name}</b>
          <span className="badge">{isBought ? 'Bought' : 'Got a copy'}</span>
          <span className="text-ink-2">{formatNearMoment(writtenAt)}</span>
        </p>
      </div>
      <div className="grid max-w-[70ch] gap-8 font-serif leading-160">
        {paragraphsOf(text).map((line, index) => (
          <p key={`${id} ${String(index)}`}>{line}</p>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-24 gap-y-10">
        <div className={actionsClass}>
          {status !== 'shown' && (
            <ActionButton
              label="Approve"
              busy="Approving..."
              icon={<Icon name="check" size={18} />}
              isOutline={status === 'declined'}
              isBusy={pending === 'shown'}
              onPress={() => decide('shown')}
            />
          )}
          {status !== 'declined' && (
            <ActionButton
              label={status === 'shown' ? 'Take down' : 'Decline'}
              busy={status === 'shown' ? 'Taking down...' : 'Declining...'}
              isOutline
              className="!text-danger"
              isBusy={pending === 'declined'}
              onPress={() => decide('declined')}
            />
          )}
        </div>
        <p className={bylineClass}>
          <a className={linkClass} href={mailTo(review.buyerEmail, `Your review of ${bookTitle}`)}>
            {review.buyerEmail}
          </a>
        </p>
      </div>
      <FieldNote id={`${id}-problem`} error={problem} role="alert" />
    </li>
  )
}

// It does without lib/pages/rating-texts.ts, which would become a file of its own for every page with ratings.
function StarsGiven({ rating }: { rating: number }) {
  return (
    <span className="inline-flex gap-2" role="img" aria-label={`${rating} of 5 stars`}>
      {[1, 2, 3, 4, 5].map((star) => (
        <svg
          key={star}
          width={16}
          height={16}
          viewBox="0 0 24 24"
          aria-hidden="true"
          className={`stroke-star-line stroke-[1.6] [stroke-linejoin:round] ${star <= rating ? 'fill-star' : 'fill-none'}`}
        >
          <path d="m12 2 3.1 6.3 6.9 1-5 4.9 1.2 6.8-6.2-3.2L5.8 21 7 14.2 2 9.3l6.9-1z" />
        </svg>
      ))}
    </span>
  )
}
