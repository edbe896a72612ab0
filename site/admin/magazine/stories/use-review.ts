import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, type FieldErrors } from '#contract/api-error.ts'
import type { InputOf, OutputOf } from '#contract/endpoints/contract.ts'
import type { StoryState } from '#contract/states.ts'
import { adminCall, adminCallPage, deleteUnlessGone } from '#site/admin/lib/call.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { reviewLabels, transitionMessages } from './story-labels.ts'

export type AdminStory = OutputOf<'GET /admin/stories/:id'>
type Decision = Omit<InputOf<'PATCH /admin/stories/:id'>, 'id' | 'revision'>
/** Input that an action needs first. */
export type ReviewForm = 'returned' | 'declined'
type Action = StoryState | 'feature'

export interface StoryChange {
  /** It is published. */
  isSeen: boolean
  /** It is taken off the site. */
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
export function useReview({ id, onChanged, onGone }: Options) {
  const client = useQueryClient()
  const queryKey = ['story', id]
  const query = useAdminQuery<AdminStory | null>({
    queryKey,
    queryFn: () =>
      adminCall('GET /admin/stories/:id', { id }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }),
  })
  const [form, setForm] = useState<ReviewForm>()
  const [outcome, setOutcome] = useState<string>()
  const [problem, setProblem] = useState<string>()
  /** The revision with which it left the queue. */
  const [decided, setDecided] = useState<number>()
  const next = useNextStory(id, decided)

  const forget = () => {
    setProblem(undefined)
    setOutcome(undefined)
    setDecided(undefined)
  }

  const change = useMutation({
    mutationFn: ({ before: { revision }, decision }: Change) =>
      adminCall('PATCH /admin/stories/:id', { id, ...decision, revision }),
    onMutate: forget,
    onSuccess(after, { before, message }) {
      client.setQueryData(queryKey, after)
      setForm(undefined)
      setOutcome(message)
      onChanged({
        isSeen: before.isPublished || after.isPublished,
        isRemoval: before.isPublished && !after.isPublished,
      })
      if (before.state === 'submitted' && after.state !== 'submitted') setDecided(after.revision)
    },
    onError(error) {
      const isAnswer = error instanceof ApiError
      if (!(isAnswer && error.status === 400 && error.fields)) {
        setProblem(isAnswer && error.status < 500 ? error.sentence : reviewLabels.failed)
      }
      // The input stays; the story is updated to the newest revision.
      if (isAnswer && (error.status === 409 || error.status === 404)) {
        query.retry()
        onChanged({ isSeen: false, isRemoval: false })
      }
    },
  })

  const remove = useMutation({
    mutationFn: (_: AdminStory) => deleteUnlessGone(adminCall('DELETE /admin/stories/:id', { id })),
    onMutate: forget,
    onSuccess(isDeletedNow, { isPublished }) {
      void showToast(isDeletedNow ? adminMessages.storyDeleted : adminMessages.storyDeletedBefore)
      onGone(isPublished)
    },
    onError: () => void showToast(adminMessages.storyDeleteFailed),
  })

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
    /** The next story in the queue; null for none, undefined while it was not loaded. */
    next,
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
    move: (before: AdminStory, to: StoryState, note?: string) =>
      decide(
        before,
        to,
        { ...decisions[to], ...(note !== undefined && { note }) },
        messageOf(before, to),
      ),
    feature(before: AdminStory) {
      const isFeatured = !before.isFeatured
      const message = isFeatured ? reviewLabels.featured : reviewLabels.unfeatured
      return decide(before, 'feature', { isFeatured }, message)
    },
    remove: (before: AdminStory) => isBusy || remove.mutate(before),
  }
}

export type Review = ReturnType<typeof useReview>

function messageOf({ contributorEmail, publishedAt }: AdminStory, to: StoryState): string {
  const hasMail = to === 'returned' || to === 'declined' || (to === 'published' && !publishedAt)
  return transitionMessages(to, contributorEmail !== null && hasMail)
}

/** Loaded once a story has been decided; nothing waits for it, and it may fail. */
function useNextStory(id: string, decided: number | undefined) {
  const { data } = useQuery({
    queryKey: ['next-story', id, decided],
    enabled: decided !== undefined,
    queryFn: async () => {
      const query = { status: 'submitted', page: 1, pageSize: 2 } as const
      const { items } = await adminCallPage('GET /admin/stories', query)
      return items.find((story) => story.id !== id) ?? null
    },
  })
  return decided === undefined ? undefined : data
}
