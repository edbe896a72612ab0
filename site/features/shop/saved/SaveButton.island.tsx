import { useStore } from '@nanostores/react'
import { messages } from '#site/messages/messages.ts'
import { Icon } from '#site/ui/Icon.tsx'
import { $saved, type SavedBook, toggleSaved } from './saved.store.ts'

/** Why an island? Saved books are stored on the reader's device. */
export function SaveButton({ book }: { book: SavedBook }) {
  const saved = useStore($saved)
  const isSaved = saved.some(({ id }) => id === book.id)

  const press = async () => {
    const { showToast } = await import('#site/ui/toast.ts')
    try {
      showToast((await toggleSaved(book)) ? messages.bookSaved : messages.bookUnsaved)
    } catch (error) {
      // The device stores it all the same.
      console.warn(error)
    }
  }

  return (
    <button
      type="button"
      className="btn btn-outline save no-js:hidden"
      aria-pressed={isSaved}
      onClick={press}
      data-save={book.id}
      data-book-title={book.title}
      data-book-author={book.authorName}
      suppressHydrationWarning
    >
      <Icon name="bookmark" />
      <span suppressHydrationWarning>{isSaved ? 'Saved' : 'Save'}</span>
    </button>
  )
}
