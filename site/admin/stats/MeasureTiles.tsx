import type { MeasureName } from '#contract/stats.ts'
import { formatCount } from '#site/admin/lib/format.ts'
import { type Measure, shortOf, textOf } from './stat-words.ts'

interface Props {
  measures: Measure[]
  chosen: MeasureName | undefined
  onChoose(name: MeasureName): void
}

const tileClass =
  'group grid min-w-0 content-start gap-x-8 bg-surface px-12 py-12 text-left md:px-16 ' +
  'aria-pressed:bg-ink aria-pressed:text-paper'

/** Totals; the one that is chosen is in the chart. */
export function MeasureTiles({ measures, chosen, onChoose }: Props) {
  // The last of an odd number takes the place of two: the ground of the others would show beside it.
  const lastClass =
    measures.length === 1
      ? 'col-span-full'
      : measures.length === 3
        ? 'max-md:last:col-span-full'
        : ''
  return (
    <fieldset className="mt-12 grid min-w-0 grid-cols-2 gap-1 border border-ink bg-ink md:mt-24 md:auto-cols-fr md:grid-flow-col md:grid-cols-none">
      <legend className="sr-only">What the chart shows</legend>
      {measures.map((measure) => (
        <button
          key={measure.name}
          type="button"
          // A phone has room for four.
          className={`${tileClass} ${measures.length > 4 && measure.name === 'minutes' ? 'max-md:hidden' : ''} ${lastClass}`}
          aria-pressed={measure.name === chosen}
          onClick={() => onChoose(measure.name)}
        >
          <span className="text-14 text-ink-2 group-aria-pressed:text-inherit">
            {measure.label}
          </span>{' '}
          <span className="flex flex-wrap items-baseline gap-x-8 md:block">
            <b className="font-display text-25/120 font-heavy tracking-closer [overflow-wrap:anywhere] md:block md:text-31/120">
              <span className="md:hidden">{shortOf(measure.total, measure.unit)}</span>
              <span className="max-md:hidden">{textOf(measure.total, measure.unit)}</span>
            </b>{' '}
            <Change {...measure} />
          </span>
        </button>
      ))}
    </fieldset>
  )
}

const changeClass = 'text-14 font-semibold group-aria-pressed:text-inherit'

/** Up or down by percent; of percents by points. */
function Change({ change, unit }: Measure) {
  if (change === null) return null
  const size = Math.abs(change)
  const words = unit === 'percent' ? (size === 1 ? 'pt' : 'pts') : ''
  if (change === 0) return <span className={changeClass}>0{words ? ` ${words}` : '%'}</span>
  const colourClass = change > 0 ? 'text-ok' : 'text-danger'
  return (
    <span className={`${changeClass} ${colourClass}`}>
      <span className="sr-only">{change > 0 ? 'up' : 'down'} </span>
      {/* Few fonts have triangles. */}
      <svg
        className={`mr-4 inline size-10 ${change > 0 ? '' : '[rotate:180deg]'}`}
        viewBox="0 0 10 10"
        aria-hidden="true"
      >
        <path d="M0 9 5 0l5 9Z" fill="currentColor" />
      </svg>
      {formatCount(size)}
      {words ? ` ${words}` : '%'}
    </span>
  )
}
