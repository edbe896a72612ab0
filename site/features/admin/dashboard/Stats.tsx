import { formatCount, formatRevenue } from '#site/lib/admin/format.ts'
import { type Stats as StatsData, statsQuery } from '#site/lib/admin/stats-query.ts'
import { useAdminQuery } from '#site/lib/admin/use-admin-query.ts'
import { AdminIcon, type AdminIconName } from '#site/ui/admin/AdminIcon.tsx'
import { Loaded } from '#site/ui/admin/Loaded.tsx'

interface Card {
  label: string
  icon: AdminIconName
  figure(stats: StatsData): string
}

const cards: Card[] = [
  { label: 'Total Books', icon: 'library', figure: (stats) => formatCount(stats.totalBooks) },
  {
    label: 'Published',
    icon: 'checkCircle',
    figure: (stats) => formatCount(stats.publishedBooks),
  },
  { label: 'Total Revenue', icon: 'wallet', figure: (stats) => formatRevenue(stats.totalRevenue) },
  { label: 'Total Sales', icon: 'trend', figure: (stats) => formatCount(stats.totalSales) },
]

/** The four stat cards; a dash stands where there is no figure. */
export function Stats() {
  const query = useAdminQuery(statsQuery)
  const { data, isLoading } = query
  return (
    <>
      <dl className="figures" aria-busy={isLoading || undefined}>
        {cards.map(({ label, icon, figure }) => {
          const text = data && figure(data)
          return (
            <div key={label}>
              <dt>
                <AdminIcon name={icon} />
                {label}
              </dt>
              <dd data-is={text ? (text.length > 13 ? 'long' : undefined) : 'nothing'}>
                {text ?? <Nothing isLoading={isLoading} />}
              </dd>
            </div>
          )
        })}
      </dl>
      {data?.areSalesTests && data.totalSales > 0 && (
        <p className="figures-note">
          These sales are tests: no money has moved. They are left out once payments are real.
        </p>
      )}
      <Loaded query={query} failed="The figures could not be loaded." skeleton={null}>
        {() => null}
      </Loaded>
    </>
  )
}

function Nothing({ isLoading }: { isLoading: boolean }) {
  return (
    <>
      <span aria-hidden="true">{isLoading ? '' : '—'}</span>
      <span className="visually-hidden">{isLoading ? 'Loading' : 'Not known'}</span>
    </>
  )
}
