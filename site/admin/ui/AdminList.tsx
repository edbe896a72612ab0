import type { ReactNode } from 'react'
import { shown } from '#contract/limits.ts'
import { formatCount } from '#site/admin/lib/format.ts'
import type { AdminQuery } from '#site/admin/lib/use-admin-query.ts'
import type { ListParams } from '#site/admin/lib/use-list-params.ts'
import { AdminSkeleton } from './AdminSkeleton.tsx'
import { Choices } from './Choices.tsx'
import { toolsClass } from './classes.ts'
import { EmptyList } from './EmptyList.tsx'
import { ListHead } from './ListHead.tsx'
import { Loaded } from './Loaded.tsx'
import { Pager } from './Pager.tsx'
import { SearchBox } from './SearchBox.tsx'

/** Rows per page. */
export const adminPageSize = shown.books

interface Page {
  items: unknown[]
  total: number
}

interface Props<Data extends Page, Status extends string> {
  title: string
  /** Singular and plural: "order", "orders". */
  things: readonly [string, string]
  params: ListParams<Status>
  query: AdminQuery<Data>
  /** The placeholder of the search; without it the list has none. */
  searchLabel?: string
  /** Filters beside the search. */
  choices?: readonly { value: Status; label: string; count?: number | undefined }[]
  /** Beside the heading. */
  action?: ReactNode
  /** Content above the rows. */
  notice?: ReactNode
  /** Shown when the list is empty without a filter. */
  empty(data: Data): ReactNode
  row(item: Data['items'][number]): ReactNode
}

/** A whole list: heading, filters, rows and pages, or the reason for an empty one. */
export function AdminList<Data extends Page, Status extends string>({
  title,
  things: [thing, things],
  params: { search, status, page, change },
  query,
  searchLabel,
  choices,
  action,
  notice,
  empty,
  row,
}: Props<Data, Status>) {
  return (
    <section className="mt-28 md:mt-40" aria-labelledby="list">
      <ListHead id="list" title={title}>
        {action}
      </ListHead>
      <div
        className={`${toolsClass} ${choices && choices.length < 5 ? 'sm:grid-cols-[minmax(0,1fr)_auto]' : ''}`}
      >
        {searchLabel && (
          <SearchBox
            label={searchLabel}
            value={search}
            onSearch={(text) => change({ search: text })}
          />
        )}
        {choices && (
          <Choices
            label={`Which ${things}`}
            isCompact
            value={status}
            choices={choices}
            onChoose={(value) => change({ status: value })}
          />
        )}
      </div>
      {notice}
      <Loaded
        query={query}
        failed={`The ${things} could not be loaded.`}
        skeleton={<AdminSkeleton label={`Loading the ${things}`} rows={5} />}
      >
        {(data) => (
          <>
            <p className="sr-only" role="status">
              {formatCount(data.total)} {data.total === 1 ? thing : things}
            </p>
            {data.items.length > 0 ? (
              <>
                <ul>{data.items.map(row)}</ul>
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
              <EmptyList title="Nothing on this page" text="The list has become shorter meanwhile.">
                <button
                  type="button"
                  className="btn btn-outline"
                  onClick={() => change({ page: '' })}
                >
                  To the first page
                </button>
              </EmptyList>
            ) : (
              empty(data)
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}
