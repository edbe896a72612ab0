import type { OutputOf } from '#contract/endpoints/contract.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { useListParams } from '#site/admin/lib/use-list-params.ts'
import { AdminSkeleton } from '#site/admin/ui/AdminSkeleton.tsx'
import { BarChart } from '#site/admin/ui/BarChart.tsx'
import { actionClass, summaryClass } from '#site/admin/ui/classes.ts'
import { DownloadCsv } from '#site/admin/ui/DownloadCsv.tsx'
import { LineChart } from '#site/admin/ui/LineChart.tsx'
import { ListHead } from '#site/admin/ui/ListHead.tsx'
import { Loaded } from '#site/admin/ui/Loaded.tsx'
import { PeriodForm } from './PeriodForm.tsx'
import { StatTable } from './StatTable.tsx'

type Section = OutputOf<'GET /admin/figures'>['sections'][number]

const against = ['before', 'year'] as const

/** Why an island? Whose figures are shown, their token says. */
export const Stats = adminIsland(StatsOfPeriod)

function StatsOfPeriod() {
  const { params, status, isKnown, change } = useListParams(against)
  const period = {
    ...(params['from'] && { from: params['from'] }),
    ...(params['to'] && { to: params['to'] }),
    against: status,
  }
  const query = useAdminQuery({
    queryKey: ['figures', period],
    enabled: isKnown,
    queryFn: () => adminCall('GET /admin/figures', period),
  })
  return (
    <Loaded
      query={query}
      failed="The figures could not be loaded."
      skeleton={<AdminSkeleton label="Loading the figures" />}
    >
      {({ period, before, sections }) => (
        <>
          <PeriodForm
            // The period of the data, not of the input: the server corrects an invalid one.
            key={`${period.from} ${period.to} ${status}`}
            period={period}
            before={before}
            against={status}
            onChoose={({ from, to, against }) => change({ from, to, status: against })}
          />
          <div className="mt-44 grid min-w-0 gap-44">
            {sections.map((section) => (
              <FigureSection
                key={section.name}
                section={section}
                query={new URLSearchParams({ ...period, against: status, section: section.name })}
              />
            ))}
          </div>
        </>
      )}
    </Loaded>
  )
}

function FigureSection({ section, query }: { section: Section; query: URLSearchParams }) {
  const { name, title, note, lines, bars } = section
  const table = <StatTable section={section} />
  const isDrawn = lines !== null || (bars !== null && bars.length > 0)
  return (
    <section className="min-w-0" aria-labelledby={`figures-${name}`}>
      <ListHead id={`figures-${name}`} title={title}>
        <DownloadCsv path={`/api/admin/figures.csv?${query}`} of={title} className={actionClass} />
      </ListHead>
      {note && <p className="mt-10 max-w-[70ch] text-15 text-ink-2">{note}</p>}
      {lines && <LineChart label={`${title}, as lines; the table has the numbers`} lines={lines} />}
      {bars && bars.length > 0 && <BarChart label={title} bars={bars} />}
      {isDrawn ? (
        <details>
          <summary className={summaryClass}>
            The numbers<span className="sr-only"> of {title}</span>
          </summary>
          {table}
        </details>
      ) : (
        table
      )}
    </section>
  )
}
