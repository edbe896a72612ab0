import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLeaveWarning } from '#site/admin/lib/use-leave-warning.ts'
import type { ReleaseState } from '#site/admin/lib/use-release.ts'
import { AdminSkeleton } from '#site/admin/ui/AdminSkeleton.tsx'
import { EmptyList } from '#site/admin/ui/EmptyList.tsx'
import { Loaded } from '#site/admin/ui/Loaded.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import { StoryFacts } from './StoryFacts.tsx'
import { StoryPreview } from './StoryPreview.tsx'
import { StoryTools } from './StoryTools.tsx'
import { type StoryChange, useReview } from './use-review.ts'

interface Props {
  id: string
  /** Somebody has just opened it: it takes the focus. */
  takesFocus: boolean
  /** Where the list is. */
  listHref: string
  releaseStatus: { state: ReleaseState | undefined; isRemoval: boolean }
  onBack(): void
  onOpen(id: string): void
  onChanged(change: StoryChange): void
  onGone(wasPublished: boolean): void
  /** Something is typed and not saved. */
  onDirty(isDirty: boolean): void
}

/** One story: as the reader will see it, and what the publisher may do with it. */
export function StoryReview({
  id,
  takesFocus,
  listHref,
  releaseStatus,
  onBack,
  onOpen,
  onChanged,
  onGone,
  onDirty,
}: Props) {
  const review = useReview({ id, onChanged, onGone })
  const { query, problem, closeForm } = review
  const [isDirty, setDirty] = useState(false)
  const isMissing = query.data === null
  useLeaveWarning(isDirty)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told when it changes.
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
  }, [isDirty])

  const heading = useRef<HTMLHeadingElement>(null)
  const isThere = query.data !== undefined
  useEffect(() => {
    if (isThere && takesFocus) heading.current?.focus()
  }, [isThere, takesFocus])
  useEffect(() => {
    if (isMissing) heading.current?.focus()
  }, [isMissing])
  const close = () => {
    closeForm()
    heading.current?.focus()
  }

  const alert = problem && <Problem>{problem}</Problem>
  return (
    <section className="min-w-0" aria-labelledby="review-head">
      <a
        className="btn-text mb-8"
        href={listHref}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          onBack()
        }}
      >
        <Icon name="arrowLeft" />
        <span>Back to the list</span>
      </a>
      {/* Seen, the title stands in the story itself. */}
      <h2 id="review-head" className="sr-only" ref={heading} tabIndex={-1}>
        {query.data?.title ?? (isMissing ? 'Story Not Found' : 'Story')}
      </h2>
      <Loaded
        query={query}
        failed="This story could not be loaded."
        skeleton={<AdminSkeleton label="Loading the story" rows={3} />}
      >
        {(story) =>
          story === null ? (
            <EmptyList
              title="Story Not Found"
              text="It was deleted, or its contributor has withdrawn it."
            />
          ) : (
            <>
              <div className="grid gap-10">
                <StoryFacts story={story} />
                <StoryTools story={story} review={review} />
              </div>
              <StoryPreview story={story} />
              <DecisionBar
                story={story}
                review={review}
                releaseStatus={releaseStatus}
                onDirty={setDirty}
                onCancel={close}
                onOpen={onOpen}
              >
                {alert}
              </DecisionBar>
            </>
          )
        }
      </Loaded>
    </section>
  )
}

/** What went wrong as a whole; it takes the focus. */
function Problem({ children }: { children: ReactNode }) {
  const alert = useRef<HTMLParagraphElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another problem takes the focus again.
  useEffect(() => alert.current?.focus(), [children])
  return (
    <p
      className="flex gap-8 font-semibold leading-145 text-danger"
      role="alert"
      ref={alert}
      tabIndex={-1}
    >
      <Icon name="alert" size={18} className="mt-3 flex-none" />
      <span>{children}</span>
    </p>
  )
}
