import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#contract/api-error.ts'
import type { InputOf } from '#contract/endpoints/contract.ts'
import { adminCallPage, sentenceOf } from '#site/admin/lib/call.ts'
import { replaceRow } from '#site/admin/lib/lists/use-list-params.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useRefreshStats } from '#site/admin/lib/stats-query.ts'
import { callWithUndo } from '#site/admin/lib/undo.ts'
import { noAnswer } from '#site/lib/forms/check-form.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { type AdminRequest, stateLabels } from './request-labels.ts'

export type Answer = 'ask' | 'accept' | 'decline'
export type RequestAction = 'note' | 'takeUp' | 'reopen' | Answer
type Change = Omit<InputOf<'PATCH /admin/requests/:id'>, 'id' | 'revision'>

const changes: Record<RequestAction, Change> = {
  note: {},
  takeUp: { status: 'in_review' },
  reopen: { status: 'received' },
  ask: { status: 'in_review' },
  accept: { status: 'accepted' },
  decline: { status: 'declined' },
}
const messages = {
  note: adminMessages.noteSaved,
  takeUp: adminMessages.requestTakenUp,
  reopen: adminMessages.requestReopened,
  ask: adminMessages.requestAsked,
  accept: adminMessages.requestAccepted,
  decline: adminMessages.requestDeclined,
}

/** The actions on one request, one at a time; the row shows the server's answer. */
export function useRequestActions(request: AdminRequest) {
  const client = useQueryClient()
  const refreshStats = useRefreshStats()
  const [problem, setProblem] = useState<{ action: RequestAction; text: string }>()
  const show = (newest: AdminRequest) => {
    replaceRow(client, 'requests', 'id', newest)
    refreshStats()
  }
  const { isPending, variables, mutate } = useMutation({
    mutationFn: ({ action, text }: { action: RequestAction; text: Change; onDone(): void }) =>
      callWithUndo('PATCH /admin/requests/:id', {
        id: request.id,
        revision: request.revision,
        ...changes[action],
        ...text,
      }),
    onMutate: () => setProblem(undefined),
    onSuccess({ answer, undo }, { action, onDone }) {
      show(answer)
      onDone()
      void showToast(messages[action], undo)
    },
    async onError(error, { action }) {
      const isChanged = error instanceof ApiError && error.status === 409
      const newest = isChanged ? await findNewest(request).catch(console.warn) : undefined
      if (newest) show(newest)
      const now = newest ? ` It is now: ${stateLabels[newest.status].toLowerCase()}.` : ''
      setProblem({ action, text: sentenceOf(error, noAnswer) + now })
    },
  })

  return {
    pending: isPending ? variables.action : undefined,
    problemOf: (...actions: RequestAction[]) =>
      problem && actions.includes(problem.action) ? problem.text : undefined,
    clearProblem: () => setProblem(undefined),
    act(action: RequestAction, text: Change, onDone: () => void) {
      if (!isPending) mutate({ action, text, onDone })
    },
  }
}

/** The current version of the request, in whatever state. */
async function findNewest({ id, reference }: AdminRequest): Promise<AdminRequest> {
  const { items } = await adminCallPage('GET /admin/requests', { search: reference })
  const newest = items.find((item) => item.id === id)
  if (!newest) throw new Error(`Publishing request ${reference} not found`)
  return newest
}
