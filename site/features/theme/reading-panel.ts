import { adoptStyles } from '#site/lib/adopt-styles.ts'
import { toElement } from '#site/lib/to-element.ts'
import { chooseReading } from './reading-modes.ts'
import styles from './reading-panel.css?inline'
import { panelHtml } from './reading-panel-html.ts'
import { type ReadingSettings, shownEvent } from './reading-settings.ts'

adoptStyles(styles)

const unlessChosen: ReadingSettings = {
  theme: 'auto',
  readingMode: 'default',
  fontSize: 'medium',
  lineHeight: 'normal',
}

let panel: HTMLDialogElement | undefined
let openedBy: HTMLElement | undefined

/** Opens 'Reading Experience'; when it closes, the focus goes back to what opened it. */
export function openReadingPanel(opener: HTMLElement) {
  panel ??= makePanel()
  openedBy = opener
  showStatus('')
  showChosen()
  panel.showModal()
}

function makePanel() {
  const dialog = toElement(panelHtml) as HTMLDialogElement
  dialog.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) void choose({ [target.name]: target.value })
  })
  dialog.addEventListener('click', ({ target }) => {
    const pressed = target as Element
    if (pressed === dialog || pressed.closest('[data-close]')) dialog.close()
    if (pressed.closest('[data-reset]')) void choose(unlessChosen, 'All settings are reset.')
  })
  dialog.addEventListener('close', giveFocusBack)
  addEventListener(shownEvent, showChosen)
  document.body.append(dialog)
  return dialog
}

async function choose(change: Partial<ReadingSettings>, done = '') {
  try {
    await chooseReading(change)
    showStatus(done)
  } catch {
    showChosen()
    showStatus('This mode could not be loaded. Please check your connection and try again.')
  }
}

function showChosen() {
  for (const input of panel?.querySelectorAll('input') ?? []) {
    input.checked = window.ascendReading.chosen[input.name as keyof ReadingSettings] === input.value
  }
}

function showStatus(words: string) {
  const status = panel?.querySelector('[role=status]')
  if (status) status.textContent = words
}

/** The badge goes with its mode, and in focus mode the Theme button goes: then another way in has the focus. */
function giveFocusBack() {
  const ways = [openedBy, ...document.querySelectorAll<HTMLElement>('[data-tool=reading]')]
  ways.find((way) => way?.checkVisibility())?.focus()
}
