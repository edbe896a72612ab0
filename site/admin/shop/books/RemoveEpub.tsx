import { useMutation } from '@tanstack/react-query'
import { adminCall } from '#site/admin/lib/call.ts'
import type { AdminBook } from '#site/admin/lib/pictures/upload-to-book.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { callWithUndo } from '#site/admin/lib/undo.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'

interface Props {
  bookId: string
  onChanged(book: AdminBook): void
}

/** Takes the EPUB from buyers at once; the toast brings it back. */
export function RemoveEpub({ bookId: id, onChanged }: Props) {
  const remove = useMutation({
    mutationFn: () => callWithUndo('DELETE /admin/books/:id/epub', { id }),
    onSuccess({ answer, undo }) {
      onChanged(answer)
      document.getElementById('book-epub')?.focus()
      const onUndone = () => void adminCall('GET /admin/books/:id', { id }).then(onChanged)
      void showToast(adminMessages.epubRemoved, undo, onUndone)
    },
    onError: () => void showToast(adminMessages.epubNotRemoved),
  })
  return (
    <Button
      className="!text-ink"
      isBusy={remove.isPending}
      onClick={() => remove.isPending || remove.mutate()}
    >
      Remove<span className="sr-only"> the EPUB</span>
    </Button>
  )
}
