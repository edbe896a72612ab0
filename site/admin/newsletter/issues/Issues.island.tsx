import { staffPaths } from '#contract/staff-paths.ts'
import { type IssueGroup, issueGroups } from '#contract/states.ts'
import { LocalDrafts } from '#site/admin/editor/saving/LocalDrafts.tsx'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCall, adminCallPage } from '#site/admin/lib/call.ts'
import { formatCount, formatMoment } from '#site/admin/lib/format.ts'
import {
  type ListParams,
  useListParams,
  useListQuery,
} from '#site/admin/lib/lists/use-list-params.ts'
import { statsQuery } from '#site/admin/lib/stats-query.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { bylineClass, factsClass, rowTitleClass } from '#site/admin/ui/classes.ts'
import { AdminSkeleton } from '#site/admin/ui/frame/AdminSkeleton.tsx'
import { EmptyList, ShowAll } from '#site/admin/ui/frame/EmptyList.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { adminPageSize } from '#site/admin/ui/lists/AdminList.tsx'
import { chipsOf, FilterChips } from '#site/admin/ui/lists/FilterChips.tsx'
import { GroupHead } from '#site/admin/ui/lists/GroupHead.tsx'
import { Pager } from '#site/admin/ui/lists/Pager.tsx'
import { FirstNewsletter } from './FirstNewsletter.tsx'
import { groupLabels, type IssueRow, stateBadgeClass, stateLabel } from './issue-labels.ts'
import { issueStore } from './issue-store.ts'
import { percentDone, sentOf } from './what-is-left.ts'

const headId = 'newsletters-head'
const statuses = ['all', ...issueGroups] as const
type Shown = (typeof statuses)[number]

/** Why an island? Issues are confidential: the calls need a token. */
export const Issues = adminIsland(IssueList)

/** The issues, by what is to be done about them. */
function IssueList() {
  const params = useListParams(statuses)
  const { search, status, page, isKnown, change } = params
  const query = useListQuery('letters', params, (asked) =>
    adminCallPage('GET /admin/letters', { ...asked, pageSize: adminPageSize }),
  )
  const counts = useAdminQuery({
    queryKey: [...statsQuery.queryKey, 'letters'],
    queryFn: () => adminCall('GET /admin/letter-counts', {}),
  }).data
  const isFirst = query.data?.total === 0 && !isNarrowed(query.data)
  return (
    <section aria-labelledby={headId}>
      <h2 id={headId} tabIndex={-1} className="sr-only">
        {status === 'all' ? 'All newsletters' : groupLabels[status]}
      </h2>
      {!isFirst && (
        <FilterChips
          label="Which newsletters"
          value={status}
          chips={chipsOf(statuses, groupLabels, counts)}
          searchLabel="Search newsletters"
          search={search}
          onSearch={(text) => change({ search: text })}
          onChoose={(value) => change({ status: value })}
        />
      )}
      {isKnown && (status === 'all' || status === 'draft') && <LocalDrafts store={issueStore} />}
      <Loaded
        query={query}
        failed="The newsletters could not be loaded."
        skeleton={<AdminSkeleton label="Loading the newsletters" rows={5} />}
      >
        {({ items, total, ...asked }) => (
          <>
            <p className="sr-only" role="status">
              {formatCount(total)} {total === 1 ? 'newsletter' : 'newsletters'}
            </p>
            {items.length === 0 && <NoIssues {...asked} total={total} change={change} />}
            {groupsOf(items).map(({ group, issues }) => (
              <section key={group} className="mb-28">
                <GroupHead title={groupLabels[group]} />
                <ul data-rows>
                  {issues.map((issue) => (
                    <Row key={issue.id} issue={issue} />
                  ))}
                </ul>
              </section>
            ))}
            <Pager
              page={page}
              pageSize={adminPageSize}
              total={total}
              things="newsletters"
              onPage={(next) => {
                change({ page: String(next) })
                document.getElementById(headId)?.focus()
                scrollTo({ top: 0 })
              }}
            />
          </>
        )}
      </Loaded>
    </section>
  )
}

const groupsOf = (items: IssueRow[]) =>
  issueGroups
    .map((group) => ({ group, issues: items.filter((issue) => issue.group === group) }))
    .filter(({ issues }) => issues.length > 0)

const rowClass =
  'relative border-b border-line py-18 has-[a:focus-visible]:[outline:3px_solid_var(--focus)] has-[a:focus-visible]:outline-offset-[-3px]'

function Row({ issue }: { issue: IssueRow }) {
  const { id, kind, state, subject, createdBy, undecided } = issue
  const isDraft = state === 'draft' && kind === 'letter'
  return (
    <li className={`${rowClass} [overflow-wrap:anywhere]`}>
      <h3 className={rowTitleClass}>
        <a
          className="after:absolute after:inset-0 focus-visible:outline-none"
          href={isDraft ? staffPaths.editIssue(id) : staffPaths.letter(id)}
        >
          {subject || 'No subject'}
        </a>
      </h3>
      <p className={bylineClass}>
        {kind === 'digest' ? 'Digest' : `By ${createdBy}`}
        {` · ${timeOf(issue)}`}
      </p>
      <div className={factsClass}>
        <span className={stateBadgeClass(issue)}>{stateLabel(issue)}</span>
        {issue.startedAt && (
          <span className="text-ink-2">
            {state === 'sending' || state === 'paused'
              ? `${percentDone(issue)}% of ${formatCount(issue.recipients)}`
              : sentOf(issue)}
          </span>
        )}
        {undecided > 0 && (
          <span className="text-danger">{`Delivery unknown: ${formatCount(undecided)}`}</span>
        )}
      </div>
    </li>
  )
}

function timeOf({ state, sendAt, finishedAt, startedAt, createdAt }: IssueRow): string {
  if (state === 'scheduled' && sendAt) return formatMoment(sendAt)
  if (finishedAt) return formatMoment(finishedAt)
  if (startedAt) return `started ${formatMoment(startedAt)}`
  return `begun ${formatMoment(createdAt)}`
}

interface Asked {
  search: string
  status: Shown
  page: number
}

const isNarrowed = ({ search, status, page }: Asked) =>
  search !== '' || status !== 'all' || page > 1

interface NoIssuesProps extends Asked {
  total: number
  change: ListParams<Shown>['change']
}

function NoIssues({ total, change, ...asked }: NoIssuesProps) {
  if (!isNarrowed(asked)) return <FirstNewsletter />
  const { search, status } = asked
  const what = status === 'all' ? 'newsletters' : groupWords[status]
  const title = search ? `No ${what} with “${search}”` : `No ${what}`
  return (
    <EmptyList title={total > 0 ? 'Nothing on this page' : title}>
      <ShowAll onPress={() => change({ search: '', status: 'all' })} />
    </EmptyList>
  )
}

const groupWords: Record<IssueGroup, string> = {
  sending: 'newsletters under way',
  scheduled: 'scheduled newsletters',
  draft: 'drafts',
  sent: 'sent newsletters',
}
