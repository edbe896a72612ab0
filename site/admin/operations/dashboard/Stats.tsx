import { formatCount, formatRevenue } from '#site/admin/lib/format.ts'
import { type Stats as StatsData, statsQuery } from '#site/admin/lib/stats-query.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { figureNameClass, skeletonClass } from '#site/admin/ui/classes.ts'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Loaded } from '#site/admin/ui/Loaded.tsx'
import { Icon } from '#site/ui/Icon.tsx'
import { icons } from '#site/ui/icons.ts'

interface Card {
  label: string
  icon: string
  figure(stats: StatsData): string
  /** It may be long. */
  isWide?: boolean
}

const cards: Card[] = [
  { label: 'Total Books', icon: icons.library, figure: (stats) => formatCount(stats.totalBooks) },
  {
    label: 'Published',
    icon: adminIcons.checkCircle,
    figure: (stats) => formatCount(stats.publishedBooks),
  },
  {
    label: 'Total Revenue',
    icon: adminIcons.wallet,
    figure: (stats) => formatRevenue(stats.totalRevenue ?? 0),
    isWide: true,
  },
  {
    label: 'Total Sales',
    icon: adminIcons.trend,
    figure: (stats) => formatCount(stats.totalSales ?? 0),
  },
]

const cardClass =
  'flex flex-col justify-between gap-14 bg-surface px-14 py-16 sm:col-auto md:gap-24 md:p-24'
/** On a phone two cards share a row, the wider one with the shorter value. */
const spanClasses: Record<string, string> = {
  'Total Revenue': 'col-span-7',
  'Total Sales': 'col-span-5',
}
const figureClass = 'min-h-40 font-display font-heavy [overflow-wrap:anywhere] md:min-h-52'
const plainSizeClass = 'text-34/[40px] md:text-48/[52px]'
const wideSizeClass = 'text-22/[40px] md:text-[length:min(36px,3vw)] md:leading-[52px]'
const longSizeClass = 'text-17/[40px] md:text-[length:min(30px,2.5vw)] md:leading-[52px]'

/** The longer the value, the smaller its type. */
function sizeClass(text: string | undefined, isWide = false): string {
  if (!isWide) return plainSizeClass
  return text && text.length > 13 ? longSizeClass : wideSizeClass
}

/** The four stat cards; a dash stands for a missing value. */
export function Stats() {
  const query = useAdminQuery(statsQuery)
  const { data, isLoading } = query
  return (
    <>
      <dl
        className="mt-24 grid grid-cols-12 gap-1 border border-ink bg-ink sm:grid-cols-[1fr_1fr_1.5fr_1fr] md:mt-32"
        aria-busy={isLoading || undefined}
      >
        {cards.map(({ label, icon, figure, isWide }) => {
          const text = data && figure(data)
          return (
            <div key={label} className={`${cardClass} ${spanClasses[label] ?? 'col-span-6'}`}>
              <dt className={`${figureNameClass} text-14`}>
                <Icon shape={icon} />
                {label}
              </dt>
              <dd
                className={`${figureClass} ${sizeClass(text, isWide)} ${text || !isLoading ? '' : `w-72 ${skeletonClass}`}`}
              >
                {text ?? <Nothing isLoading={isLoading} />}
              </dd>
            </div>
          )
        })}
      </dl>
      {data?.areSalesTests && Boolean(data.totalSales) && (
        <p className="mt-10 text-15 text-ink-2">
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
      <span className="sr-only">{isLoading ? 'Loading' : 'Not known'}</span>
    </>
  )
}
