import { type ReactNode, useEffect, useRef } from 'react'
import type { ReleaseState } from '#site/lib/admin/use-release.ts'
import { AdminIcon } from '#site/ui/admin/AdminIcon.tsx'
import { ReleaseStatus } from '#site/ui/admin/ReleaseStatus.tsx'
import { NoteForm } from './NoteForm.tsx'
import { Transitions } from './Transitions.tsx'
import type { AdminStory, Review } from './use-review.ts'

interface Props {
  story: AdminStory
  review: Review
  releaseStatus: { state: ReleaseState | undefined; isRemoval: boolean }
  onDirty(isDirty: boolean): void
  onCancel(): void
  /** To go on with another story. */
  onOpen(id: string): void
  /** What went wrong, if anything. */
  children: ReactNode
}

/** What may be decided of a story and what came of it, in sight while the story is read. */
export function DecisionBar({
  story,
  review,
  releaseStatus,
  onDirty,
  onCancel,
  onOpen,
  children,
}: Props) {
  const { form, outcome, next } = review
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (outcome) place.current?.focus()
  }, [outcome])

  return (
    <div className="review-bar">
      {children}
      <p className="review-done" ref={place} tabIndex={-1} hidden={!outcome}>
        {outcome}
      </p>
      <ReleaseStatus {...releaseStatus} />
      {next !== undefined && (
        <p className="review-next">
          {next ? (
            <button type="button" className="btn" onClick={() => onOpen(next.id)}>
              <span>Next: {next.title}</span>
              <AdminIcon name="arrowRight" size={18} />
            </button>
          ) : (
            'No other story waits for your review.'
          )}
        </p>
      )}
      {form === 'returned' || form === 'declined' ? (
        <NoteForm
          move={form}
          isAllowed={story.moves.includes(form)}
          email={story.contributorEmail}
          onDirty={onDirty}
          onSend={(note) => review.move(story, form, note)}
          onCancel={onCancel}
        />
      ) : (
        <Transitions
          story={story}
          pending={review.pending}
          onMove={(to) => {
            if (to === 'returned' || to === 'declined') review.openForm(to)
            else void review.move(story, to)
          }}
          onFeature={() => void review.feature(story)}
        />
      )}
    </div>
  )
}
