import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '#contract/api-error.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { adminCall, adminCallPage } from '#site/admin/lib/call.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { useListParams } from '#site/admin/lib/use-list-params.ts'
import { newId } from '#site/lib/new-id.ts'
import { type Revision, usualPair } from './sittings.ts'

export type Draft = OutputOf<'GET /admin/drafts/:id'>
export type Whole = OutputOf<'GET /admin/drafts/:id/revisions/:number'>
export type Pair = { before: number; after: number }

export const revisionsPageSize = 100

const listKey = 'revisions'
const anHourMs = 60 * 60_000

/** A story's revisions: the two that are compared stand in the address, and each can be restored. */
export function useRevisions() {
  const client = useQueryClient()
  const { params, page, isKnown, change } = useListParams(['all'])
  const query = useAdminQuery({
    queryKey: [listKey, page],
    enabled: isKnown,
    queryFn: () => load(page),
    // What the list of the last day holds is not thinned out (api/magazine/drafts/prune-revisions.ts).
    freshMs: anHourMs,
  })
  const { data } = query
  const asked = { before: Number(params['before']), after: Number(params['after']) }
  const isAsked = asked.before > 0 && asked.after > 0
  const pair = isAsked ? asked : data ? usualPair(data.items, data.draft.head) : null
  const compare = (next: Pair) => change({ before: String(next.before), after: String(next.after) })

  const [outcome, setOutcome] = useState<{ text: string; isError: boolean }>()
  // The same for a repeat after the network failed: nothing is restored twice.
  const attempt = useRef<{ number: number; saveId: string }>(undefined)
  const restore = useMutation({
    async mutationFn({ number, base }: { number: number; base: number }) {
      if (attempt.current?.number !== number) attempt.current = { number, saveId: newId() }
      const { saveId } = attempt.current
      return adminCall('POST /admin/drafts/:id/restore', {
        id: idInAddress(),
        number,
        base,
        saveId,
      })
    },
    onMutate: () => setOutcome(undefined),
    onSuccess(draft, { number, base }) {
      attempt.current = undefined
      const restored = data?.items.find((revision) => revision.number === number)
      const when = restored ? ` of ${formatMoment(restored.savedAt)}` : ''
      setOutcome({ text: `Restored: the state${when} is the newest now.`, isError: false })
      change({ before: String(base), after: String(draft.head), page: '' })
      void client.invalidateQueries({ queryKey: [listKey] })
    },
    async onError(error) {
      if (!(error instanceof ApiError) || error.status !== 409) {
        const isAnswer = error instanceof ApiError && error.status < 500
        setOutcome({ text: isAnswer ? error.sentence : failed, isError: true })
        if (isAnswer) void client.invalidateQueries({ queryKey: [listKey] })
        return
      }
      attempt.current = undefined
      const { draft, items } = await load(1)
      setOutcome({ text: meanwhile(draft), isError: true })
      const aside = items.find(({ kind }) => kind === 'aside')
      change({ before: String(draft.head), after: String(aside?.number ?? draft.head), page: '' })
      await client.invalidateQueries({ queryKey: [listKey] })
    },
  })

  return {
    query,
    page,
    pair,
    compare,
    outcome,
    /** Number of the state that is just being restored. */
    restoring: restore.isPending ? restore.variables.number : undefined,
    restore(number: number) {
      if (data && !restore.isPending) restore.mutate({ number, base: data.draft.head })
    },
    turnTo(next: number) {
      change({
        page: String(next),
        ...(pair && { before: String(pair.before), after: String(pair.after) }),
      })
    },
  }
}

const failed = 'It could not be restored. Nothing is lost; please try again.'

function meanwhile({ savedByName, savedAt }: Draft): string {
  const when = savedAt ? ` at ${formatMoment(savedAt)}` : ''
  return `${savedByName ?? 'Somebody'} saved this story${when}, after this page was opened, so what you restored was put beside that. Compare the two; to go on with yours, press Restore again.`
}

interface Loaded {
  draft: Draft
  items: Revision[]
  total: number
}

/** The draft first: whatever is saved between the two is only newer. */
async function load(page: number): Promise<Loaded> {
  const id = idInAddress()
  const draft = await adminCall('GET /admin/drafts/:id', { id })
  const list = { id, page, pageSize: revisionsPageSize }
  return { draft, ...(await adminCallPage('GET /admin/drafts/:id/revisions', list)) }
}

export function useCompared({ before, after }: Pair) {
  const id = idInAddress()
  return useAdminQuery({
    queryKey: ['compared', before, after],
    queryFn: async () => {
      const [left, right] = await Promise.all(
        [before, after].map((number) =>
          adminCall('GET /admin/drafts/:id/revisions/:number', { id, number }),
        ),
      )
      return { before: left as Whole, after: right as Whole }
    },
  })
}

/** /admin/stories/{id}/revisions */
export function idInAddress(): string {
  return decodeURIComponent(location.pathname.split('/').at(-2) ?? '')
}
