import { adoptStyles } from '#site/lib/adopt-styles.ts'
import { createElement, createIcon } from '#site/lib/create-element.ts'
import type { Message } from '#site/messages/messages.ts'
import { scriptIcons } from './icons/script-icons.ts'
import styles from './toast.css?inline'

adoptStyles(styles)

// Specification 11.3: the swipe distance that closes a toast.
const swipePx = 50

let shown: { close(): void } | undefined

/**
 * Shows one toast and removes the one before. Its timer stops while it is hovered or focused; it closes by its button,
 * by Escape or by a swipe. It is loaded only when the first toast is needed.
 */
export function showToast({
  title,
  text,
  note,
  action,
  isDestructive = false,
  durationMs = 5000,
}: Message) {
  shown?.close()
  const closeButton = createElement(
    'button',
    { type: 'button', class: 'icon-btn', 'aria-label': 'Close' },
    createIcon(scriptIcons.close),
  )
  const lines = [text, note].filter((line) => line !== undefined && line !== '') as string[]
  const toast = createElement(
    'div',
    {
      class: isDestructive ? 'toast toast-destructive' : 'toast',
      role: isDestructive ? 'alert' : 'status',
    },
    createElement(
      'span',
      { class: 'toast-tile cut step-3' },
      createIcon(isDestructive ? scriptIcons.alert : scriptIcons.check),
    ),
    createElement(
      'div',
      {},
      createElement('b', {}, title),
      ...lines.map((line) => createElement('p', {}, line)),
      ...(action ? [actionOf(action, () => close())] : []),
    ),
    closeButton,
  )
  closeButton.addEventListener('click', () => close())

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
  // The browser's top layer: neither an open dialog nor its cut corner covers the toast.
  toast.showPopover?.()
  if (pressed().some((element) => overlap(element, toast))) toast.classList.add('toast-top')
  wait()
  shown = { close }
}

function actionOf(action: NonNullable<Message['action']>, close: () => void) {
  const isLink = 'href' in action
  const element = createElement(
    isLink ? 'a' : 'button',
    { class: 'toast-action', ...(isLink ? { href: action.href } : { type: 'button' }) },
    action.label,
  )
  element.addEventListener('click', () => {
    close()
    if (!isLink) action.press()
  })
  return element
}

/** What the toast may be about: the focused element or its form's button, and the one under the pointer or finger. */
function pressed(): Element[] {
  const focused = document.activeElement
  const form = focused?.closest('form')
  const under = [...document.querySelectorAll(':hover')].at(-1)?.closest('a,button,label')
  return [
    focused === document.body ? null : focused,
    form?.querySelector('[type=submit]'),
    under,
  ].filter((element) => element instanceof Element)
}

function overlap(one: Element, other: Element): boolean {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
  return a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right
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
