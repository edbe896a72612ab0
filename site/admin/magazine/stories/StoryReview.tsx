import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { paragraphsOf } from '#contract/text.ts'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { useLeaveWarning } from '#site/admin/lib/use-leave-warning.ts'
import type { ReleaseState } from '#site/admin/lib/use-release.ts'
import { AdminSkeleton } from '#site/admin/ui/AdminSkeleton.tsx'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import {
  actionsClass,
  bylineClass,
  dangerClass,
  factsClass,
  outlineClass,
} from '#site/admin/ui/classes.ts'
import { EmptyList } from '#site/admin/ui/EmptyList.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Loaded } from '#site/admin/ui/Loaded.tsx'
import { paths } from '#site/lib/paths.ts'
import { linkClass } from '#site/ui/classes.ts'
import { Icon } from '#site/ui/Icon.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import { StateBadge } from './StateBadge.tsx'
import { StoryPreview } from './StoryPreview.tsx'
import { awaitsTexts } from './story-labels.ts'
import type { AdminStory, Review } from './use-review.ts'
import { type StoryChange, useReview } from './use-review.ts'

interface Props {
  id: string
  /** It was just opened: it takes the focus. */
  takesFocus: boolean
  /** The path of the list. */
  listHref: string
  releaseStatus: { state: ReleaseState | undefined; isRemoval: boolean }
  onBack(): void
  onOpen(id: string): void
  onChanged(change: StoryChange): void
  onGone(wasPublished: boolean): void
  /** There is unsaved text. */
  onDirty(isDirty: boolean): void
}

/** One story as readers will see it, with the actions of its review. */
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
      {/* In the preview the story itself shows the title. */}
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

/** The error as a whole; it takes the focus. */
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

/** The state of a story, its contributor, and the messages to them. */
function StoryFacts({ story }: { story: OutputOf<'GET /admin/stories/:id'> }) {
  return (
    <>
      <p className={`${factsClass} !mt-0`}>
        <StateBadge {...story} />
        {story.isFeatured && <span className="badge bg-gold text-on-gold">Featured</span>}
        <span>Sent in {formatMoment(story.sentAt)}</span>
        {story.publishAt && <span>Goes live on {formatMoment(story.publishAt)}</span>}
        {story.publishedAt && <span>Published {formatMoment(story.publishedAt)}</span>}
      </p>
      <p className={bylineClass}>
        {story.contributorEmail ? (
          <>
            Contributor:{' '}
            <a
              className={`${linkClass} [overflow-wrap:anywhere]`}
              href={`mailto:${story.contributorEmail}`}
            >
              {story.contributorEmail}
            </a>
          </>
        ) : (
          'There is no account behind this story.'
        )}
      </p>
      {story.awaits && (
        <p className="border-l-4 border-accent bg-sunk px-16 py-10 text-15">
          {awaitsTexts[story.awaits]}
        </p>
      )}
      {story.isChangedSinceApproval && (
        <p className="border-l-4 border-accent bg-sunk px-16 py-10 text-15">
          It was approved before, and was changed since. Please read it again before you publish it.
        </p>
      )}
      {story.reviewNote && (
        <blockquote className="border-l-4 border-accent bg-sunk px-16 py-10 text-15">
          <p className="font-semibold">Your note to the contributor:</p>
          {paragraphsOf(story.reviewNote).map((line, index) => (
            <p key={String(index)}>{line}</p>
          ))}
        </blockquote>
      )}
    </>
  )
}

/** Actions that are available in any state. */
function StoryTools({ story, review }: { story: AdminStory; review: Review }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div className={`${actionsClass} mt-4`}>
      <a className={`${outlineClass} max-sm:px-14`} href={adminPaths.editStory(story.id)}>
        <Icon name="pencil" size={18} />
        Edit
      </a>
      {story.isPublished && (
        <a
          className={`${outlineClass} max-sm:px-14`}
          href={paths.story(story.id)}
          target="_blank"
          rel="noopener"
        >
          <Icon name="arrowOut" size={18} />
          See it
        </a>
      )}
      <button
        type="button"
        className={`${dangerClass} max-sm:px-14`}
        onClick={() => review.isBusy || setAsking(true)}
      >
        <Icon shape={adminIcons.trash} size={18} />
        Delete
      </button>
      {isAsking && (
        <ConfirmDialog
          title={`Delete “${story.title}”?`}
          confirm="Delete"
          confirming="Deleting..."
          isBusy={review.isDeleting}
          isDangerous
          onConfirm={() => review.remove(story)}
          onClose={() => setAsking(false)}
        >
          <p>
            It is deleted for good, with its likes, ratings and counts
            {story.isPublished && ', and readers find it no longer'}. Its contributor is not told.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
