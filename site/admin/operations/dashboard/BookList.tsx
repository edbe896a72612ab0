import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { shown } from '#contract/limits.ts'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { adminCall, adminCallPage, deleteUnlessGone } from '#site/admin/lib/call.ts'
import { formatCount } from '#site/admin/lib/format.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useRefreshStats } from '#site/admin/lib/stats-query.ts'
import { type ListParams, useListParams, useListQuery } from '#site/admin/lib/use-list-params.ts'
import { AdminSkeleton } from '#site/admin/ui/AdminSkeleton.tsx'
import { Choices } from '#site/admin/ui/Choices.tsx'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { toolsClass } from '#site/admin/ui/classes.ts'
import { EmptyList } from '#site/admin/ui/EmptyList.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { ListHead } from '#site/admin/ui/ListHead.tsx'
import { Loaded } from '#site/admin/ui/Loaded.tsx'
import { Pager } from '#site/admin/ui/Pager.tsx'
import { SearchBox } from '#site/admin/ui/SearchBox.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Icon } from '#site/ui/Icon.tsx'
import { type AdminBook, BookRow, deleteId, editId } from './BookRow.tsx'

const pageSize = shown.books
const headId = 'publications'
const statuses = ['all', 'published', 'draft'] as const
type Shown = (typeof statuses)[number]
const choices: { value: Shown; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'published', label: 'Published' },
  { value: 'draft', label: 'Drafts' },
]

/** All books, searched on the server and changed row by row. */
export function BookList() {
  const params = useListParams(statuses)
  const { search, status, page, change } = params
  const client = useQueryClient()
  const refreshStats = useRefreshStats()
  const query = useListQuery('books', params, (asked) =>
    adminCallPage('GET /admin/books', { ...asked, pageSize }),
  )
  const [asking, setAsking] = useState<AdminBook>()
  /** The id of the element that takes the focus after the next render. */
  const [focusNext, setFocusNext] = useState<string>()
  useEffect(() => {
    if (!focusNext) return
    document.getElementById(focusNext)?.focus()
    setFocusNext(undefined)
  }, [focusNext])

  /** Removes a deleted book from the list, and focuses its neighbour. */
  const drop = ({ id }: AdminBook) => {
    const { items = [], total = 0 } = query.data ?? {}
    const at = items.findIndex((item) => item.id === id)
    const next = items[at + 1] ?? items[at - 1]
    client.setQueriesData<NonNullable<typeof query.data>>(
      { queryKey: ['books'] },
      (data) =>
        data && {
          ...data,
          items: data.items.filter((item) => item.id !== id),
          total: data.total - 1,
        },
    )
    setFocusNext(next ? editId(next.id) : headId)
    if (!next && page > 1) change({ page: String(page - 1) })
    else if (total > items.length) query.retry()
    refreshStats()
  }

  const remove = useMutation({
    mutationFn: ({ id }: AdminBook) =>
      deleteUnlessGone(adminCall('DELETE /admin/books/:id', { id })),
    onSuccess(isDeletedNow, book) {
      setAsking(undefined)
      drop(book)
      void showToast(isDeletedNow ? adminMessages.bookDeleted : adminMessages.bookDeletedBefore)
    },
    onError(_, book) {
      // On a phone the toast would cover the dialog's buttons.
      setAsking(undefined)
      setFocusNext(deleteId(book.id))
      void showToast(adminMessages.deleteFailed)
    },
  })

  const isEmpty = query.data?.total === 0 && !isNarrowed(query.data)
  return (
    <section className="mt-40 md:mt-48" aria-labelledby={headId}>
      <ListHead id={headId} title="Manage Publications">
        <a className="btn" href={adminPaths.newBook}>
          <Icon shape={adminIcons.plus} />
          Add New Book
        </a>
      </ListHead>
      {!isEmpty && (
        <div className={`${toolsClass} sm:grid-cols-[minmax(0,1fr)_auto]`}>
          <SearchBox
            label="Search books"
            value={search}
            onSearch={(text) => change({ search: text })}
          />
          <Choices
            label="Which books"
            value={status}
            choices={choices}
            onChoose={(value) => change({ status: value })}
          />
        </div>
      )}
      <Loaded
        query={query}
        failed="Your books could not be loaded."
        skeleton={<AdminSkeleton label="Loading your books" />}
      >
        {({ items, total, ...asked }) => (
          <>
            <p className="sr-only" role="status">
              {isNarrowed(asked) && `${formatCount(total)} ${total === 1 ? 'book' : 'books'} found`}
            </p>
            {items.length === 0 && <NoBooks isNarrowed={isNarrowed(asked)} change={change} />}
            <ul>
              {items.map((book) => (
                <BookRow key={book.id} book={book} onGone={drop} onDelete={() => setAsking(book)} />
              ))}
            </ul>
            <Pager
              page={asked.page}
              pageSize={pageSize}
              total={total}
              things="books"
              onPage={(next) => {
                change({ page: String(next) })
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
          isBusy={remove.isPending}
          isDangerous
          onConfirm={() => remove.mutate(asking)}
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

const isNarrowed = (asked: { search: string; status: Shown; page: number }) =>
  asked.search !== '' || asked.status !== 'all' || asked.page > 1

function NoBooks({
  isNarrowed,
  change,
}: {
  isNarrowed: boolean
  change: ListParams<Shown>['change']
}) {
  if (isNarrowed) {
    return (
      <EmptyList title="No books found" text="Try another word, or look at all of them.">
        <button
          type="button"
          className="btn btn-outline"
          onClick={() => change({ search: '', status: 'all' })}
        >
          Show all books
        </button>
      </EmptyList>
    )
  }
  return (
    <EmptyList title="No books yet" text="Start by adding your first publication">
      <a className="btn" href={adminPaths.newBook}>
        <Icon shape={adminIcons.plus} />
        Add Your First Book
      </a>
    </EmptyList>
  )
}
