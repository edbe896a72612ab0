import { useMutation } from '@tanstack/react-query'
import { adminCall } from '#site/admin/lib/call.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import type { AdminBook } from '#site/admin/lib/upload-to-book.ts'
import { actionsClass, outlineClass } from '#site/admin/ui/classes.ts'
import { bookNotSaved } from '#site/messages/admin-messages.ts'
import { boxClass, problemClass } from '#site/ui/form-classes.ts'
import { Icon } from '#site/ui/Icon.tsx'

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
    <div className={`${boxClass} ${problemClass}`} id="conflict" role="alert" tabIndex={-1}>
      <Icon name="alert" />
      <div className="grid min-w-0 gap-8">
        <b>This book was changed meanwhile, maybe in another tab.</b>
        <p>Nothing that you typed is lost. Which version should stay?</p>
        <div className={actionsClass}>
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
        </div>
      </div>
    </div>
  )
}
