import type { OutputOf } from '#contract/endpoints/contract.ts'
import {
  formatCount,
  formatCounted,
  formatRevenue,
  formatShortMonth,
} from '#site/admin/lib/format.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { summaryClass } from '#site/admin/ui/classes.ts'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'

type Month = OutputOf<'GET /admin/sales'>[number]

/** Sales of the last twelve months: a sentence, a bar chart, and a table of the same. */
export function Sales() {
  const sales = useAdminCall(['sales'], 'GET /admin/sales', {})
  return (
    <section
      className="mt-24 border border-line bg-surface px-14 py-16 text-15 md:p-24"
      aria-labelledby="sales"
    >
      <h2 id="sales" className="mb-6 text-19/120 md:text-25">
        Sales per month
      </h2>
      <Loaded query={sales} things="the sales" rows={1}>
        {(months) =>
          months.some(({ copies }) => copies > 0) ? (
            <>
              <Sums months={months} />
              <Bars months={months} />
              <Table months={months} />
            </>
          ) : (
            <p>Nothing was sold in the last twelve months. The next sale shows here.</p>
          )
        }
      </Loaded>
    </section>
  )
}

const copiesOf = (copies: number) => formatCounted(copies, 'copy', 'copies')

function Sums({ months }: { months: Month[] }) {
  const revenue = months.reduce((sum, month) => sum + month.revenue, 0)
  const copies = months.reduce((sum, month) => sum + month.copies, 0)
  const best = months.reduce((most, month) => (month.revenue > most.revenue ? month : most))
  return (
    <p>
      <b>{formatRevenue(revenue)}</b> from {copiesOf(copies)} in twelve months
      {best.revenue > 0 &&
        `; the best was ${formatShortMonth(best.month)} with ${formatRevenue(best.revenue)}`}
      .
    </p>
  )
}

function Bars({ months }: { months: Month[] }) {
  const most = Math.max(...months.map(({ revenue }) => revenue)) || 1
  return (
    <div className="mt-14">
      <svg
        className="h-96 w-full border-b-2 border-ink fill-accent"
        aria-hidden="true"
        viewBox="0 0 12 1"
        preserveAspectRatio="none"
      >
        {months.map(({ month, revenue }, index) => (
          <rect
            key={month}
            x={index + 0.14}
            y={1 - revenue / most}
            width={0.72}
            height={revenue / most}
          >
            <title>{`${formatShortMonth(month)}: ${formatRevenue(revenue)}`}</title>
          </rect>
        ))}
      </svg>
      <ol className="grid grid-cols-12 pt-4 text-center text-12 text-ink-2" aria-hidden="true">
        {months.map(({ month }) => (
          <li key={month}>{formatShortMonth(month).slice(0, 3)}</li>
        ))}
      </ol>
    </div>
  )
}

const lineClass = 'border-b border-line'

function Table({ months }: { months: Month[] }) {
  return (
    <details>
      <summary className={summaryClass}>Month by month</summary>
      <table className="w-full border-collapse text-right md:max-w-[560px]">
        <thead>
          <tr className={lineClass}>
            <th scope="col" className="py-8 text-left font-semibold">
              Month
            </th>
            <th scope="col" className="py-8 font-semibold">
              Copies
            </th>
            <th scope="col" className="py-8 font-semibold">
              Revenue
            </th>
          </tr>
        </thead>
        <tbody>
          {[...months].reverse().map(({ month, copies, revenue }) => (
            <tr key={month} className={lineClass}>
              <th scope="row" className="py-8 text-left font-normal">
                {formatShortMonth(month)}
              </th>
              <td className="py-8">{formatCount(copies)}</td>
              <td className="py-8">{formatRevenue(revenue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
