import { useId, useState } from 'react'
import { addressOf } from '#site/admin/lib/lists/use-list-params.ts'
import { DownloadFile } from '#site/admin/ui/DownloadFile.tsx'
import { StatTable } from './StatTable.tsx'
import type { Section } from './stat-words.ts'
import { TreadChart } from './TreadChart.tsx'

interface Props {
  section: Section
  /** What the file is asked for with. */
  query: Record<string, string>
  /** What the dots of a chart are. */
  before: string
  /** The address of one story's stats; the others are kept. */
  params: Record<string, string>
}

export const quietClass =
  'inline-flex min-h-44 items-center gap-8 text-15 font-semibold underline decoration-2 underline-offset-5'

/** One list: its first rows, and all of them as a table and a file. */
export function StatSection({ section, query, before, params }: Props) {
  const { name, title, note, chart, bars, rows } = section
  const heading = `figures-${name}`
  const hasRows = rows.length > 0 && (bars === null || bars.length > 0)
  return (
    <section className="min-w-0" aria-labelledby={heading}>
      <h2 id={heading} className="border-b-2 border-ink pb-10 text-25/110 tracking-close">
        {title}
      </h2>
      {note && <p className="mt-8 max-w-[70ch] text-14/140 text-ink-2">{note}</p>}
      {chart && <TreadChart chart={chart} label={title} before={before} />}
      {bars && bars.length > 0 && (
        <ol>
          {bars.map(({ id, label, value, length }, at) => (
            // Two stories may have the same title; rows are never reordered.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={at} className="border-b border-line pb-8 pt-6">
              <p className="flex items-baseline justify-between gap-12">
                {id ? (
                  <a
                    className="flex min-h-32 min-w-0 items-center underline-offset-3 [overflow-wrap:anywhere] hover:underline"
                    href={addressOf({ ...params, story: id })}
                  >
                    {label}
                  </a>
                ) : (
                  <span className="flex min-h-32 min-w-0 items-center [overflow-wrap:anywhere]">
                    {label}
                  </span>
                )}
                <b className="flex-none font-semibold [font-variant-numeric:tabular-nums]">
                  {value}
                </b>
              </p>
              <Ramp length={length} />
            </li>
          ))}
        </ol>
      )}
      {hasRows ? (
        <TableOf section={section} query={query} />
      ) : (
        <p className="py-12 text-ink-2">No data</p>
      )}
    </section>
  )
}

/** Eight steps up, of which so many hundredths are climbed. */
function Ramp({ length }: { length: number }) {
  const steps = 'M0 12V9H12.5V8H25V7H37.5V6H50V5H62.5V4H75V3H87.5V1H100V12Z'
  return (
    <svg
      className="block h-12 w-full"
      viewBox="0 0 100 12"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className="fill-line" d={steps} />
      {length > 0 && (
        <svg
          width={length}
          height="12"
          viewBox={`0 0 ${length} 12`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path className="fill-accent" d={steps} />
        </svg>
      )}
    </svg>
  )
}

/** "Show as a table" and the file, side by side. */
export function TableOf({
  section,
  query,
  isOfChart = false,
}: {
  section: Parameters<typeof StatTable>[0]['section'] & Pick<Section, 'name' | 'title'>
  query: Record<string, string>
  /** It stands below a chart: on a laptop beside the chart's key, and the file at the top of the page. */
  isOfChart?: boolean
}) {
  const [isOpen, setOpen] = useState(false)
  const table = useId()
  const { name, title } = section
  return (
    <>
      <div
        className={`flex flex-wrap items-center justify-between gap-x-24 ${isOfChart ? 'md:-mt-[34px] md:justify-end md:gap-0' : ''}`}
      >
        <button
          type="button"
          className={quietClass}
          aria-expanded={isOpen}
          aria-controls={table}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide the table' : 'Show as a table'}
          <span className="sr-only"> ({title})</span>
        </button>
        <DownloadFile
          path={`/api/admin/figures.csv?${new URLSearchParams({ ...query, section: name })}`}
          of={title}
          label="CSV"
          className={isOfChart ? `${quietClass} md:!hidden` : quietClass}
        />
      </div>
      <div id={table}>{isOpen && <StatTable section={section} />}</div>
    </>
  )
}
