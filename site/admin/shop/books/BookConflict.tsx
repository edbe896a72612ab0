import { useMutation } from '@tanstack/react-query'
import { ConflictBox } from '#site/admin/editor/ConflictBox.tsx'
import { adminCall } from '#site/admin/lib/call.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import type { AdminBook } from '#site/admin/lib/upload-to-book.ts'
import { outlineClass } from '#site/admin/ui/classes.ts'
import { bookNotSaved } from '#site/messages/admin-messages.ts'

interface Props {
  bookId: string
  onNewest(newest: AdminBook): void
  onSaveAnyway(): void
}

/** Two tabs changed one book: which version stays is the publisher's choice. */
export function BookConflict({ bookId, onNewest, onSaveAnyway }: Props) {
  const load = useMutation({
    mutationFn: () => adminCall('GET /admin/books/:id', { id: bookId }),
    onSuccess: onNewest,
    onError: () => void showToast(bookNotSaved(false)),
  })
  return (
    <ConflictBox
      headline="This book was changed meanwhile, maybe in another tab."
      text="Nothing that you typed is lost. Which version should stay?"
    >
      <button
        type="button"
        className={outlineClass}
        aria-busy={load.isPending || undefined}
        onClick={() => load.isPending || load.mutate()}
      >
        Load the newest version
      </button>
      <button type="button" className={outlineClass} onClick={onSaveAnyway}>
        Save mine anyway
      </button>
    </ConflictBox>
  )
}
