import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatCount } from '#site/admin/lib/format.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { Dialog } from '../Dialog.tsx'
import { SearchBox } from './SearchBox.tsx'

export interface Chip<Value extends string> {
  value: Value
  label: string
  count?: number | undefined
}

interface Props<Value extends string> {
  /** The label of the group: "Which stories". */
  label: string
  value: Value
  chips: readonly Chip<Value>[]
  more?: readonly Chip<Value>[] | undefined
  /** The placeholder of the search; without it the list has none. */
  searchLabel?: string | undefined
  search?: string
  children?: ReactNode
  onChoose(value: Value): void
  onSearch?(text: string): void
}

export const chipsOf = <Status extends string>(
  statuses: readonly Status[],
  labels: Record<Exclude<Status, 'all'>, string>,
  counts: { [status in Status]?: number } | undefined,
): Chip<Status>[] =>
  statuses.map((value) => ({
    value,
    label: value === 'all' ? 'All' : labels[value as Exclude<Status, 'all'>],
    count: counts?.[value],
  }))

const chipClass =
  'flex min-h-44 flex-none items-center gap-8 whitespace-nowrap rounded-2 border-1.5 border-line-2 px-12 text-15 font-semibold ' +
  'aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper ' +
  // Pressed before its script has come.
  'aria-busy:cursor-progress aria-busy:bg-line'

/** What a list shows: filters with their counts, rarer ones under More, and the search, which a phone opens. */
export function FilterChips<Value extends string>({
  label,
  value,
  chips,
  more = [],
  searchLabel,
  search = '',
  children,
  onChoose,
  onSearch = () => {},
}: Props<Value>) {
  const [isSearching, setSearching] = useState(false)
  const [isMore, setMore] = useState(false)
  const strip = useRef<HTMLFieldSetElement>(null)
  const hasSearch = isSearching || search !== ''
  // The chosen one of the rarer ones stands among the others.
  const shown = [...chips, ...more.filter((chip) => chip.value === value)]
  useEffect(() => {
    const chosen = strip.current?.querySelector(`[data-chip="${value}"]`)
    if (strip.current && chosen) scrollAlong(strip.current, chosen)
  }, [value])
  const choose = (chosen: Value) => {
    setMore(false)
    onChoose(chosen)
  }
  return (
    <div className="mb-16 md:flex md:flex-wrap md:items-center md:gap-8">
      {searchLabel && (
        <div className={`${hasSearch ? 'mb-8' : 'hidden'} md:mb-0 md:block md:w-[250px]`}>
          <SearchBox label={searchLabel} value={search} onSearch={onSearch} />
        </div>
      )}
      <fieldset
        ref={strip}
        className="-mx-16 -my-4 flex min-w-0 gap-8 overflow-x-auto px-16 py-4 [scrollbar-width:none] sm:-mx-24 sm:px-24 md:mx-0 md:flex-wrap md:px-0"
      >
        <legend className="sr-only">{label}</legend>
        {searchLabel && !hasSearch && (
          <button
            type="button"
            className={`${chipClass} md:hidden`}
            aria-label={searchLabel}
            onClick={(event) => {
              setSearching(true)
              const list = event.currentTarget.closest('section')
              requestAnimationFrame(() =>
                list?.querySelector<HTMLElement>('[type=search]')?.focus(),
              )
            }}
          >
            <Icon name="search" />
          </button>
        )}
        {shown.map((chip) => (
          <button
            key={chip.value}
            type="button"
            className={chipClass}
            data-chip={chip.value}
            aria-pressed={chip.value === value}
            onClick={() => choose(chip.value)}
          >
            {chip.label} <Count of={chip} />
          </button>
        ))}
        {more.length > 0 && (
          <button
            type="button"
            className={chipClass}
            aria-haspopup="dialog"
            onClick={() => setMore(true)}
          >
            More
            <Icon name="chevronDown" size={16} />
          </button>
        )}
        {children}
      </fieldset>
      {isMore && (
        <Dialog title="Show" onClose={() => setMore(false)}>
          {(leave) => (
            <ul>
              {more.map((chip) => (
                <li key={chip.value}>
                  <button
                    type="button"
                    className="flex min-h-48 w-full items-center justify-between border-b border-line text-left font-semibold"
                    onClick={() => {
                      leave()
                      choose(chip.value)
                    }}
                  >
                    {chip.label} <Count of={chip} />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Dialog>
      )}
    </div>
  )
}

/** Sideways alone: a list far down on a page must not scroll the page to itself. */
function scrollAlong(strip: Element, chip: Element) {
  const [outer, inner] = [strip.getBoundingClientRect(), chip.getBoundingClientRect()]
  const beyond = Math.max(0, inner.right - outer.right) || Math.min(0, inner.left - outer.left)
  strip.scrollBy({ left: beyond })
}

function Count({ of: { count } }: { of: Chip<string> }) {
  return count === undefined ? null : <b className="font-normal opacity-70">{formatCount(count)}</b>
}

/** It stands beside the chips on phones: boxes come with it. */
export function SelectChip({ isPressed, onPress }: { isPressed: boolean; onPress(): void }) {
  return (
    <button
      id={selectChipId}
      type="button"
      className={`${chipClass} md:hidden`}
      aria-pressed={isPressed}
      onClick={onPress}
    >
      <Icon name="check" size={16} />
      Select
    </button>
  )
}

export const selectChipId = 'select-rows'
