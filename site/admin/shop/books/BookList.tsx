import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { shown } from '#contract/limits.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { type BookGroup, bookGroups } from '#contract/states.ts'
import type { Undo } from '#contract/undo.ts'
import { adminCall, adminCallPage } from '#site/admin/lib/call.ts'
import { formatCount } from '#site/admin/lib/format.ts'
import {
  type ListParams,
  replaceRow,
  useListParams,
  useListQuery,
} from '#site/admin/lib/lists/use-list-params.ts'
import { useSelection } from '#site/admin/lib/lists/use-selection.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { statsQuery, useRefreshStats } from '#site/admin/lib/stats-query.ts'
import { callUnlessGone } from '#site/admin/lib/undo.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { useRelease } from '#site/admin/lib/use-release.ts'
import { AdminSkeleton } from '#site/admin/ui/frame/AdminSkeleton.tsx'
import { NothingFound } from '#site/admin/ui/frame/EmptyList.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { ReleaseStatus } from '#site/admin/ui/frame/ReleaseStatus.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { BulkFailures } from '#site/admin/ui/lists/BulkFailures.tsx'
import { EmptyGuide } from '#site/admin/ui/lists/EmptyGuide.tsx'
import { chipsOf, FilterChips, SelectChip } from '#site/admin/ui/lists/FilterChips.tsx'
import { GroupHead } from '#site/admin/ui/lists/GroupHead.tsx'
import { ListHead } from '#site/admin/ui/lists/ListHead.tsx'
import { Pager } from '#site/admin/ui/lists/Pager.tsx'
import { SelectionBar } from '#site/admin/ui/lists/SelectionBar.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { icons } from '#site/ui/icons/icons.ts'
import { type AdminBook, BookRow, deleteId, editId } from './BookRow.tsx'
import { type BookAction, useBookActions } from './use-book-actions.ts'

const headId = 'publications'
const statuses = ['all', ...bookGroups] as const
type Shown = (typeof statuses)[number]
const groupLabels: Record<BookGroup, string> = {
  draft: 'Drafts',
  published: 'Published',
  unpublished: 'Unpublished',
}

/** All books, by what is to be done about them; changed row by row, or several at once. */
export function BookList({ pageSize = shown.books }: { pageSize?: number | undefined }) {
  const params = useListParams(statuses)
  const { search, status, page, change } = params
  const client = useQueryClient()
  const refreshStats = useRefreshStats()
  const release = useRelease()
  const selection = useSelection()
  const query = useListQuery('books', params, (asked) =>
    adminCallPage('GET /admin/books', { ...asked, pageSize }),
  )
  const counts = useAdminQuery({
    queryKey: [...statsQuery.queryKey, 'books'],
    queryFn: () => adminCall('GET /admin/book-counts', {}),
  }).data
  /** The books that were published or unpublished one by one; the last one has the focus. */
  const [moved, setMoved] = useState<readonly string[]>([])
  /** What several books became that readers are about to see. */
  const [isRemoval, setRemoval] = useState(false)
  const actions = useBookActions(selection, (action: BookAction) => {
    void client.invalidateQueries({ queryKey: ['books'] })
    refreshStats()
    if (action === 'delete') return
    setMoved([])
    setRemoval(action === 'unpublish')
    release.watch()
  })
  /** The id of the element that takes the focus after the next render. */
  const [focusNext, setFocusNext] = useState<string>()
  useEffect(() => {
    if (!focusNext) return
    document.getElementById(focusNext)?.focus()
    setFocusNext(undefined)
  }, [focusNext])

  // A book that was just saved is where its form left it: in its place of the list.
  const isLoaded = query.data !== undefined
  useEffect(() => {
    const id = location.hash.slice(1)
    if (!isLoaded || !id.startsWith(editId(''))) return
    document.getElementById(id)?.focus()
    history.replaceState(null, '', location.pathname + location.search)
  }, [isLoaded])

  /** It stands in another group now: nobody looks for it where it was. */
  const move = (book: AdminBook, undo: Undo | undefined) => {
    setMoved([...moved.filter((id) => id !== book.id), book.id])
    replaceRow(client, 'books', 'id', book)
    refreshStats()
    release.watch()
    void showToast(adminMessages.statusUpdated, undo, release.watch)
  }

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
    mutationFn: ({ id }: AdminBook) => callUnlessGone('DELETE /admin/books/:id', { id }),
    onSuccess(done, book) {
      drop(book)
      if (done) void showToast(adminMessages.bookDeleted, done.undo)
      else void showToast(adminMessages.bookDeletedBefore)
    },
    onError(_, book) {
      setFocusNext(deleteId(book.id))
      void showToast(adminMessages.deleteFailed)
    },
  })

  const isEmpty = query.data?.total === 0 && !isNarrowed(query.data)
  const books = query.data?.items ?? []
  const chosen = books.filter(({ id }) => selection.has(id))
  const toPublish = !(chosen.length > 0 && chosen.every(({ isPublished }) => isPublished))
  return (
    <section className="mt-40 md:mt-48" aria-labelledby={headId}>
      <ListHead id={headId} title="Manage Publications">
        <a className="btn" href={staffPaths.newBook}>
          <Icon shape={adminIcons.plus} />
          Add New Book
        </a>
      </ListHead>
      {!isEmpty && (
        <div className="pt-16">
          <FilterChips
            label="Which books"
            value={status}
            chips={chipsOf(statuses, groupLabels, counts)}
            searchLabel="Search books"
            search={search}
            onSearch={(text) => change({ search: text })}
            onChoose={(value) => {
              selection.end()
              change({ status: value })
            }}
          >
            <SelectChip isPressed={selection.isSelecting} onPress={selection.turn} />
          </FilterChips>
        </div>
      )}
      {moved.length === 0 && <ReleaseStatus state={release.state} isRemoval={isRemoval} />}
      {actions.failure && <BulkFailures {...actions.failure} />}
      <Loaded
        query={query}
        failed="Your books could not be loaded."
        skeleton={<AdminSkeleton label="Loading your books" art="book" />}
      >
        {({ items, total, ...asked }) => (
          <>
            <p className="sr-only" role="status">
              {isNarrowed(asked) && `${formatCount(total)} ${total === 1 ? 'book' : 'books'} found`}
            </p>
            {items.length === 0 && <NoBooks {...asked} change={change} />}
            {groupsOf(items).map(({ group, books }, index) => (
              <section key={group} className={index > 0 ? 'mt-24' : undefined}>
                <GroupHead title={groupLabels[group]} />
                <ul data-rows>
                  {books.map((book) => (
                    <BookRow
                      key={book.id}
                      book={book}
                      selection={selection}
                      hasMoved={moved.at(-1) === book.id}
                      release={moved.includes(book.id) ? release.state : undefined}
                      onMoved={move}
                      isDeleting={remove.isPending && remove.variables.id === book.id}
                      onGone={drop}
                      onDelete={() => remove.isPending || remove.mutate(book)}
                    />
                  ))}
                </ul>
              </section>
            ))}
            <Pager
              page={asked.page}
              pageSize={pageSize}
              total={total}
              things="books"
              onPage={(next) => {
                selection.end()
                change({ page: String(next) })
                setFocusNext(headId)
              }}
            />
          </>
        )}
      </Loaded>
      {selection.isSelecting && (
        <SelectionBar
          selection={selection}
          all={books.map(({ id }) => id)}
          total={query.data?.total}
          progress={actions.progress}
          actions={[
            {
              label: toPublish ? 'Publish' : 'Unpublish',
              icon: toPublish ? icons.eye : adminIcons.eyeOff,
              onPress: () => void actions.run(toPublish ? 'publish' : 'unpublish', chosen),
            },
            {
              label: 'Delete',
              icon: adminIcons.trash,
              onPress: () => void actions.run('delete', chosen),
            },
          ]}
        />
      )}
    </section>
  )
}

const groupsOf = (items: AdminBook[]) =>
  bookGroups
    .map((group) => ({ group, books: items.filter((book) => book.group === group) }))
    .filter(({ books }) => books.length > 0)

interface Asked {
  search: string
  status: Shown
  page: number
}

const isNarrowed = ({ search, status, page }: Asked) =>
  search !== '' || status !== 'all' || page > 1

function NoBooks({ change, ...asked }: Asked & { change: ListParams<Shown>['change'] }) {
  if (isNarrowed(asked)) {
    return (
      <NothingFound
        things="books"
        label="Show all books"
        onShowAll={() => change({ search: '', status: 'all' })}
      />
    )
  }
  return (
    <EmptyGuide
      level={3}
      title="No books yet"
      text="Start by adding your first publication"
      steps={[
        'Give it a title, a price and its file.',
        'See it as buyers will.',
        'Publish it: it stands on the shelf at once.',
      ]}
    >
      <a className="btn" href={staffPaths.newBook}>
        <Icon shape={adminIcons.plus} />
        Add Your First Book
      </a>
    </EmptyGuide>
  )
}
