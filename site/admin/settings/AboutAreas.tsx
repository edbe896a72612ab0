import { type Area, placeAreas } from '#contract/magazine/about-areas.ts'
import type { Settings } from '#contract/settings/groups.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { moved } from './moved.ts'
import { RowMoves } from './RowMoves.tsx'

interface Props {
  areas: readonly Area[]
  onChange(areas: Area[]): void
}

/** The tiles of About: which categories it shows, and in which order. */
export function AboutAreas({ areas, onChange }: Props) {
  const group = 'categories'
  const { data, error } = useAdminCall(['setting', group], 'GET /admin/settings/:group', { group })
  const { stories = [] } = (data?.published ?? {}) as Partial<Settings['categories']>
  const placed = placeAreas(areas, stories)
  const change = (next: typeof placed) =>
    onChange(
      next.map(({ category, isHidden }) => ({ id: category.id, ...(isHidden && { isHidden }) })),
    )
  return (
    <section className="mx-16 mt-36 max-w-text sm:mx-24" aria-labelledby="areas">
      <header className="flex flex-wrap items-baseline justify-between gap-x-16 border-b-2 border-ink pb-10">
        <h2 id="areas" className="text-25/110">
          What we publish
        </h2>
        <p className="text-15 text-ink-2">
          {placed.length} areas follow the{' '}
          <a
            className="text-link underline underline-offset-3"
            href={staffPaths.setting('categories')}
          >
            categories
          </a>
        </p>
      </header>
      {error && <p className="mt-12">The categories could not be loaded. Please try again.</p>}
      <ol>
        {placed.map(({ category, isHidden }, index) => (
          <li key={category.id} className="flex items-center gap-8 border-b border-line py-6">
            <p className={`mr-auto min-w-0 ${isHidden ? 'text-ink-2' : 'font-semibold'}`}>
              {category.name}
              {isHidden && <span className="block text-14">Hidden on About</span>}
            </p>
            <RowMoves
              of={category.name}
              isFirst={index === 0}
              isLast={index === placed.length - 1}
              onMove={(by) => change(moved(placed, index, by))}
            >
              <Button
                look="icon"
                aria-label={`Hide ${category.name}`}
                aria-pressed={isHidden}
                onClick={() => change(placed.with(index, { category, isHidden: !isHidden }))}
                label={isHidden ? <Icon shape={adminIcons.eyeOff} /> : <Icon name="eye" />}
              />
            </RowMoves>
          </li>
        ))}
      </ol>
    </section>
  )
}
