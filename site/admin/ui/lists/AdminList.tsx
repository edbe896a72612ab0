import type { ReactNode } from 'react'
import type { Kind } from '#contract/kinds/kind.ts'
import { shown } from '#contract/limits.ts'
import { formatCounted } from '#site/admin/lib/format.ts'
import type { ListParams } from '#site/admin/lib/lists/use-list-params.ts'
import type { Selection } from '#site/admin/lib/lists/use-selection.ts'
import type { AdminQuery } from '#site/admin/lib/use-admin-query.ts'
import type { Art } from '#site/admin/ui/frame/AdminSkeleton.tsx'
import { NothingFound, NothingOnPage } from '#site/admin/ui/frame/EmptyList.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { NoneYet } from './EmptyGuide.tsx'
import { type Chip, FilterChips, SelectChip } from './FilterChips.tsx'
import { GroupHead } from './GroupHead.tsx'
import { ListHead } from './ListHead.tsx'
import { Pager } from './Pager.tsx'
import { SearchBox } from './SearchBox.tsx'
import { type SelectionAction, SelectionBar } from './SelectionBar.tsx'

export const adminPageSize = shown.books

/** A page of rows; where it is filtered, with what it was loaded for, which may be older than the address. */
interface Page {
  items: unknown[]
  total: number
  search?: string
  status?: string
  page?: number
}

type Item<Data extends Page> = Data['items'][number]

interface FilterProps<Status extends string> {
  /** What is listed. */
  kind: Pick<Kind, 'one' | 'many' | 'guide'>
  params: Pick<ListParams<Status>, 'search' | 'status' | 'page' | 'change'>
  /** `hidden`: for those alone who do not see the page, whose title says the same; `none`: that title is the heading. */
  head?: 'shown' | 'hidden' | 'none'
  /** The placeholder of the search; without it the list has none. */
  searchLabel?: string
  /** The search stands beside the filters, where a phone opens it; otherwise above them. */
  isSearchBeside?: boolean
  /** The filters, the one of the whole list first. */
  choices?: readonly Chip<Status>[]
  moreChoices?: readonly Chip<Status>[]
}

interface RowProps<Data extends Page> {
  row(item: Item<Data>): ReactNode
  /** The heading over a row, the same for rows that follow each other; without it there is none. */
  groupOf?: ((item: Item<Data>) => string) | undefined
  /** Draws that heading in another way; `item` is the first of its rows. */
  groupHead?(title: string, item: Item<Data>, isFirst: boolean): ReactNode
  /**
   * Each group is a section of its own, of this class. Otherwise all rows are one list, in which a row that changes its
   * group stays the same element.
   */
  sectionClass?: string
}

interface Props<Data extends Page, Status extends string>
  extends FilterProps<Status>,
    RowProps<Data> {
  /** The id of the heading, which takes the focus when another page is shown. */
  id?: string
  /** The heading, if it is not simply all of them. */
  title?: string
  query: AdminQuery<Data>
  pageSize?: number
  /** As in "Your books could not be loaded"; otherwise "the books". */
  called?: string
  /** What stands before the words of a row in the skeleton. */
  art?: Art
  skeletonRows?: number
  /** Beside the heading. */
  action?: ReactNode
  notice?: ReactNode
  /** The filters stay over a list that never had a row. */
  keepsFilters?: boolean
  /** What can be done with several rows; without it none can be selected. */
  bulk?: Bulk<Item<Data>> | undefined
  /** What is announced of filtered rows; otherwise how many there are. */
  announced?(data: Data): ReactNode
  /** Shown when the list is empty, filtered or not, if it is not as with most kinds. */
  empty?(data: Data): ReactNode
  /** How one makes the first of the kind. */
  makeNew?: ReactNode
  /** What a page beyond the last one shows; by default the way to the first. */
  beyond?(): ReactNode
}

const thingsOf = ({ many }: Pick<Kind, 'many'>) => many.toLowerCase()

interface Bulk<Item> {
  selection: Selection
  /** Something stands over the list, and its selection waits. */
  isHidden?: boolean
  idOf(item: Item): string
  /** How far an action has come; undefined while none runs. */
  progress: string | undefined
  actions(chosen: Item[]): readonly SelectionAction[]
}

/** A whole list: heading, filters, rows and pages, or the reason for an empty one. */
export function AdminList<Data extends Page, Status extends string>(props: Props<Data, Status>) {
  const { kind, id = 'list', title = kind.many, head = 'shown', action, notice } = props
  const { query, params, bulk, called = `the ${thingsOf(kind)}`, art, skeletonRows = 5 } = props
  return (
    <section
      className={head === 'shown' ? 'mt-8' : undefined}
      aria-labelledby={head === 'none' ? undefined : id}
    >
      {head === 'shown' && (
        <ListHead id={id} title={title}>
          {action}
        </ListHead>
      )}
      {head === 'hidden' && (
        <h2 id={id} tabIndex={-1} className="sr-only">
          {title}
        </h2>
      )}
      {(props.keepsFilters || !isBare(query.data, props.choices)) && (
        <Filters {...props} selection={bulk?.selection} />
      )}
      {notice}
      <Loaded query={query} things={called} rows={skeletonRows} art={art}>
        {(data) => (
          <PageOfRows
            {...props}
            data={data}
            onPage={(next) => {
              bulk?.selection.end()
              params.change({ page: String(next) })
              document.getElementById(id)?.focus()
              // What stands above the rows has no heading that the focus would bring into sight.
              if (head !== 'shown') scrollTo({ top: 0 })
            }}
          />
        )}
      </Loaded>
      {bulk?.selection.isSelecting && !bulk.isHidden && <BulkBar bulk={bulk} data={query.data} />}
    </section>
  )
}

/** There is nothing to search, nor to choose from. */
function isBare(data: Page | undefined, choices: readonly Chip<string>[] | undefined): boolean {
  if (data?.total !== 0) return false
  const { search = '', page = 1, status } = data
  return search === '' && page === 1 && (!choices || !status || status === choices[0]?.value)
}

interface FiltersProps<Status extends string> extends FilterProps<Status> {
  selection: Selection | undefined
}

function Filters<Status extends string>({
  kind,
  params: { search, status, change },
  head,
  searchLabel,
  isSearchBeside,
  choices,
  moreChoices,
  selection,
}: FiltersProps<Status>) {
  const onSearch = (text: string) => change({ search: text })
  const distanceClass = isSearchBeside ? 'pt-16' : 'pt-12'
  return (
    <>
      {searchLabel && !isSearchBeside && (
        <div className="pt-16">
          <SearchBox label={searchLabel} value={search} onSearch={onSearch} />
        </div>
      )}
      {choices && (
        <div className={head === 'hidden' ? undefined : distanceClass}>
          <FilterChips
            label={`Which ${thingsOf(kind)}`}
            value={status}
            chips={choices}
            more={moreChoices}
            searchLabel={isSearchBeside ? searchLabel : undefined}
            search={search}
            onSearch={onSearch}
            onChoose={(value) => {
              selection?.end()
              change({ status: value })
            }}
          >
            {selection && <SelectChip isPressed={selection.isSelecting} onPress={selection.turn} />}
          </FilterChips>
        </div>
      )}
    </>
  )
}

interface PageProps<Data extends Page, Status extends string> extends Props<Data, Status> {
  data: Data
  onPage(page: number): void
}

function PageOfRows<Data extends Page, Status extends string>(props: PageProps<Data, Status>) {
  const { kind, params, searchLabel, choices, pageSize = adminPageSize, data, onPage } = props
  const things = thingsOf(kind)
  const { announced = ({ total }) => formatCounted(total, kind.one, things), empty, beyond } = props
  const nothing = () => {
    if (data.total === 0) return empty ? empty(data) : <NoRows {...props} />
    return beyond ? beyond() : <NothingOnPage onFirst={() => params.change({ page: '' })} />
  }
  return (
    <>
      {(searchLabel || choices) && (
        <p className="sr-only" role="status">
          {announced(data)}
        </p>
      )}
      {data.items.length > 0 ? (
        <>
          <Rows {...props} items={data.items} />
          <Pager
            page={params.page}
            pageSize={pageSize}
            total={data.total}
            things={things}
            onPage={onPage}
          />
        </>
      ) : (
        nothing()
      )}
    </>
  )
}

function NoRows<Data extends Page, Status extends string>(props: PageProps<Data, Status>) {
  const { kind, params, choices, data, makeNew } = props
  const { guide } = kind
  const [first] = choices ?? []
  const isNarrowed = !!data.search || (first !== undefined && data.status !== first.value)
  if (guide && !isNarrowed) return <NoneYet kind={{ ...kind, guide }}>{makeNew}</NoneYet>
  const whole = { search: '', ...(first && { status: first.value }) }
  return <NothingFound things={thingsOf(kind)} onShowAll={() => params.change(whole)} />
}

interface RowsProps<Data extends Page> extends RowProps<Data> {
  items: Data['items']
}

function Rows<Data extends Page>({
  items,
  row,
  groupOf,
  groupHead,
  sectionClass,
}: RowsProps<Data>) {
  const groups = groupsOf(items, groupOf)
  const headOf = ({ title, rows }: Group<Data>, index: number) =>
    groupHead ? groupHead(title, rows[0], index === 0) : <GroupHead title={title} />
  if (sectionClass) {
    return groups.map((group, index) => (
      <section key={group.title} className={sectionClass}>
        {headOf(group, index)}
        <ul data-rows>{group.rows.map(row)}</ul>
      </section>
    ))
  }
  return (
    <ul data-rows>
      {groups.flatMap((group, index) => [
        group.title && (
          <li key={`group ${String(index)}`} className="mt-24">
            {headOf(group, index)}
          </li>
        ),
        ...group.rows.map(row),
      ])}
    </ul>
  )
}

interface Group<Data extends Page> {
  /** Empty where the rows have no heading. */
  title: string
  rows: Data['items']
}

function groupsOf<Data extends Page>(items: Data['items'], groupOf: RowProps<Data>['groupOf']) {
  const groups: Group<Data>[] = []
  for (const item of items) {
    const title = groupOf?.(item) ?? ''
    const last = groups.at(-1)
    if (last?.title === title) last.rows.push(item)
    else groups.push({ title, rows: [item] })
  }
  return groups
}

interface BulkBarProps<Data extends Page> {
  bulk: Bulk<Item<Data>>
  data: Data | undefined
}

function BulkBar<Data extends Page>({ bulk, data }: BulkBarProps<Data>) {
  const { selection, idOf, progress, actions } = bulk
  const items: Item<Data>[] = data?.items ?? []
  return (
    <SelectionBar
      selection={selection}
      all={items.map(idOf)}
      total={data?.total}
      progress={progress}
      actions={actions(items.filter((item) => selection.has(idOf(item))))}
    />
  )
}
