import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bookGroups } from '#contract/states.ts'
import type { Undo } from '#contract/undo.ts'
import { useFocusNext } from '#site/admin/lib/lists/use-focus-next.ts'
import type { ListParams } from '#site/admin/lib/lists/use-list-params.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useRefreshStats } from '#site/admin/lib/stats-query.ts'
import { callUnlessGone } from '#site/admin/lib/undo.ts'
import type { AdminQuery } from '#site/admin/lib/use-admin-query.ts'
import type { useRelease } from '#site/admin/lib/use-release.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { type AdminBook, deleteId, editId } from './BookRow.tsx'
import type { BookAction } from './use-book-actions.ts'

export const headId = 'publications'

interface Listed {
  items: AdminBook[]
  total: number
}

interface Options {
  query: AdminQuery<Listed>
  params: Pick<ListParams<string>, 'page' | 'change'>
  release: ReturnType<typeof useRelease>
}

/** What becomes of the list when its books are published, unpublished or deleted. */
export function useBookChanges({ query, params, release }: Options) {
  const client = useQueryClient()
  const refreshStats = useRefreshStats()
  const focusNext = useFocusNext()
  /** The books that were published or unpublished one by one; the last one has the focus. */
  const [moved, setMoved] = useState<readonly string[]>([])
  /** What several books became that readers are about to see. */
  const [isRemoval, setRemoval] = useState(false)
  const changeLists = (change: (data: Listed) => Listed) =>
    client.setQueriesData<Listed>({ queryKey: ['books'] }, (data) => data && change(data))

  const changedTogether = (action: BookAction) => {
    void client.invalidateQueries({ queryKey: ['books'] })
    refreshStats()
    if (action === 'delete') return
    setMoved([])
    setRemoval(action === 'unpublish')
    release.watch()
  }

  /** It stands in another group now: nobody looks for it where it was. */
  const move = (book: AdminBook, undo: Undo | undefined) => {
    setMoved([...moved.filter((id) => id !== book.id), book.id])
    changeLists((data) => ({
      ...data,
      items: data.items.map((item) => (item.id === book.id ? book : item)).sort(byGroup),
    }))
    refreshStats()
    release.watch()
    void showToast(adminMessages.statusUpdated, undo, release.watch)
  }

  /** Removes a deleted book from the list, and focuses its neighbour. */
  const drop = ({ id }: AdminBook) => {
    const { items = [], total = 0 } = query.data ?? {}
    const at = items.findIndex((item) => item.id === id)
    const next = items[at + 1] ?? items[at - 1]
    changeLists((data) => ({
      ...data,
      items: data.items.filter((item) => item.id !== id),
      total: data.total - 1,
    }))
    focusNext(next ? editId(next.id) : headId)
    if (!next && params.page > 1) params.change({ page: String(params.page - 1) })
    else if (total > items.length) query.retry()
    refreshStats()
  }

  const deletion = useMutation({
    mutationFn: ({ id }: AdminBook) => callUnlessGone('DELETE /admin/books/:id', { id }),
    onSuccess(done, book) {
      drop(book)
      if (done) void showToast(adminMessages.bookDeleted, done.undo)
      else void showToast(adminMessages.bookDeletedBefore)
    },
    onError(_, book) {
      focusNext(deleteId(book.id))
      void showToast(adminMessages.deleteFailed)
    },
  })
  const remove = (book: AdminBook) => deletion.isPending || deletion.mutate(book)
  const deletingId = deletion.isPending ? deletion.variables.id : undefined
  return { moved, isRemoval, changedTogether, move, drop, remove, deletingId }
}

const byGroup = (a: AdminBook, b: AdminBook) =>
  bookGroups.indexOf(a.group) - bookGroups.indexOf(b.group)
