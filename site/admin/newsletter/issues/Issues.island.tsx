import { newsletter } from '#contract/kinds/newsletter.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { type IssueGroup, issueGroups } from '#contract/states.ts'
import { LocalDrafts } from '#site/admin/editor/saving/LocalDrafts.tsx'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCallPage } from '#site/admin/lib/call.ts'
import { formatCount, formatMoment } from '#site/admin/lib/format.ts'
import { useListParams, useListQuery } from '#site/admin/lib/lists/use-list-params.ts'
import { statsQuery } from '#site/admin/lib/stats-query.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { bylineClass, factsClass, rowTitleClass } from '#site/admin/ui/classes.ts'
import { EmptyList, ShowAll } from '#site/admin/ui/frame/EmptyList.tsx'
import { AdminList, adminPageSize } from '#site/admin/ui/lists/AdminList.tsx'
import { chipsOf } from '#site/admin/ui/lists/FilterChips.tsx'
import { FirstNewsletter } from './FirstNewsletter.tsx'
import { groupLabels, type IssueRow, stateBadgeClass, stateLabel } from './issue-labels.ts'
import { issueStore } from './issue-store.ts'
import { percentDone, sentOf } from './what-is-left.ts'

const statuses = ['all', ...issueGroups] as const
type Shown = (typeof statuses)[number]

/** Why an island? Issues are confidential: the calls need a token. */
export const Issues = adminIsland(IssueList)

function IssueList() {
  const params = useListParams(statuses)
  const { status, isKnown, change } = params
  const query = useListQuery('letters', params, (asked) =>
    adminCallPage('GET /admin/letters', { ...asked, pageSize: adminPageSize }),
  )
  const countsKey = [...statsQuery.queryKey, 'letters']
  const counts = useAdminCall(countsKey, 'GET /admin/letter-counts', {}).data
  const showAll = () => change({ search: '', status: 'all' })
  return (
    <AdminList
      id="newsletters-head"
      title={status === 'all' ? 'All newsletters' : groupLabels[status]}
      head="hidden"
      kind={newsletter}
      params={params}
      query={query}
      searchLabel="Search newsletters"
      isSearchBeside
      choices={chipsOf(statuses, groupLabels, counts)}
      notice={
        isKnown && (status === 'all' || status === 'draft') && <LocalDrafts store={issueStore} />
      }
      empty={(asked) => <NoIssues {...asked} onShowAll={showAll} />}
      beyond={() => (
        <EmptyList title="Nothing on this page">
          <ShowAll onPress={showAll} />
        </EmptyList>
      )}
      groupOf={({ group }) => groupLabels[group]}
      sectionClass="mb-28"
      row={(issue) => <Row key={issue.id} issue={issue} />}
    />
  )
}

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
          href={isDraft ? staffPaths.editIssue(id) : staffPaths.issue(id)}
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

interface NoIssuesProps {
  search: string
  status: Shown
  onShowAll(): void
}

function NoIssues({ search, status, onShowAll }: NoIssuesProps) {
  if (search === '' && status === 'all') return <FirstNewsletter />
  const what = status === 'all' ? 'newsletters' : groupWords[status]
  return (
    <EmptyList title={search ? `No ${what} with “${search}”` : `No ${what}`}>
      <ShowAll onPress={onShowAll} />
    </EmptyList>
  )
}

const groupWords: Record<IssueGroup, string> = {
  sending: 'newsletters under way',
  scheduled: 'scheduled newsletters',
  draft: 'drafts',
  sent: 'sent newsletters',
}
