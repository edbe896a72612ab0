import { type ReactNode, useEffect, useRef } from 'react'
import type { ReleaseState } from '#site/admin/lib/use-release.ts'
import { actionClass } from '#site/admin/ui/classes.ts'
import { ReleaseStatus } from '#site/admin/ui/ReleaseStatus.tsx'
import { Icon } from '#site/ui/Icon.tsx'
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
    <div className="decision-bar sticky bottom-0 z-[2] -mx-16 grid gap-10 border-t-2 border-ink bg-paper px-16 py-12 sm:mx-0 sm:px-0">
      {children}
      <p
        className="font-semibold outline-offset-2"
        data-outcome
        ref={place}
        tabIndex={-1}
        hidden={!outcome}
      >
        {outcome}
      </p>
      <ReleaseStatus {...releaseStatus} />
      {next !== undefined && (
        <p>
          {next ? (
            <button
              type="button"
              className={`${actionClass} max-w-full`}
              onClick={() => onOpen(next.id)}
            >
              <span className="min-w-0 truncate">Next: {next.title}</span>
              <Icon name="arrowRight" size={18} />
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
