import { type ReactNode, useEffect, useRef, useState } from 'react'
import { goneReasons, goneWords } from '#contract/magazine/gone-stories.ts'
import { aiNotStated, lacksAgreement, statementsOf } from '#contract/magazine/provenance.ts'
import { paths } from '#contract/paths.ts'
import { paragraphsOf } from '#contract/text.ts'
import type { Undo } from '#contract/undo.ts'
import { formatDayInWords, formatMoment, formatNearMoment } from '#site/admin/lib/format.ts'
import { useLeaveWarning } from '#site/admin/lib/use-leave-warning.ts'
import type { ReleaseState } from '#site/admin/lib/use-release.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { actionsClass, badgeClasses, factsClass, outlineClass } from '#site/admin/ui/classes.ts'
import { Dialog } from '#site/admin/ui/Dialog.tsx'
import { EmptyList } from '#site/admin/ui/frame/EmptyList.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { PageBar } from '#site/admin/ui/frame/PageBar.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { withoutKeys } from '#site/lib/engaged/without-keys.ts'
import { linkClass } from '#site/ui/classes.ts'
import { checkboxClass } from '#site/ui/forms/form-classes.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import { StateBadge } from './StateBadge.tsx'
import { StoryPreview } from './StoryPreview.tsx'
import { awaitsTexts } from './story-labels.ts'
import type { AdminStory, Review } from './use-review.ts'
import { type StoryChange, useReview } from './use-review.ts'

interface Props {
  id: string
  /** Its place among those to review; undefined for other stories. */
  place: { number: number; total: number } | undefined
  /** The one after it; undefined when it is the only one. */
  next: string | undefined
  /** It was just opened: it takes the focus. */
  takesFocus: boolean
  listHref: string
  nextHref: string | undefined
  releaseStatus: { state: ReleaseState | undefined; isRemoval: boolean }
  onBack(): void
  onOpen(id: string): void
  onDecided(message: string, undo: Undo | undefined): void
  onChanged(change: StoryChange): void
  onGone(wasPublished: boolean): void
  onDirty(isDirty: boolean): void
}

/** One story as readers will see it, with the actions of its review. */
export function StoryReview({
  id,
  place,
  next,
  takesFocus,
  listHref,
  nextHref,
  releaseStatus,
  onBack,
  onOpen,
  onDecided,
  onChanged,
  onGone,
  onDirty,
}: Props) {
  const review = useReview({ id, onDecided, onChanged, onGone })
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
    if (!isThere || !takesFocus) return
    heading.current?.focus()
    scrollTo({ top: 0 })
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
      <PageBar
        title={place ? `Review, ${place.number} of ${place.total}` : 'Story'}
        backHref={listHref}
        backLabel="Back to the list"
        onBack={onBack}
      >
        {next && nextHref && (
          <a
            className="icon-btn flex-none"
            href={nextHref}
            aria-label="Next story"
            onClick={withoutKeys(() => onOpen(next))}
          >
            <Icon name="chevronRight" size={22} />
          </a>
        )}
      </PageBar>
      {/* In the preview the story itself shows the title. */}
      <h2 id="review-head" className="sr-only" ref={heading} tabIndex={-1}>
        {query.data?.title ?? (isMissing ? 'Story Not Found' : 'Story')}
      </h2>
      <Loaded query={query} things="the story" failed="This story could not be loaded." rows={3}>
        {(story) =>
          story === null ? (
            <EmptyList
              title="Story Not Found"
              text="It was deleted, or its contributor has withdrawn it."
            />
          ) : (
            <>
              <StoryPreview story={story}>
                <StoryFacts story={story} review={review} />
              </StoryPreview>
              <StoryTools story={story} review={review} />
              <DecisionBar
                story={story}
                review={review}
                releaseStatus={releaseStatus}
                onDirty={setDirty}
                onCancel={close}
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

const noteClass = 'flex gap-12 border-l-4 border-accent bg-sunk px-16 py-12 text-15'

/** What an editor needs to know besides the story: guardian, state, contributor, the messages to them. */
function StoryFacts({ story, review }: { story: AdminStory; review: Review }) {
  const { guardianToPhone: guardian } = story
  return (
    <div className="mt-14 grid gap-4">
      {story.guardianAgreedAt && (
        <p className="flex items-center gap-12 bg-[#cfebd6] px-16 py-10 text-15/140 font-semibold text-[#124a2a] dark:bg-green dark:text-on-green">
          <Icon shape={adminIcons.shield} className="flex-none" />
          Guardian agreed on {formatDayInWords(story.guardianAgreedAt)}
        </p>
      )}
      {story.awaits && (
        <p className={noteClass}>
          <Icon shape={adminIcons.shield} className="mt-2 flex-none" />
          {awaitsTexts[story.awaits]}
        </p>
      )}
      {guardian && (
        <div className="bg-sunk px-16 py-8 text-15">
          {guardian.name},{' '}
          <a className={`${linkClass} [overflow-wrap:anywhere]`} href={`mailto:${guardian.email}`}>
            {guardian.email}
          </a>
          <label className="flex min-h-44 cursor-pointer items-center gap-12 font-semibold">
            <input
              type="checkbox"
              className={checkboxClass}
              checked={review.pending === 'phoned'}
              onChange={() => void review.phoned(story, guardian.id)}
            />
            Guardian confirmed by phone
          </label>
        </div>
      )}
      <p className={`${factsClass} !mt-0 !gap-y-0 text-ink-2`}>
        {/* The title of the page says that it is to be reviewed. */}
        {story.state !== 'submitted' && <StateBadge {...story} />}
        {story.isFeatured && <span className={badgeClasses.wait}>Featured</span>}
        <span>
          {story.publishAt
            ? `Publishes ${formatMoment(story.publishAt)}`
            : story.publishedAt
              ? `Published ${formatMoment(story.publishedAt)}`
              : `Sent ${formatNearMoment(story.sentAt)}`}
        </span>
        {story.contributorEmail ? (
          <a
            className={`${linkClass} [overflow-wrap:anywhere]`}
            href={`mailto:${story.contributorEmail}`}
          >
            {story.contributorEmail}
          </a>
        ) : (
          <span>No account</span>
        )}
      </p>
      <p className="text-15 text-ink-2">{provenanceOf(story)}</p>
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
    </div>
  )
}

/** What the author has stated, and what not. */
function provenanceOf(story: AdminStory): string {
  const { words, picture } = statementsOf(story)
  const uploads = lacksAgreement({ ...story, peopleAgree: false }, undefined)
  return [
    words || `${aiNotStated}.`,
    story.imageUrl && `Picture: ${picture || 'not stated'}.`,
    uploads && `The people in its pictures agree: ${story.peopleAgree ? 'yes' : 'not stated'}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Actions that are available in any state. */
function StoryTools({ story, review }: { story: AdminStory; review: Review }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div className={`${actionsClass} mb-32 border-t border-line pt-16 md:mx-auto md:max-w-[720px]`}>
      {story.isPublished && (
        <a
          className={`${outlineClass} max-sm:px-14`}
          href={paths.story(story.id)}
          target="_blank"
          rel="noopener"
        >
          <Icon name="arrowOut" size={18} />
          View
        </a>
      )}
      <Button
        look="danger"
        className="max-sm:px-14"
        isBusy={review.isDeleting}
        onClick={() => (story.publishedAt ? setAsking(true) : review.remove(story))}
      >
        <Icon shape={adminIcons.trash} size={18} />
        Delete
      </Button>
      {isAsking && (
        <Dialog title="Why is it deleted?" hasClose onClose={() => setAsking(false)}>
          {(leave) => (
            <>
              <p>Readers had it. Whoever opens its address is told the day, and:</p>
              {goneReasons.map((reason) => (
                <button
                  key={reason}
                  type="button"
                  className="min-h-48 w-full border-b border-line py-8 text-left font-semibold hover:bg-sunk"
                  onClick={() => {
                    leave()
                    review.remove(story, reason)
                  }}
                >
                  {`It was taken down ${goneWords[reason]}`}
                </button>
              ))}
            </>
          )}
        </Dialog>
      )}
    </div>
  )
}
