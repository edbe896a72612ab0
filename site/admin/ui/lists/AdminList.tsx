import type { ReactNode } from 'react'
import type { Kind } from '#contract/kinds/kind.ts'
import { shown } from '#contract/limits.ts'
import { formatCount } from '#site/admin/lib/format.ts'
import type { ListParams } from '#site/admin/lib/lists/use-list-params.ts'
import type { AdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { AdminSkeleton, type Art } from '../frame/AdminSkeleton.tsx'
import { NothingOnPage } from '../frame/EmptyList.tsx'
import { Loaded } from '../frame/Loaded.tsx'
import { FilterChips } from './FilterChips.tsx'
import { GroupHead } from './GroupHead.tsx'
import { ListHead } from './ListHead.tsx'
import { Pager } from './Pager.tsx'
import { SearchBox } from './SearchBox.tsx'

/** Rows per page. */
export const adminPageSize = shown.books

interface Page {
  items: unknown[]
  total: number
}

interface Props<Data extends Page, Status extends string> {
  /** What is listed. */
  kind: Pick<Kind, 'one' | 'many'>
  /** The heading, if it is not simply all of them. */
  title?: string
  params: ListParams<Status>
  query: AdminQuery<Data>
  /** The placeholder of the search; without it the list has none. */
  searchLabel?: string
  /** Of the skeleton: what stands before the words of a row. */
  art?: Art
  /** Filters beside the search. */
  choices?: readonly { value: Status; label: string; count?: number | undefined }[]
  /** Beside the heading. */
  action?: ReactNode
  /** Content above the rows. */
  notice?: ReactNode
  /** Shown when the list is empty without a filter. */
  empty(data: Data): ReactNode
  row(item: Data['items'][number]): ReactNode
  /** The heading over a row, the same for rows that follow each other; without it there is none. */
  groupOf?: ((item: Data['items'][number]) => string) | undefined
}

/** A whole list: heading, filters, rows and pages, or the reason for an empty one. */
export function AdminList<Data extends Page, Status extends string>({
  kind: { one, many },
  title = many,
  params: { search, status, page, change },
  query,
  searchLabel,
  art,
  choices,
  action,
  notice,
  empty,
  row,
  groupOf,
}: Props<Data, Status>) {
  const things = many.toLowerCase()
  const isWhole = search === '' && page === 1 && status === (choices?.[0]?.value ?? status)
  /** There is nothing to search, nor to choose from. */
  const isBare = isWhole && !query.isLoading && query.data?.total === 0
  return (
    <section className="mt-8" aria-labelledby="list">
      <ListHead id="list" title={title}>
        {action}
      </ListHead>
      {searchLabel && !isBare && (
        <div className="pt-16">
          <SearchBox
            label={searchLabel}
            value={search}
            onSearch={(text) => change({ search: text })}
          />
        </div>
      )}
      {choices && !isBare && (
        <div className="pt-12">
          <FilterChips
            label={`Which ${things}`}
            value={status}
            chips={choices}
            onChoose={(value) => change({ status: value })}
          />
        </div>
      )}
      {notice}
      <Loaded
        query={query}
        failed={`The ${things} could not be loaded.`}
        skeleton={<AdminSkeleton label={`Loading the ${things}`} rows={5} art={art} />}
      >
        {(data) => (
          <>
            <p className="sr-only" role="status">
              {formatCount(data.total)} {data.total === 1 ? one : things}
            </p>
            {data.items.length > 0 ? (
              <>
                <ul data-rows>
                  {data.items.flatMap((item: Data['items'][number], index) => {
                    const title = groupOf?.(item)
                    const before = index > 0 && groupOf?.(data.items[index - 1])
                    // A row that changes its group stays the same element.
                    return [
                      title && title !== before && (
                        <li key={`group ${String(index)}`} className="mt-24">
                          <GroupHead title={title} />
                        </li>
                      ),
                      row(item),
                    ]
                  })}
                </ul>
                <Pager
                  page={page}
                  pageSize={adminPageSize}
                  total={data.total}
                  things={things}
                  onPage={(next) => {
                    change({ page: String(next) })
                    document.getElementById('list')?.focus()
                  }}
                />
              </>
            ) : data.total > 0 ? (
              <NothingOnPage onFirst={() => change({ page: '' })} />
            ) : (
              empty(data)
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}
