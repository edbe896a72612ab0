import { formatCount, formatRevenue } from '#site/lib/desk/format.ts'
import type { Stats } from '#site/lib/desk/stats.ts'
import type { Loading } from '#site/lib/desk/use-load.ts'
import { DeskIcon, type DeskIconName } from '#site/ui/desk/DeskIcon.tsx'
import { Loaded } from '#site/ui/desk/Loaded.tsx'

interface Card {
  label: string
  icon: DeskIconName
  figure(stats: Stats): string
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
export function Figures({ figures }: { figures: Loading<Stats> }) {
  const { data, isLoading } = figures
  return (
    <>
      <dl className="figures" aria-busy={isLoading || undefined}>
        {cards.map(({ label, icon, figure }) => {
          const text = data && figure(data)
          return (
            <div key={label}>
              <dt>
                <DeskIcon name={icon} />
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
      <Loaded loading={figures} failed="The figures could not be loaded." skeleton={null}>
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
