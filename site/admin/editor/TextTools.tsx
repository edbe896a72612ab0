import { type KeyboardEvent, useRef } from 'react'
import type { CommandName, PageTool, Selected } from './rich-text.ts'

interface Props {
  /** Whether there is a text that they apply to. */
  isReady: boolean
  mode: 'plain' | 'rich'
  selected: Selected | undefined
  onRun(name: CommandName): void
  onPress(tool: PageTool): void
}

interface Tool {
  name: CommandName
  label: string
  sign: string
  keys: string
  className?: string
}

const tools: Tool[] = [
  { name: 'strong', label: 'Bold', sign: 'B', keys: 'Control+B', className: 'font-heavy' },
  { name: 'em', label: 'Italic', sign: 'I', keys: 'Control+I', className: 'italic' },
  { name: 'heading', label: 'Heading', sign: 'H', keys: 'Control+Alt+2', className: 'font-heavy' },
  { name: 'subheading', label: 'Subheading', sign: 'h', keys: 'Control+Alt+3' },
  { name: 'bullet_list', label: 'List', sign: '•–', keys: 'Control+Shift+8' },
  { name: 'ordered_list', label: 'Numbered list', sign: '1.', keys: 'Control+Shift+7' },
  { name: 'quote', label: 'Quotation', sign: '“', keys: 'Control+Shift+9' },
  { name: 'pull_quote', label: 'Pull quote', sign: '“ ”', keys: 'Control+Alt+9' },
  { name: 'divider', label: 'Divider', sign: '—', keys: 'Control+Alt+H' },
  { name: 'undo', label: 'Undo', sign: '↶', keys: 'Control+Z' },
  { name: 'redo', label: 'Redo', sign: '↷', keys: 'Control+Y' },
]

const toolClass =
  'grid h-44 min-w-44 flex-none place-items-center px-8 text-16 font-semibold aria-pressed:bg-ink aria-pressed:text-paper ' +
  'disabled:opacity-40'

/** One row that stays visible while the text scrolls; one tab stop, arrows within. */
export function TextTools({ isReady, mode, selected, onRun, onPress }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const isRich = mode === 'rich'
  const isPressed = (name: CommandName) =>
    selected?.marks.has(name) || selected?.blocks.has(name) || undefined
  const isOff = (name: CommandName) =>
    (name === 'undo' && !selected?.canUndo) || (name === 'redo' && !selected?.canRedo)

  const move = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])].filter(
      (it) => !it.disabled,
    )
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
  const button = (tool: Omit<Tool, 'name'>, run: () => void, more = {}) => (
    <button
      key={tool.label}
      type="button"
      className={`${toolClass} ${tool.className ?? ''}`}
      aria-label={tool.label}
      aria-keyshortcuts={tool.keys}
      title={`${tool.label} (${tool.keys.replace('Control', 'Ctrl')})`}
      onMouseDown={keepFocus}
      onClick={run}
      disabled={!isReady}
      {...more}
    >
      <span aria-hidden="true">{tool.sign}</span>
    </button>
  )
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Text tools"
      aria-controls="content"
      className="sticky top-0 z-10 flex overflow-x-auto border border-line-2 bg-surface"
      onKeyDown={move}
    >
      {button(
        {
          label: isRich ? 'Plain text' : 'Rich text',
          sign: isRich ? 'Plain' : 'Rich text',
          keys: 'Control+Alt+M',
          className: 'border-r border-line-2 text-14',
        },
        () => onPress('mode'),
      )}
      {button(
        {
          label: 'Picture in the text',
          sign: 'Picture',
          keys: 'Control+Alt+P',
          className: 'text-14',
        },
        () => onPress('picture'),
      )}
      {button(
        { label: 'Link', sign: 'Link', keys: 'Control+K', className: 'text-14' },
        () => onPress('link'),
        { 'aria-pressed': selected?.link !== undefined || undefined },
      )}
      {isRich &&
        tools.map(({ name, ...tool }) =>
          button(tool, () => onRun(name), {
            'aria-pressed': isPressed(name),
            disabled: isOff(name),
          }),
        )}
    </div>
  )
}
