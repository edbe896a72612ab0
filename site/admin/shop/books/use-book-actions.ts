import { useUndoableBulk } from '#site/admin/lib/lists/use-bulk.ts'
import type { Selection } from '#site/admin/lib/lists/use-selection.ts'
import { callUnlessGone, callWithUndo } from '#site/admin/lib/undo.ts'
import type { AdminBook } from './BookRow.tsx'

export type BookAction = 'publish' | 'unpublish' | 'delete'

/** What has become of the books: "2 books published". */
const doneWords: Record<BookAction, string> = {
  publish: 'published',
  unpublish: 'unpublished',
  delete: 'deleted',
}

/** What can be done with several books of the list. */
export function useBookActions(selection: Selection, onChanged: (action: BookAction) => void) {
  const bulk = useUndoableBulk<AdminBook>({ selection, things: ['book', 'books'] })
  const run = async (action: BookAction, books: readonly AdminBook[]) => {
    const done = await bulk.run(
      doneWords[action],
      // Books that are so already are left alone.
      books.filter(
        ({ isPublished }) => action === 'delete' || isPublished !== (action === 'publish'),
      ),
      ({ id }) =>
        action === 'delete'
          ? callUnlessGone('DELETE /admin/books/:id', { id })
          : callWithUndo('PATCH /admin/books/:id/publish', {
              id,
              isPublished: action === 'publish',
            }),
      () => onChanged(action === 'publish' ? 'unpublish' : 'publish'),
    )
    if (done.length > 0) onChanged(action)
  }
  return { run, progress: bulk.progress, failure: bulk.failure }
}
