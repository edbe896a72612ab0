import { dayOf } from '#contract/dates.ts'
import { comparisons, type StatSection as SectionName } from '#contract/stats.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { useListParams } from '#site/admin/lib/lists/use-list-params.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { outlineClass } from '#site/admin/ui/classes.ts'
import { DownloadFile } from '#site/admin/ui/DownloadFile.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { ChartTable } from './ChartTable.tsx'
import { MeasureTiles } from './MeasureTiles.tsx'
import { More } from './More.tsx'
import { NoData } from './NoData.tsx'
import { PeriodPicker } from './PeriodPicker.tsx'
import { Published } from './Published.tsx'
import { presetOf, rangeOf, usualRange, wordsOf } from './period-choice.ts'
import { StatSection } from './StatSection.tsx'
import { StatsSkeleton } from './StatsSkeleton.tsx'
import { StoryHead } from './StoryHead.tsx'
import type { Stats as AllStats } from './stat-words.ts'
import { TreadChart } from './TreadChart.tsx'

/** Lists that are open; the others stand below them, behind one press. */
const openSections: readonly SectionName[] = [
  'stories',
  'sources',
  'categories',
  'authors',
  'topBooks',
  'searches',
  'speed',
]
/** Tables of the chart, which are files only. */
const chartSections: readonly SectionName[] = ['days', 'subscribers', 'sales']

/** Why an island? Whose stats are shown, their token says. */
export const Stats = adminIsland(StatsOfPeriod)

function StatsOfPeriod() {
  const { params, status: against, isKnown, change } = useListParams(comparisons)
  const { story } = params
  // Before the address is read, on the server too, only the length of the usual period shows.
  const today = isKnown ? dayOf(new Date()) : '2026-01-31'
  const asked = { ...rangeOf(params, today), against, ...(story && { story }) }
  const query = useAdminCall(['figures', asked], 'GET /admin/figures', asked, { enabled: isKnown })
  const { data } = query
  const range = data?.period ?? { ...usualRange(today), ...rangeOf(params, today) }
  const words = wordsOf(range, today, against)
  const measure = data?.measures.find(({ name }) => name === params['measure']) ?? data?.measures[0]
  const file = { ...data?.period, against, ...(story && { story }) }
  return (
    <>
      <div className="grid gap-12 md:relative md:z-10 md:-mt-72 md:ml-auto md:flex md:w-fit">
        <PeriodPicker
          range={range}
          today={today}
          against={against}
          onChoose={({ preset, range, against }) =>
            change({
              period: preset && preset !== '28d' ? preset : '',
              from: preset ? '' : range.from,
              to: preset ? '' : range.to,
              status: against,
            })
          }
        />
        {measure && (
          <div className="max-md:hidden">
            <DownloadFile
              path={`/api/admin/figures.csv?${new URLSearchParams({ ...file, section: measure.section })}`}
              of={`${measure.label} by day`}
              label="CSV"
              className={`${outlineClass} min-h-48`}
            />
          </div>
        )}
      </div>
      <Loaded query={query} failed="The stats could not be loaded." skeleton={<StatsSkeleton />}>
        {(stats) => (
          <>
            <p className="sr-only" role="status">
              {words.period}, {words.compared}
            </p>
            {stats.story && <StoryHead title={stats.story.title} params={params} />}
            {isWithoutData(stats) ? (
              <NoData
                period={presetOf(stats.period, today) ? undefined : words.period}
                isOfStory={stats.story !== null}
                onReset={() => change({ period: '', from: '', to: '' })}
              />
            ) : (
              <>
                <MeasureTiles
                  measures={stats.measures}
                  chosen={measure?.name}
                  onChoose={(name) =>
                    change({ measure: name === stats.measures[0]?.name ? '' : name })
                  }
                />
                {measure && (
                  <>
                    <TreadChart
                      key={`${measure.name} ${stats.period.from} ${stats.period.to}`}
                      chart={measure.chart}
                      label={measure.label}
                      unit={measure.unit}
                      before={words.previous}
                    />
                    <ChartTable measure={measure} file={file} />
                  </>
                )}
                <Published published={stats.published} params={params} />
                <div className="mt-40 grid gap-x-36 gap-y-40 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
                  {stats.sections
                    .filter(({ name }) => openSections.includes(name))
                    .map((section) => (
                      <StatSection
                        key={section.name}
                        section={section}
                        query={file}
                        before={words.previous}
                        params={params}
                      />
                    ))}
                </div>
                <More
                  sections={stats.sections.filter(
                    ({ name }) => !openSections.includes(name) && !chartSections.includes(name),
                  )}
                  query={file}
                  before={words.previous}
                  params={params}
                />
              </>
            )}
            <p className="mt-40 border-t border-line pt-12 text-14 text-ink-2">
              Totals only. Nobody is tracked.
            </p>
          </>
        )}
      </Loaded>
    </>
  )
}

const isWithoutData = ({ measures, sections }: AllStats) =>
  measures.every(
    ({ total, chart }) => total === 0 && chart.treads.every(({ before }) => !before),
  ) && sections.every(({ bars }) => !bars || bars.length === 0)
