import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, type FieldErrors } from '#contract/api-error.ts'
import type { InputOf, OutputOf } from '#contract/endpoints/contract.ts'
import type { GoneReason } from '#contract/magazine/gone-stories.ts'
import type { StoryState } from '#contract/states.ts'
import type { Undo } from '#contract/undo.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { useOne } from '#site/admin/lib/lists/use-one-of-list.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { keepsMail, useStats } from '#site/admin/lib/stats-query.ts'
import { callUnlessGone, callWithUndo } from '#site/admin/lib/undo.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { decisionToasts, reviewLabels, transitionMessages } from './story-labels.ts'

export type AdminStory = OutputOf<'GET /admin/stories/:id'>
type Decision = Omit<InputOf<'PATCH /admin/stories/:id'>, 'id' | 'revision'>
export type ReviewForm = 'returned' | 'declined'
type Action = StoryState | 'feature' | 'phoned'

export interface StoryChange {
  isSeen: boolean
  isRemoval: boolean
}

const decisions: Record<StoryState, Decision> = {
  published: { isPublished: true },
  unpublished: { isPublished: false },
  returned: { status: 'returned' },
  declined: { status: 'declined' },
  submitted: { status: 'submitted' },
}

interface Options {
  id: string
  /** It left the queue; the message is the outcome. */
  onDecided(message: string, undo: Undo | undefined): void
  onChanged(change: StoryChange): void
  onGone(wasPublished: boolean): void
}

interface Change {
  before: AdminStory
  action: Action
  decision: Decision
  message: string
}

/** The review of one story: its actions, one at a time, and their results. */
export function useReview({ id, onDecided, onChanged, onGone }: Options) {
  const client = useQueryClient()
  const isMailOff = keepsMail(useStats())
  const queryKey = ['story', id]
  const query = useOne(queryKey, () => adminCall('GET /admin/stories/:id', { id }))
  const [form, setForm] = useState<ReviewForm>()
  const [outcome, setOutcome] = useState<string>()
  const [problem, setProblem] = useState<string>()

  const forget = () => {
    setProblem(undefined)
    setOutcome(undefined)
  }

  const change = useMutation({
    mutationFn: ({ before: { revision }, decision }: Change) =>
      callWithUndo('PATCH /admin/stories/:id', { id, ...decision, revision }),
    onMutate: forget,
    onSuccess({ answer: after, undo }, { before, action, message }) {
      client.setQueryData(queryKey, after)
      setForm(undefined)
      const isDecided = before.state === 'submitted' && after.state !== 'submitted'
      if (!isDecided) setOutcome(message)
      const isSeen = before.isPublished || after.isPublished
      onChanged({ isSeen, isRemoval: before.isPublished && !after.isPublished })
      if (isDecided) onDecided(message, undo)
      if (isDecided || !undo) return
      const title = decisionToasts[action === 'feature' && before.isFeatured ? 'unfeature' : action]
      void showToast({ title, text: after.title }, undo, () => {
        forget()
        onChanged({ isSeen, isRemoval: after.isPublished && !before.isPublished })
      })
    },
    onError(error) {
      setProblem(problemOf(error))
      // The input stays; the story is updated to the newest revision.
      if (error instanceof ApiError && (error.status === 409 || error.status === 404)) {
        query.retry()
        onChanged({ isSeen: false, isRemoval: false })
      }
    },
  })

  const remove = useRemoval(id, forget, onGone)
  const isBusy = change.isPending || remove.isPending

  /** Resolves to the server's errors by field. */
  const decide = async (
    before: AdminStory,
    action: Action,
    decision: Decision,
    message: string,
  ): Promise<FieldErrors> => {
    if (isBusy) return {}
    try {
      await change.mutateAsync({ before, action, decision, message })
      return {}
    } catch (error) {
      return (error instanceof ApiError && error.status === 400 && error.fields) || {}
    }
  }

  return {
    query,
    form,
    outcome,
    problem,
    isBusy,
    isDeleting: remove.isPending,
    pending: change.isPending ? change.variables.action : undefined,
    openForm(wanted: ReviewForm) {
      // The second half of a double click opens nothing.
      if (isBusy) return
      forget()
      setForm(wanted)
    },
    closeForm() {
      setForm(undefined)
      setProblem(undefined)
    },
    move(before: AdminStory, to: StoryState, note?: string) {
      const decision = { ...decisions[to], ...(note !== undefined && { note }) }
      return decide(before, to, decision, messageOf(before, to, isMailOff))
    },
    feature(before: AdminStory) {
      const isFeatured = !before.isFeatured
      const message = isFeatured ? reviewLabels.featured : reviewLabels.unfeatured
      return decide(before, 'feature', { isFeatured }, message)
    },
    phoned: (before: AdminStory, guardianPhoned: string) =>
      decide(before, 'phoned', { guardianPhoned }, reviewLabels.phoned),
    remove: (before: AdminStory, reason?: GoneReason) =>
      isBusy || remove.mutate({ before, reason }),
  }
}

/** What is said of the story as a whole; errors of fields are said there. */
function problemOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status >= 500) return reviewLabels.failed
  return error.status === 400 && error.fields ? undefined : error.sentence
}

interface Removal {
  before: AdminStory
  /** Readers are told, if it was public. */
  reason: GoneReason | undefined
}

function useRemoval(id: string, forget: () => void, onGone: Options['onGone']) {
  return useMutation({
    mutationFn: ({ reason }: Removal) =>
      callUnlessGone('DELETE /admin/stories/:id', { id, reason }),
    onMutate: forget,
    onSuccess(done, { before: { title, isPublished } }) {
      const { storyDeleted, storyDeletedBefore } = adminMessages
      if (done) void showToast({ ...storyDeleted, text: title }, done.undo)
      else void showToast(storyDeletedBefore)
      onGone(isPublished)
    },
    onError: () => void showToast(adminMessages.storyDeleteFailed),
  })
}

export type Review = ReturnType<typeof useReview>

function messageOf(
  { contributorEmail, publishedAt }: AdminStory,
  to: StoryState,
  isMailOff: boolean,
): string {
  const hasMail = to === 'returned' || to === 'declined' || (to === 'published' && !publishedAt)
  return transitionMessages(to, contributorEmail !== null && hasMail, isMailOff)
}
