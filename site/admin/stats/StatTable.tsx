import { formatNaira } from '#contract/money.ts'
import { formatCount, formatWeekday } from '#site/admin/lib/format.ts'
import type { Section } from './stat-words.ts'

type Kind = Section['columns'][number]['kind'] | 'percent'
type Cell = Section['rows'][number][number]

interface Props {
  section: { columns: { label: string; kind: Kind }[]; rows: Section['rows'] }
}

/** On a phone each row is a small table of its own, with the column names beside its numbers. */
const cellClass =
  'flex flex-wrap justify-between gap-x-16 py-2 md:table-cell md:border-b md:border-line md:px-10 md:py-8 md:first:pl-0 md:last:pr-0'
const numberClass = `${cellClass} [font-variant-numeric:tabular-nums] whitespace-nowrap md:text-right`
const nameClass =
  'col-span-full text-left font-semibold [overflow-wrap:anywhere] md:table-cell md:border-b md:border-line md:py-8 md:pr-10 md:font-normal'

export function StatTable({ section: { columns, rows } }: Props) {
  // The key is the index: two stories may have the same title, and rows are never reordered.
  const keyed = rows.map((row, key) => ({ row, key }))
  return (
    <table className="mt-10 block w-full border-collapse text-15 md:table">
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr>
          {columns.map(({ label, kind }) => (
            <th
              key={label}
              scope="col"
              className={`${isNumber(kind) ? 'text-right' : 'text-left'} border-b border-line px-10 py-8 font-semibold first:pl-0 last:pr-0`}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {keyed.map(({ row, key }) => (
          <tr
            key={key}
            className="grid gap-x-24 sm:grid-cols-[1fr_1fr] border-b border-line py-10 md:table-row md:border-0"
          >
            {columns.map(({ label, kind }, column) =>
              column === 0 ? (
                <th key={label} scope="row" className={nameClass}>
                  {textOf(row[column], kind)}
                </th>
              ) : (
                <td key={label} className={isNumber(kind) ? numberClass : cellClass}>
                  <span className="text-ink-2 md:hidden">{label}</span>
                  {textOf(row[column], kind)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const isNumber = (kind: Kind) => kind !== 'text' && kind !== 'day'

function textOf(cell: Cell | undefined, kind: Kind): string {
  if (cell === null || cell === undefined) return '–'
  if (typeof cell === 'string') return kind === 'day' ? formatWeekday(cell) : cell
  if (kind === 'change') return `${cell > 0 ? '+' : ''}${formatCount(cell)}%`
  if (kind === 'percent') return `${cell}%`
  if (kind === 'naira') return formatNaira(cell)
  if (kind === 'ms') return `${formatCount(cell)} ms`
  if (kind === 'score') return cell.toFixed(3)
  return formatCount(cell)
}
