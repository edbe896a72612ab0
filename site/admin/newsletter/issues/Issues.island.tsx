import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { adminCallPage } from '#site/admin/lib/call.ts'
import { formatCount, formatMoment } from '#site/admin/lib/format.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { useListParams } from '#site/admin/lib/use-list-params.ts'
import { adminPageSize } from '#site/admin/ui/AdminList.tsx'
import { AdminSkeleton } from '#site/admin/ui/AdminSkeleton.tsx'
import { bylineClass, factsClass, rowClass, rowTitleClass } from '#site/admin/ui/classes.ts'
import { EmptyList } from '#site/admin/ui/EmptyList.tsx'
import { ListHead } from '#site/admin/ui/ListHead.tsx'
import { Loaded } from '#site/admin/ui/Loaded.tsx'
import { Pager } from '#site/admin/ui/Pager.tsx'
import { type IssueRow, stateBadgeClass, stateLabel } from './issue-labels.ts'

/** Why an island? Issues are confidential: the calls need a token. */
export const Issues = adminIsland(() => {
  const { page, isKnown, change } = useListParams(['all'])
  const query = useAdminQuery({
    queryKey: ['letters', page],
    enabled: isKnown,
    queryFn: () => adminCallPage('GET /admin/letters', { page, pageSize: adminPageSize }),
  })
  return (
    <section className="mt-28 md:mt-40" aria-labelledby="list">
      <ListHead id="list" title="All letters" />
      <Loaded
        query={query}
        failed="The letters could not be loaded."
        skeleton={<AdminSkeleton label="Loading the letters" rows={5} />}
      >
        {({ items, total }) =>
          total === 0 ? (
            <EmptyList
              title="No letters yet"
              text="Write the first one to those who asked for it."
            />
          ) : (
            <>
              <ul>
                {items.map((issue) => (
                  <Row key={issue.id} issue={issue} />
                ))}
              </ul>
              <Pager
                page={page}
                pageSize={adminPageSize}
                total={total}
                things="letters"
                onPage={(next) => {
                  change({ page: String(next) })
                  document.getElementById('list')?.focus()
                }}
              />
            </>
          )
        }
      </Loaded>
    </section>
  )
})

function Row({ issue }: { issue: IssueRow }) {
  const { id, kind, state, subject, createdBy, undecided } = issue
  const isBefore = state === 'draft' || state === 'scheduled'
  return (
    <li className={rowClass}>
      <div className="[overflow-wrap:anywhere]">
        <h3 className={rowTitleClass}>
          <a
            className="inline-flex min-h-24 items-center underline underline-offset-3"
            href={adminPaths.letter(id)}
          >
            {subject || 'Without a subject'}
          </a>
        </h3>
        <p className={bylineClass}>
          {kind === 'digest' ? 'A digest, written by itself' : `By ${createdBy}`}
          {` · ${timeOf(issue)}`}
        </p>
        <div className={factsClass}>
          <span className={stateBadgeClass(issue)}>{stateLabel(issue)}</span>
          {!isBefore && (
            <span className="text-ink-2">
              {`${formatCount(issue.sent)} of ${formatCount(issue.recipients)} sent`}
            </span>
          )}
          {undecided > 0 && <span className="text-danger">{formatCount(undecided)} uncertain</span>}
        </div>
      </div>
    </li>
  )
}

function timeOf({ state, sendAt, finishedAt, startedAt, createdAt }: IssueRow): string {
  if (state === 'scheduled' && sendAt) return `for ${formatMoment(sendAt)}`
  if (finishedAt) return `ended ${formatMoment(finishedAt)}`
  if (startedAt) return `begun ${formatMoment(startedAt)}`
  return `from ${formatMoment(createdAt)}`
}
