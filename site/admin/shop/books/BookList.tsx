import { useEffect } from 'react'
import { book } from '#contract/kinds/book.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { type BookGroup, bookGroups } from '#contract/states.ts'
import { adminCallPage } from '#site/admin/lib/call.ts'
import { formatCounted } from '#site/admin/lib/format.ts'
import { useListParams, useListQuery } from '#site/admin/lib/lists/use-list-params.ts'
import { useSelection } from '#site/admin/lib/lists/use-selection.ts'
import { statsQuery } from '#site/admin/lib/stats-query.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { useRelease } from '#site/admin/lib/use-release.ts'
import { NothingFound } from '#site/admin/ui/frame/EmptyList.tsx'
import { Off } from '#site/admin/ui/frame/Off.tsx'
import { ReleaseStatus } from '#site/admin/ui/frame/ReleaseStatus.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { AdminList, adminPageSize } from '#site/admin/ui/lists/AdminList.tsx'
import { BulkFailures } from '#site/admin/ui/lists/BulkFailures.tsx'
import { NoneYet } from '#site/admin/ui/lists/EmptyGuide.tsx'
import { chipsOf } from '#site/admin/ui/lists/FilterChips.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { icons } from '#site/ui/icons/icons.ts'
import { BookRow, editId } from './BookRow.tsx'
import { useBookActions } from './use-book-actions.ts'
import { headId, useBookChanges } from './use-book-changes.ts'

const statuses = ['all', ...bookGroups] as const
type Shown = (typeof statuses)[number]
const groupLabels: Record<BookGroup, string> = {
  draft: 'Drafts',
  published: 'Published',
  unpublished: 'Unpublished',
}

/** All books, by what is to be done about them; changed row by row, or several at once. */
export function BookList({ pageSize = adminPageSize }: { pageSize?: number | undefined }) {
  const params = useListParams(statuses)
  const release = useRelease()
  const selection = useSelection()
  const query = useListQuery('books', params, (asked) =>
    adminCallPage('GET /admin/books', { ...asked, pageSize }),
  )
  const counts = useAdminCall([...statsQuery.queryKey, 'books'], 'GET /admin/book-counts', {}).data
  const books = useBookChanges({ query, params, release })
  const actions = useBookActions(selection, books.changedTogether)
  const showAll = () => params.change({ search: '', status: 'all' })
  useFocusOfSaved(query.data !== undefined)

  return (
    <div className="mt-40 md:mt-48">
      <AdminList
        id={headId}
        title="Manage Publications"
        kind={book}
        called="your books"
        params={params}
        query={query}
        pageSize={pageSize}
        searchLabel="Search books"
        isSearchBeside
        choices={chipsOf(statuses, groupLabels, counts)}
        art="book"
        skeletonRows={6}
        action={
          <a className="btn" href={staffPaths.newBook}>
            <Icon shape={adminIcons.plus} />
            Add New Book
          </a>
        }
        notice={
          <>
            <div className="mb-18 empty:hidden">
              <Off name="payments" />
            </div>
            {books.moved.length === 0 && (
              <ReleaseStatus state={release.state} isRemoval={books.isRemoval} />
            )}
            {actions.failure && <BulkFailures {...actions.failure} />}
          </>
        }
        announced={({ total, ...asked }) =>
          isNarrowed(asked) && `${formatCounted(total, 'book')} found`
        }
        empty={(asked) => <NoBooks {...asked} onShowAll={showAll} />}
        beyond={() => <NoneFound onShowAll={showAll} />}
        groupOf={({ group }) => groupLabels[group]}
        sectionClass="[section+&]:mt-24"
        row={(book) => (
          <BookRow
            key={book.id}
            book={book}
            selection={selection}
            hasMoved={books.moved.at(-1) === book.id}
            release={books.moved.includes(book.id) ? release.state : undefined}
            onMoved={books.move}
            isDeleting={books.deletingId === book.id}
            onGone={books.drop}
            onDelete={() => books.remove(book)}
          />
        )}
        bulk={{
          selection,
          idOf: ({ id }) => id,
          progress: actions.progress,
          actions: (chosen) => [
            chosen.length > 0 && chosen.every(({ isPublished }) => isPublished)
              ? {
                  label: 'Unpublish',
                  icon: adminIcons.eyeOff,
                  onPress: () => void actions.run('unpublish', chosen),
                }
              : {
                  label: 'Publish',
                  icon: icons.eye,
                  onPress: () => void actions.run('publish', chosen),
                },
            {
              label: 'Delete',
              icon: adminIcons.trash,
              onPress: () => void actions.run('delete', chosen),
            },
          ],
        }}
      />
    </div>
  )
}

/** A book that was just saved is where its form left it: in its place of the list. */
function useFocusOfSaved(isLoaded: boolean) {
  useEffect(() => {
    const id = location.hash.slice(1)
    if (!isLoaded || !id.startsWith(editId(''))) return
    document.getElementById(id)?.focus()
    history.replaceState(null, '', location.pathname + location.search)
  }, [isLoaded])
}

interface Asked {
  search: string
  status: Shown
  page: number
}

const isNarrowed = ({ search, status, page }: Asked) =>
  search !== '' || status !== 'all' || page > 1

interface NoneProps {
  onShowAll(): void
}

const NoneFound = ({ onShowAll }: NoneProps) => (
  <NothingFound things="books" label="Show all books" onShowAll={onShowAll} />
)

function NoBooks({ onShowAll, ...asked }: Asked & NoneProps) {
  if (isNarrowed(asked)) return <NoneFound onShowAll={onShowAll} />
  return (
    <NoneYet kind={book}>
      <a className="btn" href={staffPaths.newBook}>
        <Icon shape={adminIcons.plus} />
        Add Your First Book
      </a>
    </NoneYet>
  )
}
