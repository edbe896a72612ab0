import { areSingleKeysOn } from '#site/admin/lib/single-keys.ts'

// Keys of the admin pages. What they do is loaded at the first of them.

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing || document.querySelector('dialog:modal')) return
  const isWithControl = event.ctrlKey || event.metaKey
  if (event.altKey) return
  if (isWithControl && event.key === '/') {
    event.preventDefault()
    void import('./show-keys.ts').then(({ showKeys }) => showKeys())
  } else if (!isWithControl && isKeyOfOurs(event) && !isForField(event.target)) {
    // The module has not come yet: "/" would search the page, arrows would scroll it.
    const isTaken = event.key === '/' || (event.key.startsWith('Arrow') && hasRows())
    if (isTaken) event.preventDefault()
    void import('./press-key.ts').then(({ pressKey }) => pressKey(event.key.toLowerCase()))
  }
})

const isKeyOfOurs = ({ key, shiftKey, repeat }: KeyboardEvent) =>
  /^Arrow(Up|Down)$/.test(key) ||
  (!shiftKey && !repeat && /^[a-z/]$/.test(key) && areSingleKeysOn())

const hasRows = () => document.querySelector('[data-rows] > *') !== null

/** Letters and arrows are the field's own. */
const isForField = (place: EventTarget | null) =>
  place instanceof Element &&
  place.closest(
    'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="slider"], [role="toolbar"]',
  ) !== null
