import { TableOf } from './StatSection.tsx'
import { daysIn, type Measure } from './stat-words.ts'

/** The treads of a chart as a table, for whoever does not see them; the file has the days. */
export function ChartTable({ measure, file }: { measure: Measure; file: Record<string, string> }) {
  const { label, unit, chart, section } = measure
  const isCompared = chart.before !== ''
  const hasSuns = chart.treads.some(({ published }) => published > 0)
  const kind = unit === 'naira' ? 'naira' : unit === 'percent' ? 'percent' : 'count'
  return (
    <TableOf
      section={{
        name: section,
        title: `${label} by day`,
        columns: [
          { label: 'When', kind: 'text' },
          { label, kind },
          ...(isCompared ? [{ label: 'Previous', kind } as const] : []),
          ...(hasSuns ? [{ label: 'Published', kind: 'count' } as const] : []),
        ],
        rows: chart.treads.map((tread) => [
          `${daysIn(tread)}${tread.isOpen ? ', so far' : ''}`,
          tread.value,
          ...(isCompared ? [tread.before] : []),
          ...(hasSuns ? [tread.published] : []),
        ]),
      }}
      query={file}
      isOfChart
    />
  )
}
