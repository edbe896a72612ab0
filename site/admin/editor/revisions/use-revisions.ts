import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '#contract/api-error.ts'
import { hourMs } from '#contract/days.ts'
import { idInAddress } from '#site/admin/lib/addresses.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { useListParams } from '#site/admin/lib/lists/use-list-params.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { newId } from '#site/lib/forms/new-id.ts'
import { conflictOf } from '../saving/draft-saver.ts'
import { type Revision, usualPair } from './editing-sessions.ts'

export interface Revised {
  id: string
  title: string
  head: number
  savedAt: string | null
  savedByName: string | null
  /** The revision that others see, and its label. */
  stored?: { number: number; label: string } | undefined
  /** Restoring is disabled. */
  isClosed: boolean
}

export type Whole<Fields> = Revision & { fields: Fields }

/** The document's kind. Must be the same object at each render. */
export interface RevisionSource<Fields> {
  thing: 'story' | 'newsletter'
  /** As in "Back to the stories". */
  list: string
  listPath: string
  editPath(id: string): string
  missing: { title: string; text: string }
  open(id: string): Promise<Revised>
  revisions(page: {
    id: string
    page: number
    pageSize: number
  }): Promise<{ items: Revision[]; total: number }>
  revision(one: { id: string; number: number }): Promise<Whole<Fields>>
  restore(wanted: { id: string; number: number; base: number; saveId: string }): Promise<number>
  /** Fields compared by words, in this order. */
  compared: Partial<Record<keyof Fields, string>>
  /** Fields of which only a difference is shown. */
  others: Partial<Record<keyof Fields, string>>
}

export type Pair = { before: number; after: number }

export const revisionsPageSize = 100

const listKey = 'revisions'

/** A document's revisions: the two that are compared are in the address, and each can be restored. */
export function useRevisions<Fields>(source: RevisionSource<Fields>) {
  const client = useQueryClient()
  const { params, page, isKnown, change } = useListParams(['all'])
  const query = useAdminQuery({
    queryKey: [listKey, page],
    enabled: isKnown,
    queryFn: () => load(source, page),
    // Revisions of the last day are not pruned (api/magazine/documents/prune-revisions.ts).
    freshMs: hourMs,
  })
  const { data } = query
  const requested = { before: Number(params['before']), after: Number(params['after']) }
  const isRequested = requested.before > 0 && requested.after > 0
  const pair = isRequested ? requested : data ? usualPair(data.items, data.document.head) : null
  const compare = (next: Pair) => change({ before: String(next.before), after: String(next.after) })

  const [outcome, setOutcome] = useState<{ text: string; isError: boolean }>()
  // The same for a retry after a network failure, so that nothing is restored twice.
  const attempt = useRef<{ number: number; saveId: string }>(undefined)
  const restore = useMutation({
    async mutationFn({ number, base }: { number: number; base: number }) {
      if (attempt.current?.number !== number) attempt.current = { number, saveId: newId() }
      const { saveId } = attempt.current
      return source.restore({ id: idInAddress(), number, base, saveId })
    },
    onMutate: () => setOutcome(undefined),
    onSuccess(head, { number, base }) {
      attempt.current = undefined
      const restored = data?.items.find((revision) => revision.number === number)
      const when = restored ? ` of ${formatMoment(restored.savedAt)}` : ''
      setOutcome({ text: `Restored: the state${when} is the newest now.`, isError: false })
      change({ before: String(base), after: String(head), page: '' })
      void client.invalidateQueries({ queryKey: [listKey] })
    },
    async onError(error) {
      const isAnswer = error instanceof ApiError && error.status < 500
      if (!isAnswer || !conflictOf(error)) {
        setOutcome({ text: isAnswer ? error.sentence : failed, isError: true })
        if (isAnswer) void client.invalidateQueries({ queryKey: [listKey] })
        return
      }
      attempt.current = undefined
      const { document, items } = await load(source, 1)
      setOutcome({ text: meanwhile(source.thing, document), isError: true })
      const aside = items.find(({ kind }) => kind === 'aside')
      const after = String(aside?.number ?? document.head)
      change({ before: String(document.head), after, page: '' })
      await client.invalidateQueries({ queryKey: [listKey] })
    },
  })

  return {
    query,
    page,
    pair,
    compare,
    outcome,
    restoring: restore.isPending ? restore.variables.number : undefined,
    restore(number: number) {
      if (data && !restore.isPending) restore.mutate({ number, base: data.document.head })
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

function meanwhile(thing: string, { savedByName, savedAt }: Revised): string {
  const when = savedAt ? ` at ${formatMoment(savedAt)}` : ''
  return `${savedByName ?? 'Somebody'} saved this ${thing}${when}, after this page was opened, so what you restored was put beside that. Compare the two; to go on with yours, press Restore again.`
}

/** The document first: a save between the two requests is only newer. */
async function load<Fields>({ open, revisions }: RevisionSource<Fields>, page: number) {
  const id = idInAddress()
  const document = await open(id)
  return { document, ...(await revisions({ id, page, pageSize: revisionsPageSize })) }
}

export function useCompared<Fields>({ revision }: RevisionSource<Fields>, { before, after }: Pair) {
  const id = idInAddress()
  return useAdminQuery({
    queryKey: ['compared', before, after],
    queryFn: async () => {
      const [left, right] = await Promise.all([
        revision({ id, number: before }),
        revision({ id, number: after }),
      ])
      return { before: left, after: right }
    },
  })
}
