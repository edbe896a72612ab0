import { type ReactNode, useEffect, useRef } from 'react'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { icons } from '#site/ui/icons/icons.ts'
import type { Insert } from './inserts.ts'

interface Props {
  inserts: readonly Insert[]
  /** What was typed, as "/pi"; empty where the list was opened by the button. */
  typed: string
  chosen: number
  /** The place beside the line, in pixels from the top of the text. */
  top: number
  onChoose(index: number): void
}

const optionId = (index: number) => `insert-${index}`

/** What can be inserted, as a list at the caret. The focus stays in the text, whose keys choose. */
export function InsertList({ inserts, typed, chosen, top, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const option = (index: number, label: string, about: string, icon: string, key?: ReactNode) => (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text has its keys.
    <div
      key={label}
      id={optionId(index)}
      role="option"
      className="flex min-h-48 cursor-pointer items-center gap-14 border-l-4 border-transparent px-14 text-15 aria-selected:border-accent aria-selected:bg-sunk"
      aria-selected={index === chosen}
      onClick={() => onChoose(index)}
    >
      <Icon shape={icon} />
      <b className="font-semibold">{label}</b>
      <span className="text-14 text-ink-2">{about}</span>
      {key && (
        <span
          className="ml-auto grid min-h-22 place-items-center rounded-2 border border-line-2 px-6 font-sans text-12/[20px] [@media(pointer:coarse)]:hidden"
          aria-hidden="true"
        >
          {key}
        </span>
      )}
    </div>
  )
  return (
    <div
      ref={list}
      id="insert-list"
      role="listbox"
      className="absolute left-0 z-10 w-full max-w-[390px] scroll-mb-128 border-2 border-ink bg-surface"
      style={{ top }}
      aria-label="Insert"
      onMouseDown={(event) => event.preventDefault()}
    >
      {inserts.map(({ label, about, icon }, index) =>
        option(
          index,
          label,
          about,
          icon,
          index === chosen ? <Icon shape={adminIcons.enter} size={14} /> : undefined,
        ),
      )}
      {typed && option(inserts.length, `Keep “${typed}” as text`, '', icons.text, 'Esc')}
    </div>
  )
}
