import { useEffect, useRef, useState } from 'react'
import { ApiError, type FieldErrors } from '#contract/api-error.ts'
import type { InputOf, OutputOf } from '#contract/endpoints/contract.ts'
import { type StoryState, storyStates } from '#contract/states.ts'
import { adminCall, adminCallPage } from '#site/lib/admin/call.ts'
import { showToast } from '#site/lib/admin/queue-toast.ts'
import { useLeaveWarning } from '#site/lib/admin/use-leave-warning.ts'
import type { LiveState } from '#site/lib/admin/use-live.ts'
import { useLoad } from '#site/lib/admin/use-load.ts'
import { paths } from '#site/lib/paths.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { AdminIcon } from '#site/ui/admin/AdminIcon.tsx'
import { ConfirmDialog } from '#site/ui/admin/ConfirmDialog.tsx'
import { EmptyList } from '#site/ui/admin/EmptyList.tsx'
import { LiveMark } from '#site/ui/admin/LiveMark.tsx'
import { Loaded } from '#site/ui/admin/Loaded.tsx'
import { EditForm } from './EditForm.tsx'
import { NoteForm } from './NoteForm.tsx'
import { StoryFacts } from './StoryFacts.tsx'
import { StoryPreview } from './StoryPreview.tsx'
import { reviewLabels, transitionMessages } from './story-words.ts'
import { Transitions } from './Transitions.tsx'

type DeskStory = OutputOf<'GET /admin/stories/:id'>
type Decision = Omit<InputOf<'PATCH /admin/stories/:id'>, 'id' | 'revision'>
/** What is being done just now. */
type Doing = StoryState | 'edit' | 'editAndPublish' | 'feature' | 'delete'

/** What a move asks the server for. */
const asks: Record<StoryState, Decision> = {
  published: { isPublished: true },
  unpublished: { isPublished: false },
  returned: { status: 'returned' },
  declined: { status: 'declined' },
  submitted: { status: 'submitted' },
}

interface Props {
  id: string
  /** Somebody has just opened it: it takes the focus. */
  takesFocus: boolean
  /** Where the list is. */
  listHref: string
  live: { state: LiveState | undefined; isGoing: boolean }
  onBack(): void
  onOpen(id: string): void
  /** It was changed; `isSeen`: so that readers see it. */
  onChanged(change: { isSeen: boolean; isGoing: boolean }): void
  onGone(wasPublished: boolean): void
  /** Something is typed and not saved. */
  onDirty(isDirty: boolean): void
}

/** One story: as the reader will see it, and what the publisher may do with it. */
export function StoryReview({
  id,
  takesFocus,
  listHref,
  live,
  onBack,
  onOpen,
  onChanged,
  onGone,
  onDirty,
}: Props) {
  const loading = useLoad(id, () =>
    adminCall('GET /admin/stories/:id', { id }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }),
  )
  const [open, setOpen] = useState<'edit' | 'returned' | 'declined'>()
  const [isAsking, setAsking] = useState(false)
  const [note, setNote] = useState('')
  const [isEdited, setEdited] = useState(false)
  const [doing, setDoing] = useState<Doing>()
  const isDoing = useRef(false)
  const [problem, setProblem] = useState<string>()
  const [told, setTold] = useState<FieldErrors>({})
  const [done, setDone] = useState<string>()
  /** The story that waits next; null for none. */
  const [next, setNext] = useState<{ id: string; title: string } | null>()

  const isMissing = loading.data === null
  const isDirty = !isMissing && (note.trim() !== '' || (open === 'edit' && isEdited))
  useLeaveWarning(isDirty)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told when it changes.
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
  }, [isDirty])

  const outcome = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (done) outcome.current?.focus()
  }, [done])
  const alert = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (problem) alert.current?.focus()
  }, [problem])
  const head = useRef<HTMLHeadingElement>(null)
  const isThere = loading.data !== undefined
  useEffect(() => {
    if (isThere && takesFocus) head.current?.focus()
  }, [isThere, takesFocus])
  useEffect(() => {
    if (isMissing) head.current?.focus()
  }, [isMissing])

  /** Does one thing at a time, and tells what came of it. */
  const act = async (what: Doing, work: () => Promise<void>) => {
    if (isDoing.current) return
    isDoing.current = true
    setDoing(what)
    setProblem(undefined)
    setTold({})
    setDone(undefined)
    setNext(undefined)
    try {
      await work()
    } catch (error) {
      explain(error)
    } finally {
      isDoing.current = false
      setDoing(undefined)
    }
  }

  const explain = (error: unknown) => {
    if (error instanceof ApiError && error.status === 400 && error.fields) setTold(error.fields)
    else if (error instanceof ApiError && error.status < 500) setProblem(error.sentence)
    else {
      console.warn(error)
      setProblem(reviewLabels.failed)
    }
    // What is typed stays; the story beneath becomes the newest.
    if (error instanceof ApiError && (error.status === 409 || error.status === 404)) {
      loading.retry()
      onChanged({ isSeen: false, isGoing: false })
    }
  }

  const decide = (before: DeskStory, what: Doing, decision: Decision, words: string) =>
    act(what, async () => {
      const story = await adminCall('PATCH /admin/stories/:id', {
        id,
        ...decision,
        revision: before.revision,
      })
      loading.put(() => story)
      setOpen(undefined)
      setNote('')
      setDone(words)
      onChanged({
        isSeen: before.isPublished || story.isPublished,
        isGoing: before.isPublished && !story.isPublished,
      })
      if (before.state === 'submitted' && story.state !== 'submitted') void findNext()
    })

  /** Nobody waits for it: what is pressed meanwhile is done. */
  const findNext = async () => {
    const query = { status: 'submitted', page: 1, pageSize: 2 } as const
    // The decision stands, whether or not the next one is found.
    const found = await adminCallPage('GET /admin/stories', query).catch(console.warn)
    if (found) setNext(found.items.find((story) => story.id !== id) ?? null)
  }

  const move = (story: DeskStory, to: StoryState) => {
    const hasNote = to === 'returned' || to === 'declined'
    const isMailed =
      story.contributorEmail !== null && (hasNote || (to === 'published' && !story.publishedAt))
    return decide(
      story,
      to,
      { ...asks[to], ...(hasNote && { note }) },
      transitionMessages(to, isMailed),
    )
  }

  const remove = (story: DeskStory) =>
    act('delete', async () => {
      const gone = (notice = adminMessages.storyDeleted) => {
        setAsking(false)
        void showToast(notice)
        onGone(story.isPublished)
      }
      try {
        await adminCall('DELETE /admin/stories/:id', { id })
        gone()
      } catch (error) {
        if (error instanceof ApiError && error.status === 404)
          gone(adminMessages.storyDeletedBefore)
        else {
          console.warn(error)
          void showToast(adminMessages.storyDeleteFailed)
        }
      }
    })

  const close = () => {
    setOpen(undefined)
    setNote('')
    setTold({})
    setProblem(undefined)
    head.current?.focus()
  }

  const begin = (what: 'edit' | 'returned' | 'declined') => {
    // The second half of a double press opens nothing.
    if (isDoing.current) return
    setDone(undefined)
    setNext(undefined)
    setProblem(undefined)
    setOpen(what)
  }

  const trouble = problem && (
    <p className="review-problem" role="alert" ref={alert} tabIndex={-1}>
      <AdminIcon name="alert" size={18} />
      <span>{problem}</span>
    </p>
  )

  const editing = (story: DeskStory) => (
    <>
      {trouble}
      <EditForm
        story={story}
        busy={doing === 'edit' ? 'save' : doing === 'editAndPublish' ? 'publish' : undefined}
        canPublish={story.moves.includes('published')}
        told={told}
        onDirty={setEdited}
        onSave={(edit, isToBePublished) => {
          if (!isToBePublished) return decide(story, 'edit', edit, reviewLabels.saved)
          const isMailed = story.contributorEmail !== null && !story.publishedAt
          const words = transitionMessages('published', isMailed)
          return decide(story, 'editAndPublish', { ...edit, isPublished: true }, words)
        }}
        onCancel={close}
      />
    </>
  )

  const tools = (story: DeskStory) => (
    <div className="desk-actions">
      <button type="button" className="btn btn-outline" onClick={() => begin('edit')}>
        <AdminIcon name="pencil" size={18} />
        Edit
      </button>
      {story.isPublished && (
        <a className="btn btn-outline" href={paths.story(story.id)} target="_blank" rel="noopener">
          <AdminIcon name="arrowOut" size={18} />
          See it
        </a>
      )}
      <button
        type="button"
        className="btn btn-outline btn-outline-danger"
        onClick={() => !isDoing.current && setAsking(true)}
      >
        <AdminIcon name="trash" size={18} />
        Delete
      </button>
    </div>
  )

  const bar = (story: DeskStory) => (
    <div className="review-bar">
      {trouble}
      <p className="review-done" ref={outcome} tabIndex={-1} hidden={!done}>
        {done}
      </p>
      <LiveMark {...live} />
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
      {open === 'returned' || open === 'declined' ? (
        <NoteForm
          key={open}
          move={open}
          isAllowed={story.moves.includes(open)}
          note={note}
          email={story.contributorEmail}
          told={told['note']?.[0]}
          isBusy={doing === open}
          onNote={setNote}
          onSend={() => move(story, open)}
          onCancel={close}
        />
      ) : (
        <Transitions
          story={story}
          doing={doing === 'feature' || isState(doing) ? doing : undefined}
          onMove={(to) => {
            if (to === 'returned' || to === 'declined') begin(to)
            else void move(story, to)
          }}
          onFeature={() => {
            const isFeatured = !story.isFeatured
            const words = isFeatured ? reviewLabels.featured : reviewLabels.unfeatured
            void decide(story, 'feature', { isFeatured }, words)
          }}
        />
      )}
    </div>
  )

  return (
    <section className="review-story" aria-labelledby="review-head">
      <a
        className="btn-text review-back"
        href={listHref}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          onBack()
        }}
      >
        <AdminIcon name="arrowLeft" />
        <span>Back to the list</span>
      </a>
      {/* Seen, the title stands in the story itself. */}
      <h2 id="review-head" className="visually-hidden" ref={head} tabIndex={-1}>
        {loading.data?.title ?? (isMissing ? 'Story Not Found' : 'Story')}
      </h2>
      <Loaded loading={loading} failed="This story could not be loaded." skeleton={<Skeleton />}>
        {(story) =>
          story === null ? (
            <EmptyList
              title="Story Not Found"
              text="It was deleted, or its contributor has withdrawn it."
            />
          ) : (
            <>
              <div className="review-about">
                <StoryFacts story={story} />
                {open === 'edit' ? editing(story) : tools(story)}
              </div>
              <StoryPreview story={story} />
              {open !== 'edit' && bar(story)}
              {isAsking && (
                <ConfirmDialog
                  title={`Delete “${story.title}”?`}
                  confirm="Delete"
                  confirming="Deleting..."
                  isBusy={doing === 'delete'}
                  isDangerous
                  onConfirm={() => remove(story)}
                  onClose={() => setAsking(false)}
                >
                  <p>
                    It is deleted for good, with its likes, ratings and counts
                    {story.isPublished && ', and readers find it no longer'}. Its contributor is not
                    told.
                  </p>
                </ConfirmDialog>
              )}
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function isState(doing: string | undefined): doing is StoryState {
  return storyStates.some((state) => state === doing)
}

function Skeleton() {
  return (
    <div className="desk-skeleton" role="status" aria-label="Loading the story">
      <div />
      <div />
      <div />
    </div>
  )
}
