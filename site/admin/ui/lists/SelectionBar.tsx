import { useLayoutEffect, useRef } from 'react'
import { formatCount } from '#site/admin/lib/format.ts'
import type { Selection } from '#site/admin/lib/lists/use-selection.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { selectChipId } from './FilterChips.tsx'

export interface SelectionAction {
  label: string
  /** Lucide shape. */
  icon: string
  onPress(): void
}

interface Props {
  selection: Pick<Selection, 'count' | 'select' | 'end'>
  all: readonly string[]
  /** The rows of the list; where the page shows a part, the button says so. */
  total: number | undefined
  actions: readonly SelectionAction[]
  /** How far an action has come; undefined while none runs. */
  progress?: string | undefined
}

/**
 * What can be done with the selected rows, where a phone's bar of places stands otherwise; above it how many are
 * selected.
 */
export function SelectionBar({ selection, all, total = all.length, actions, progress }: Props) {
  const { count, select, end } = selection
  const bar = useRef<HTMLDivElement>(null)
  // The focus does not go with the bar: it returns to where selecting began, on a laptop to the list.
  useLayoutEffect(() => {
    const shown = bar.current
    return () => {
      if (!shown?.contains(document.activeElement)) return
      const chip = document.getElementById(selectChipId)
      const place = chip?.checkVisibility() ? chip : chip?.closest('section')?.querySelector('h2')
      // The rows that were acted on stay in sight.
      place?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <div
      ref={bar}
      className="z-30 max-md:contents md:fixed md:bottom-0 md:left-[232px] md:right-0 md:flex md:items-stretch md:border-t-2 md:border-ink md:bg-surface md:px-32"
      data-selection-bar
    >
      <div className="band fixed inset-x-0 top-0 z-30 flex min-h-58 items-center gap-12 bg-footer px-8 md:static md:mr-auto md:bg-transparent md:px-0 md:text-ink">
        <Button look="icon" aria-label="Stop selecting" onClick={end}>
          <Icon name="close" size={22} />
        </Button>
        <p
          className="mr-auto whitespace-nowrap font-display text-25/100 font-heavy tracking-closer md:mr-24 md:text-19"
          role="status"
        >
          {progress ?? `${formatCount(count)} selected`}
        </p>
        <button
          type="button"
          className="min-h-44 px-8 text-right font-semibold"
          onClick={() => select(all)}
        >
          <span className="underline decoration-2 underline-offset-5">
            All {formatCount(all.length)}
          </span>
          {total > all.length && (
            <span className="whitespace-nowrap font-normal max-md:block max-md:pt-4 max-md:text-12">
              {' '}
              on this page
            </span>
          )}
        </button>
      </div>
      <ul
        className="fixed inset-x-0 bottom-0 z-30 flex border-t-2 border-ink bg-surface pb-[env(safe-area-inset-bottom)] md:static md:border-t-0 md:pb-0"
        aria-label="With the selected ones"
      >
        {actions.map(({ label, icon, onPress }) => (
          <li key={label} className="flex-1 md:flex-none">
            <button
              type="button"
              className="grid h-66 w-full place-content-center justify-items-center gap-5 text-12 font-medium text-ink-2 disabled:opacity-50 aria-disabled:opacity-50 md:flex md:h-58 md:items-center md:gap-8 md:px-18 md:text-15 md:font-semibold md:text-ink"
              disabled={count === 0}
              // It is not disabled, which would take the focus from it.
              aria-disabled={progress !== undefined || undefined}
              onClick={() => progress === undefined && onPress()}
            >
              <Icon shape={icon} size={22} />
              {label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
