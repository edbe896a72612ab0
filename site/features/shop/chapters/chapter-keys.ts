import { readText, writeText } from '#site/lib/web-storage.ts'

/** `off`: keys of a single letter do nothing (WCAG 2.1.4). */
const keysKey = 'ascend.reading-keys'

const press = (selector: string) => document.querySelector<HTMLElement>(selector)?.click()

/** ← and → are chapters, / is the search, L listens, T is the theme, H marks. */
export function pressKey(key: string, { isTrusted }: Pick<KeyboardEvent, 'isTrusted'>) {
  if (!isTrusted) return
  if (key === 'Escape') return closeTools()
  if (key === 'ArrowLeft') return press('a[rel="prev"]')
  if (key === 'ArrowRight') return press('a[rel="next"]')
  if (readText(keysKey) === 'off') return
  if (key === '/') press('article a[href$="/search"]')
  if (key === 'l') press('[data-tool="listen"]:not([data-voiceless])')
  if (key === 't') press('[aria-controls="theme-panel"]')
  if (key === 'h')
    import('./notes/chapter-notes.ts').then(({ markHere }) => markHere()).catch(console.warn)
}

function closeTools() {
  const tools = document.querySelector<HTMLDetailsElement>('[data-tools]')
  if (!tools?.open) return
  tools.open = false
  // The bar is always in view: without this the page jumps towards the bar's own place at the top.
  tools.querySelector('summary')?.focus({ preventScroll: true })
}

/** The switch at the foot says what its press does. */
export function showKeySwitch(button: HTMLElement) {
  const isOn = readText(keysKey) !== 'off'
  button.ariaPressed = String(isOn)
  const words = button.querySelector('span')
  if (words) words.textContent = isOn ? 'Turn the keys off' : 'Turn the keys on'
}

export function toggleKeys(button: HTMLElement) {
  writeText(keysKey, readText(keysKey) === 'off' ? 'on' : 'off')
  showKeySwitch(button)
}
