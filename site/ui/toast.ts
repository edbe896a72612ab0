import { adoptStyles } from '#site/lib/adopt-styles.ts'
import type { Message } from '#site/messages/messages.ts'
import { icons } from './icons.ts'
import styles from './toast.css?inline'

adoptStyles(styles)

// Specification section 9: how long a toast stays, and how far it is swiped to go.
const durationMs = 5000
const swipePx = 50

let shown: { close(): void } | undefined

/**
 * Shows one toast; the one before goes. It waits while it is hovered or focused, and closes by its button,
 * by Escape or by a swipe. Loaded only when the first toast is needed.
 */
export function showToast({ title, text, note, isDestructive = false }: Message) {
  shown?.close()
  const toast = document.createElement('div')
  toast.className = isDestructive ? 'toast toast-destructive' : 'toast'
  toast.role = isDestructive ? 'alert' : 'status'
  toast.append(
    tile(isDestructive),
    words(title, text, note),
    closeButton(() => close()),
  )

  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(close, durationMs)
  }
  const hold = () => clearTimeout(timer)
  const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close()
  function close() {
    hold()
    document.removeEventListener('keydown', onKey)
    toast.remove()
    shown = undefined
  }
  for (const name of ['pointerenter', 'focusin']) toast.addEventListener(name, hold)
  for (const name of ['pointerleave', 'focusout']) toast.addEventListener(name, wait)
  document.addEventListener('keydown', onKey)
  closeOnSwipe(toast, close)

  // A modal dialog is above everything else, so its toast must be inside it.
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  toast.popover = 'manual'
  top.append(toast)
  // The browser's top layer: neither an open dialog nor its cut corner covers the words.
  toast.showPopover?.()
  wait()
  shown = { close }
}

function closeOnSwipe(toast: HTMLElement, close: () => void) {
  let from: number | undefined
  toast.addEventListener('pointerdown', (event) => {
    from = event.clientX
  })
  toast.addEventListener('pointermove', (event) => {
    if (from !== undefined && event.clientX - from > swipePx) close()
  })
  toast.addEventListener('pointerup', () => {
    from = undefined
  })
}

function tile(isDestructive: boolean) {
  const box = document.createElement('span')
  box.className = 'toast-tile cut cut-small'
  box.append(drawIcon(isDestructive ? icons.alert : icons.check))
  return box
}

function words(title: string, ...lines: (string | undefined)[]) {
  const box = document.createElement('div')
  const strong = document.createElement('b')
  strong.textContent = title
  box.append(strong)
  for (const text of lines) {
    if (!text) continue
    const line = document.createElement('p')
    line.textContent = text
    box.append(line)
  }
  return box
}

function closeButton(close: () => void) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'icon-btn'
  button.ariaLabel = 'Close'
  button.append(drawIcon(icons.close))
  button.addEventListener('click', close)
  return button
}

function drawIcon(shape: string) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  const look = {
    viewBox: '0 0 24 24',
    width: '20',
    height: '20',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  }
  for (const [name, value] of Object.entries(look)) svg.setAttribute(name, value)
  path.setAttribute('d', shape)
  svg.append(path)
  return svg
}
