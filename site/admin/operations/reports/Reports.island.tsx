import { useState } from 'react'
import { report } from '#contract/kinds/report.ts'
import { reportStates } from '#contract/magazine/reports.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCallPage } from '#site/admin/lib/call.ts'
import { useListParams, useListQuery } from '#site/admin/lib/lists/use-list-params.ts'
import { statsQuery } from '#site/admin/lib/stats-query.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { EmptyList, ShowAll } from '#site/admin/ui/frame/EmptyList.tsx'
import { AdminList, adminPageSize } from '#site/admin/ui/lists/AdminList.tsx'
import { NoneYet } from '#site/admin/ui/lists/EmptyGuide.tsx'
import { chipsOf } from '#site/admin/ui/lists/FilterChips.tsx'
import { NoticeDialog } from './NoticeDialog.tsx'
import { ReportRow } from './ReportRow.tsx'
import { stateLabels } from './report-labels.ts'

const filters = [...reportStates, 'all'] as const
type Shown = (typeof filters)[number]

const headings: Record<Shown, string> = {
  open: 'Reports to decide',
  kept: 'Kept after a report',
  corrected: 'Corrected after a report',
  removed: 'Taken down after a report',
  all: 'All reports',
}

/** Why an island? Reports are confidential: the calls need a token. */
export const Reports = adminIsland(ReportList)

/** What readers reported, the most urgent first. */
function ReportList() {
  const params = useListParams(filters)
  const { status, change } = params
  const query = useListQuery('reports', params, ({ search: _, ...asked }) =>
    adminCallPage('GET /admin/reports', { ...asked, pageSize: adminPageSize }),
  )
  const countsKey = [...statsQuery.queryKey, 'reports']
  const counts = useAdminCall(countsKey, 'GET /admin/report-counts', {}).data
  const [isNoting, setNoting] = useState(false)
  const close = () => setNoting(false)
  return (
    <AdminList
      title={headings[status]}
      action={
        <>
          <Button onClick={() => setNoting(true)}>A notice came</Button>
          {isNoting && <NoticeDialog onDone={close} onClose={close} />}
        </>
      }
      kind={report}
      params={params}
      query={query}
      choices={chipsOf(filters, stateLabels, counts)}
      groupOf={
        status === 'all'
          ? (report) => (report.status === 'open' ? 'To decide' : 'Decided')
          : undefined
      }
      empty={() =>
        (counts?.all ?? 0) > 0 ? (
          <EmptyList
            isDone={status === 'open'}
            title={status === 'open' ? 'No reports to decide' : 'No such reports'}
            text={status === 'open' ? 'You have decided all.' : 'What you decide stays under All.'}
          >
            <ShowAll onPress={() => change({ status: 'all' })} />
          </EmptyList>
        ) : (
          <NoneYet kind={report} />
        )
      }
      row={(report) => <ReportRow key={report.id} report={report} />}
    />
  )
}
