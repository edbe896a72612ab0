import { useEffect, useState } from 'react'
import { ApiError } from '#contract/api-error.ts'
import { lastPage, searchLength, shown } from '#contract/limits.ts'
import { adminPaths } from '#site/lib/admin/admin-paths.ts'
import { adminCall, adminCallPage } from '#site/lib/admin/call.ts'
import { formatCount } from '#site/lib/admin/format.ts'
import { showToast } from '#site/lib/admin/queue-toast.ts'
import { useLoad } from '#site/lib/admin/use-load.ts'
import { useQuery } from '#site/lib/admin/use-query.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { AdminIcon } from '#site/ui/admin/AdminIcon.tsx'
import { AdminSkeleton } from '#site/ui/admin/AdminSkeleton.tsx'
import { Choices } from '#site/ui/admin/Choices.tsx'
import { ConfirmDialog } from '#site/ui/admin/ConfirmDialog.tsx'
import { EmptyList } from '#site/ui/admin/EmptyList.tsx'
import { Loaded } from '#site/ui/admin/Loaded.tsx'
import { Pager } from '#site/ui/admin/Pager.tsx'
import { SearchBox } from '#site/ui/admin/SearchBox.tsx'
import { type AdminBook, BookRow, deleteId, editId } from './BookRow.tsx'

const pageSize = shown.books
const headId = 'publications'
const choices = [
  { value: '', label: 'All' },
  { value: 'published', label: 'Published' },
  { value: 'draft', label: 'Drafts' },
] as const

interface Props {
  /** The figures are no longer what they were. */
  onChanged(): void
  /** The site was built, or could not be. */
  onBuilt(): void
}

/** All the books, found by the server and changed row by row. */
export function BookList({ onChanged, onBuilt }: Props) {
  const [query, change] = useQuery()
  const { search, status, page } = asked(query ?? {})
  const loading = useLoad(query && JSON.stringify({ search, status, page }), async () => ({
    ...(await adminCallPage('GET /admin/books', {
      page,
      pageSize,
      search,
      ...(status && { status }),
    })),
    // Of what is shown, which may be older than what is asked for.
    page,
    isNarrowed: search !== '' || status !== '' || page > 1,
  }))
  const [asking, setAsking] = useState<AdminBook>()
  const [isDeleting, setDeleting] = useState(false)
  /** The id of what takes the focus once the page has been drawn anew. */
  const [focusNext, setFocusNext] = useState<string>()
  useEffect(() => {
    if (!focusNext) return
    document.getElementById(focusNext)?.focus()
    setFocusNext(undefined)
  }, [focusNext])

  const put = (book: AdminBook) => {
    loading.put((data) => ({
      ...data,
      items: data.items.map((item) => (item.id === book.id ? book : item)),
    }))
    onChanged()
  }

  /** Takes a book that is gone off the list, and moves its neighbour up. */
  const drop = ({ id }: AdminBook) => {
    const { items = [], total = 0 } = loading.data ?? {}
    const at = items.findIndex((item) => item.id === id)
    const next = items[at + 1] ?? items[at - 1]
    loading.put((data) => ({
      ...data,
      items: data.items.filter((item) => item.id !== id),
      total: data.total - 1,
    }))
    setFocusNext(next ? editId(next.id) : headId)
    if (!next && page > 1) change({ page: String(page - 1) })
    else if (total > items.length) loading.retry()
    onChanged()
  }

  const remove = async (book: AdminBook) => {
    setDeleting(true)
    const gone = (notice = adminMessages.bookDeleted) => {
      setAsking(undefined)
      drop(book)
      void showToast(notice)
    }
    try {
      await adminCall('DELETE /admin/books/:id', { id: book.id })
      gone()
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) gone(adminMessages.bookDeletedBefore)
      else {
        console.warn(error)
        // On a phone the toast would lie over the dialog's buttons.
        setAsking(undefined)
        setFocusNext(deleteId(book.id))
        void showToast(adminMessages.deleteFailed)
      }
    } finally {
      setDeleting(false)
    }
  }

  const isEmpty = loading.data?.total === 0 && !loading.data.isNarrowed
  return (
    <section className="desk-books" aria-labelledby={headId}>
      <div className="desk-head">
        <h2 id={headId} tabIndex={-1}>
          Manage Publications
        </h2>
        <a className="btn" href={adminPaths.newBook}>
          <AdminIcon name="plus" />
          Add New Book
        </a>
      </div>
      {!isEmpty && (
        <div className="desk-tools">
          <SearchBox
            label="Search books"
            value={search}
            onSearch={(text) => change({ search: text, page: '' })}
          />
          <Choices
            label="Which books"
            value={status}
            choices={choices}
            onChoose={(value) => change({ status: value, page: '' })}
          />
        </div>
      )}
      <Loaded
        loading={loading}
        failed="Your books could not be loaded."
        skeleton={<AdminSkeleton label="Loading your books" />}
      >
        {({ items, total, page, isNarrowed }) => (
          <>
            <p className="visually-hidden" role="status">
              {isNarrowed && `${formatCount(total)} ${total === 1 ? 'book' : 'books'} found`}
            </p>
            {items.length === 0 && <NoBooks isNarrowed={isNarrowed} change={change} />}
            <ul>
              {items.map((book) => (
                <BookRow
                  key={book.id}
                  book={book}
                  onChanged={put}
                  onGone={drop}
                  onDelete={() => setAsking(book)}
                  onBuilt={onBuilt}
                />
              ))}
            </ul>
            <Pager
              page={page}
              pageSize={pageSize}
              total={total}
              things="books"
              onPage={(next) => {
                change({ page: next === 1 ? '' : String(next) })
                setFocusNext(headId)
              }}
            />
          </>
        )}
      </Loaded>
      {asking && (
        <ConfirmDialog
          title={`Delete “${asking.title}”?`}
          confirm="Delete"
          confirming="Deleting..."
          isBusy={isDeleting}
          isDangerous
          onConfirm={() => remove(asking)}
          onClose={() => setAsking(undefined)}
        >
          <p>
            {asking.isPublished
              ? 'It leaves this list and the shelf, and its page, at once.'
              : 'It leaves this list at once.'}{' '}
            Whoever bought it keeps their copy.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}

/** What the page's query asks for, whatever somebody typed into the address. */
function asked(query: Record<string, string>): {
  search: string
  status: 'published' | 'draft' | ''
  page: number
} {
  const { search = '', status, page = '1' } = query
  return {
    search: search.slice(0, searchLength),
    status: status === 'published' || status === 'draft' ? status : '',
    page: Math.min(lastPage, Math.max(1, Number.parseInt(page, 10) || 1)),
  }
}

function NoBooks({
  isNarrowed,
  change,
}: {
  isNarrowed: boolean
  change(fields: Record<string, string>): void
}) {
  if (isNarrowed) {
    return (
      <EmptyList title="No books found" text="Try another word, or look at all of them.">
        <button
          type="button"
          className="btn btn-outline"
          onClick={() => change({ search: '', status: '', page: '' })}
        >
          Show all books
        </button>
      </EmptyList>
    )
  }
  return (
    <EmptyList title="No books yet" text="Start by adding your first publication">
      <a className="btn" href={adminPaths.newBook}>
        <AdminIcon name="plus" />
        Add Your First Book
      </a>
    </EmptyList>
  )
}
