import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#site/admin/ui/Button.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'

/** The button that opens it on a phone leads to this id; it needs no script. */
export const settingsId = 'settings'

interface Props {
  /** What it is called where it is a sheet. */
  label?: string
  parts: readonly { name: string; content: ReactNode }[]
}

const panelClass =
  'overflow-auto border-ink bg-surface text-ink max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:top-auto max-md:max-h-[85dvh] ' +
  'max-md:w-full max-md:max-w-none max-md:border-t-2 max-md:backdrop:bg-[rgb(15_22_56/0.5)] md:sticky md:inset-auto ' +
  'md:top-[calc(var(--bar)+50px)] md:block md:h-[calc(100dvh-var(--bar)-50px)] md:border-l-2'

/** Whether the sheet was open when the fields of another version of the document took its place. */
let wasOpen = false

/**
 * What belongs to a document beside its words: a sheet with every part on a phone, a panel with a tab for each on a
 * laptop. A single part has no tab, and a wider panel.
 */
export function SettingsPanel({ label = 'Settings', parts }: Props) {
  const [chosen, setChosen] = useState(parts[0]?.name)
  const sheet = useRef<HTMLElement>(null)
  const hasTabs = parts.length > 1
  useLayoutEffect(() => {
    const panel = sheet.current
    if (wasOpen && !panel?.matches(':popover-open')) panel?.showPopover()
    wasOpen = false
    return () => {
      wasOpen = panel?.matches(':popover-open') ?? false
    }
  }, [])
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const at = parts.findIndex(({ name }) => name === chosen)
    const next = parts[(at + step + parts.length) % parts.length]
    if (!next) return
    setChosen(next.name)
    document.getElementById(tabId(next.name))?.focus()
  }
  return (
    <aside
      ref={sheet}
      id={settingsId}
      className={`${panelClass} ${hasTabs ? 'md:w-[348px]' : 'md:w-[398px] md:bg-sunk'}`}
      popover="auto"
      aria-label={label}
    >
      <div className="sticky top-0 z-10 flex min-h-56 items-center justify-between border-b-2 border-ink bg-surface pl-16 pr-4 md:hidden">
        <h2 className="text-21/110">{label}</h2>
        <Button
          look="icon"
          aria-label="Close"
          popoverTarget={settingsId}
          popoverTargetAction="hide"
        >
          <Icon name="close" />
        </Button>
      </div>
      {hasTabs && (
        <div
          className="sticky top-0 z-10 hidden border-b-2 border-ink bg-surface md:flex"
          role="tablist"
          aria-label={label}
        >
          {parts.map(({ name }) => (
            <button
              key={name}
              id={tabId(name)}
              type="button"
              role="tab"
              className="min-h-48 flex-1 border-b-4 border-transparent text-15 font-semibold text-ink-2 aria-selected:border-accent aria-selected:text-ink"
              aria-selected={name === chosen}
              aria-controls={partId(name)}
              tabIndex={name === chosen ? 0 : -1}
              onClick={() => setChosen(name)}
              onKeyDown={move}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      {parts.map(({ name, content }) => (
        <div
          key={name}
          id={partId(name)}
          {...(hasTabs && { role: 'tabpanel', 'aria-label': name })}
          className={`grid grid-cols-[minmax(0,1fr)] content-start gap-20 border-b border-line px-16 py-20 md:border-b-0 md:px-22 ${name === chosen ? '' : 'md:hidden'}`}
        >
          {content}
        </div>
      ))}
    </aside>
  )
}

const tabId = (name: string) => `${name.toLowerCase()}-tab`
const partId = (name: string) => `${name.toLowerCase()}-part`

/** Brings a field to light that the sheet holds, or that the sheet or another tab hides. */
export function reveal(field: HTMLElement) {
  const panel = document.getElementById(settingsId)
  if (!panel) return
  if (!panel.contains(field)) {
    if (panel.matches(':popover-open')) panel.hidePopover()
    return
  }
  if (!panel.checkVisibility()) panel.showPopover()
  const part = field.closest('[role="tabpanel"]')
  if (part && !part.checkVisibility())
    panel.querySelector<HTMLElement>(`[aria-controls="${part.id}"]`)?.click()
}
