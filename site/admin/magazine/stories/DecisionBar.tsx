import { type ReactNode, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError, type FieldErrors } from '#contract/api-error.ts'
import { noteMissing } from '#contract/endpoints/magazine/stories.admin.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { StoryState } from '#contract/states.ts'
import type { ReleaseState } from '#site/admin/lib/use-release.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { Button } from '#site/admin/ui/Button.tsx'
import { actionsClass } from '#site/admin/ui/classes.ts'
import { Off } from '#site/admin/ui/frame/Off.tsx'
import { ReleaseStatus } from '#site/admin/ui/frame/ReleaseStatus.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { NoteField } from '#site/admin/ui/NoteField.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { icons } from '#site/ui/icons/icons.ts'
import { linkTo, whatsappLink } from './publish/share-link.ts'
import { StoryMenu } from './StoryMenu.tsx'
import { StoryReach } from './StoryReach.tsx'
import { reviewLabels, transitionLabels } from './story-labels.ts'
import type { AdminStory, Review } from './use-review.ts'

/** Buttons of which three fit beside each other on a phone. */
const decisionsClass = `${actionsClass} max-sm:gap-6`
const decisionClass = 'max-sm:flex-auto max-sm:px-8 max-sm:text-14'

interface Props {
  story: AdminStory
  review: Review
  releaseStatus: { state: ReleaseState | undefined; isRemoval: boolean }
  onDirty(isDirty: boolean): void
  onCancel(): void
  /** The error, if there is one. */
  children: ReactNode
}

/** The decisions about a story and their result, visible while the story is read. */
export function DecisionBar({ story, review, releaseStatus, onDirty, onCancel, children }: Props) {
  const { form, outcome } = review
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (outcome) place.current?.focus()
  }, [outcome])

  return (
    <div className="decision-bar sticky bottom-0 z-[2] -mx-16 grid gap-10 border-t-2 border-ink bg-surface px-16 pb-[calc(12px+env(safe-area-inset-bottom))] pt-12 sm:-mx-24 sm:px-24 md:-mx-32 md:px-32">
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

/** A contributor must learn what to change. */
const schemas = {
  returned: z.object({
    note: z.string().check(z.refine((note: string) => note.trim() !== '', noteMissing)),
  }),
  declined: z.object({ note: z.string() }),
}

interface NoteFormProps {
  /** The decision that the note belongs to. */
  move: 'returned' | 'declined'
  /** Whether the transition is still allowed: the story may have been changed elsewhere. */
  isAllowed: boolean
  /** The mail address for the note; null for none. */
  email: string | null
  onDirty(isDirty: boolean): void
  /** Resolves to the server's error for the note. */
  onSend(note: string): Promise<FieldErrors>
  onCancel(): void
}

/** The publisher's note to the contributor, written beside the story. */
function NoteForm({ move, isAllowed, email, onDirty, onSend, onCancel }: NoteFormProps) {
  const isNeeded = move === 'returned'
  const send = async ({ note }: { note: string }) => {
    const fields = await onSend(note)
    if (fields['note']) throw new ApiError(400, noteMissing, fields)
  }
  const form = useSubmit(schemas[move], send, { blank: { note: '' } })
  const { control, error } = form.field('note')
  const isDirty = form.isDirty()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told when it changes.
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
  }, [isDirty])
  useEffect(() => document.getElementById('note')?.focus(), [])

  return (
    <form className="grid gap-12" noValidate onSubmit={form.submit}>
      {email && <Off name="mail" />}
      <NoteField
        id="note"
        label="Note to the contributor"
        need={isNeeded ? 'required' : 'optional'}
        error={error}
        hint={
          email
            ? `It goes by mail to ${email}, and stands on their account page.`
            : 'There is no account behind this story: nobody gets a mail.'
        }
        rows={4}
        required={isNeeded}
        className="max-h-[30vh]"
        {...control}
        disabled={false}
      />
      <div className={decisionsClass}>
        {isAllowed && (
          <ActionButton
            kind="submit"
            className={decisionClass}
            label={isNeeded ? 'Return story' : 'Decline story'}
            busy={reviewLabels.busy}
            isBusy={form.isBusy}
          />
        )}
        <Button className={decisionClass} onClick={onCancel} label="Cancel" />
      </div>
    </form>
  )
}

interface TransitionsProps {
  story: AdminStory
  pending: Review['pending']
  onMove(to: StoryState): void
  onFeature(): void
}

/** The first that is allowed is the button that stands out. */
const order = ['published', 'submitted', 'unpublished', 'returned', 'declined'] as const
const transitionIcons: Record<StoryState, string> = {
  published: icons.check,
  submitted: icons.refresh,
  unpublished: adminIcons.eyeOff,
  returned: adminIcons.undo,
  declined: icons.close,
}

/** A word under its icon on a phone, beside it on a laptop. */
const smallClass =
  'grid min-h-48 min-w-48 place-content-center xs:min-w-58 justify-items-center gap-4 rounded-2 text-12 font-semibold md:flex md:items-center md:gap-10 md:border-2 md:border-current md:px-18 md:text-15'

/** The decisions that the server allows for a story in its state. */
function Transitions({ story, pending, onMove, onFeature }: TransitionsProps) {
  const [first, ...others] = order.filter((to) => story.moves.includes(to))
  const edit = (
    <a className={smallClass} href={staffPaths.editStory(story.id)}>
      <Icon name="pencil" />
      Edit
    </a>
  )
  const feature = (story.isPublished || story.isFeatured) && (
    <SmallButton
      label={story.isFeatured ? 'Unfeature' : 'Feature'}
      icon={icons.star}
      isBusy={pending === 'feature'}
      onPress={onFeature}
    />
  )
  if (story.state === 'published') {
    return (
      <Published
        story={story}
        isBusy={pending === 'unpublished'}
        onUnpublish={() => onMove('unpublished')}
        onFeature={onFeature}
      >
        {edit}
        {feature}
      </Published>
    )
  }
  return (
    <div className="flex items-stretch gap-4 xs:gap-8 md:gap-10">
      {first && (
        <ActionButton
          className="!min-h-48 min-w-0 flex-1 max-md:!px-8 md:flex-none"
          icon={<Icon shape={transitionIcons[first]} size={18} />}
          label={transitionLabels[first]}
          busy={reviewLabels.busy}
          isBusy={pending === first}
          onPress={() => onMove(first)}
        />
      )}
      {edit}
      {others.map((to) => (
        <SmallButton
          key={to}
          label={transitionLabels[to]}
          icon={transitionIcons[to]}
          isBusy={pending === to}
          onPress={() => onMove(to)}
        />
      ))}
      {feature}
    </div>
  )
}

interface PublishedProps {
  story: AdminStory
  isBusy: boolean
  onUnpublish(): void
  onFeature(): void
  children: ReactNode
}

/** Readers see it: it is shared, and what takes it away stands behind More. */
function Published({ story, isBusy, onUnpublish, onFeature, children }: PublishedProps) {
  const [isOpen, setOpen] = useState(false)
  const url = linkTo(story)
  return (
    <>
      <StoryReach id={story.id} />
      <div className="flex max-sm:flex-wrap items-stretch gap-4 xs:gap-8 md:gap-10">
        <a
          className="btn min-h-48 flex-auto justify-center gap-10 max-md:px-8 md:flex-none"
          href={whatsappLink(story.title, url)}
          target="_blank"
          rel="noreferrer"
        >
          <Icon shape={adminIcons.whatsapp} isFilled />
          Share
          <span className="sr-only">on WhatsApp</span>
        </a>
        {children}
        <SmallButton
          label="More"
          icon={adminIcons.more}
          isBusy={isBusy}
          onPress={() => setOpen(true)}
        />
      </div>
      {isOpen && (
        <StoryMenu
          story={story}
          onRun={(action) => (action === 'unpublish' ? onUnpublish() : onFeature())}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface SmallButtonProps {
  label: string
  icon: string
  isBusy: boolean
  onPress(): void
}

function SmallButton({ label, icon, isBusy, onPress }: SmallButtonProps) {
  return (
    <button type="button" className={smallClass} aria-busy={isBusy || undefined} onClick={onPress}>
      <Icon shape={icon} />
      {isBusy ? reviewLabels.busy : label}
    </button>
  )
}
