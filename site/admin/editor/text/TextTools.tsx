import { type KeyboardEvent, useRef } from 'react'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { icons } from '#site/ui/icons/icons.ts'
import type { PageTool } from './rich-text.ts'
import type { Selected } from './selected.ts'
import type { CommandName } from './text-commands.ts'

interface Props {
  /** Whether there is a text that they apply to. */
  isReady: boolean
  mode: 'plain' | 'rich'
  selected: Selected | undefined
  /** What can be inserted stands in the place of the keyboard. */
  isInserting: boolean
  onRun(name: CommandName): void
  onPress(tool: PageTool): void
}

interface Tool {
  /** Its accessible name; the word below the icon, where that is shorter, is part of it. */
  label: string
  word?: string
  icon: string
  keys: string
  /** Its place on a laptop. */
  className: string
}

// They stand in the order of a phone, which shows seven of them; a laptop groups them by what they do.
const page: Record<PageTool, Tool> = {
  // A laptop has it at the line.
  insert: {
    label: 'Insert',
    icon: adminIcons.plus,
    keys: 'Control+Alt+Enter',
    className: '!min-w-60 bg-sunrise text-on-sun md:hidden',
  },
  link: {
    label: 'Link',
    icon: adminIcons.link,
    keys: 'Control+K',
    className: 'md:order-4 md:mr-6',
  },
  picture: {
    label: 'Inline picture',
    word: 'Picture',
    icon: adminIcons.image,
    keys: 'Control+Alt+P',
    className: 'md:order-9',
  },
  mode: {
    label: 'Plain text',
    icon: icons.text,
    keys: 'Control+Alt+M',
    // Whole at the edge of a laptop whose bar has not room for all.
    className: 'ml-auto mr-12 md:sticky md:right-0 md:order-last md:mr-0 md:bg-surface',
  },
}

/** Its picture says it where a small laptop has no room for its word. */
const knownClass = '[@media(min-width:56.25em)_and_(max-width:86em)]:[&>span]:hidden md:!min-w-40'

const rich: Record<CommandName, Tool> = {
  strong: { label: 'Bold', icon: adminIcons.bold, keys: 'Control+B', className: 'md:order-3' },
  em: { label: 'Italic', icon: adminIcons.italic, keys: 'Control+I', className: 'md:order-3' },
  quote: {
    label: 'Quote',
    icon: adminIcons.quote,
    keys: 'Control+Shift+9',
    className: 'md:order-5',
  },
  bullet_list: {
    label: 'List',
    icon: adminIcons.list,
    keys: 'Control+Shift+8',
    className: 'md:order-7',
  },
  undo: {
    label: 'Undo',
    icon: adminIcons.undo,
    keys: 'Control+Z',
    className: `md:order-11 ${knownClass}`,
  },
  redo: {
    label: 'Redo',
    icon: adminIcons.redo,
    keys: 'Control+Y',
    className: `md:order-12 ${knownClass}`,
  },
  heading: {
    label: 'Heading',
    icon: adminIcons.heading,
    keys: 'Control+Alt+2',
    className: 'md:order-1',
  },
  subheading: {
    label: 'Subheading',
    icon: adminIcons.subheading,
    keys: 'Control+Alt+3',
    className: 'md:order-2',
  },
  ordered_list: {
    label: 'Numbers',
    icon: adminIcons.numbers,
    keys: 'Control+Shift+7',
    className: 'md:order-8 md:mr-6',
  },
  pull_quote: {
    label: 'Pull quote',
    icon: adminIcons.pullQuote,
    keys: 'Control+Alt+9',
    className: 'md:order-6',
  },
  divider: {
    label: 'Divider',
    icon: adminIcons.divider,
    keys: 'Control+Alt+H',
    className: 'md:order-10 md:mr-6',
  },
}

const before = ['strong', 'em'] as const
const after = [
  'quote',
  'bullet_list',
  'undo',
  'redo',
  'heading',
  'subheading',
  'ordered_list',
  'pull_quote',
  'divider',
] as const

const toolClass =
  'grid h-56 min-w-[51px] flex-none place-content-center justify-items-center gap-4 px-4 text-12/100 font-semibold ' +
  'aria-pressed:bg-sunk aria-pressed:shadow-[inset_0_-3px_var(--accent)] disabled:text-placeholder ' +
  'md:flex md:h-49 md:items-center md:gap-6 md:px-5 md:text-14 [&>svg]:flex-none'

/** Named tools: above a phone's keyboard, under a laptop's bar; arrows move within. */
export function TextTools({ isReady, mode, selected, isInserting, onRun, onPress }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const isRich = mode === 'rich'
  const isPressed = (name: CommandName) =>
    selected?.marks.has(name) || selected?.blocks.has(name) || undefined
  const isOff = (name: CommandName) =>
    (name === 'undo' && !selected?.canUndo) || (name === 'redo' && !selected?.canRedo)

  const move = (event: KeyboardEvent) => {
    const left = (button: Element) => button.getBoundingClientRect().left
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])]
      .filter((it) => !it.disabled)
      .sort((a, b) => left(a) - left(b))
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : step && at + step
    const target =
      next === undefined ? undefined : buttons[(next + buttons.length) % buttons.length]
    if (!target) return
    event.preventDefault()
    target.focus()
  }
  // The focus stays in the text, so that a phone's keyboard stays open.
  const keepFocus = (event: { preventDefault(): void }) => event.preventDefault()
  const button = (
    { label, word = label, icon, keys, className }: Tool,
    run: () => void,
    more = {},
  ) => (
    <button
      key={label}
      type="button"
      className={`${toolClass} ${className}`}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={`${label} (${keys.replace('Control', 'Ctrl')})`}
      onMouseDown={keepFocus}
      onClick={run}
      disabled={!isReady}
      {...more}
    >
      <Icon shape={icon} />
      <span aria-hidden="true">{word}</span>
    </button>
  )
  /** Beside the tiles of what can be inserted, only tools that insert nothing stay. */
  const shown = (names: readonly CommandName[]) =>
    names.filter((name) => !isInserting || name === 'undo' || name === 'redo')
  const command = (name: CommandName) =>
    button(rich[name], () => onRun(name), {
      'aria-pressed': isPressed(name),
      disabled: isOff(name),
    })
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Text tools"
      aria-controls="content"
      data-bar=""
      className="editor-tools invisible sticky bottom-[--foot] z-20 order-2 flex overflow-x-auto border-t-2 border-ink bg-surface md:visible md:bottom-auto md:top-[--bar] md:order-none md:border-b md:border-t-0 md:border-line md:px-12"
      onKeyDown={move}
    >
      {isRich &&
        button(
          isInserting ? { ...page.insert, label: 'Close', icon: icons.close } : page.insert,
          () => onPress('insert'),
        )}
      {isRich && shown(before).map(command)}
      {!isInserting &&
        button(page.link, () => onPress('link'), {
          'aria-pressed': selected?.link !== undefined || undefined,
        })}
      {isRich && shown(after).map(command)}
      {!isInserting && button(page.picture, () => onPress('picture'))}
      {button(isRich ? page.mode : { ...page.mode, label: 'Rich text' }, () => onPress('mode'))}
    </div>
  )
}
