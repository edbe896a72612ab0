/**
 * Where the reader's reading preferences lie, as JSON: `{ theme?: 'light' | 'dark' | 'auto', … }`.
 * site/lib/first-paint.js reads the same key before the first paint.
 */
const storageKey = 'ascend.reading'

/** The header's button flips between light and dark and remembers it on this device. */
export function enhanceThemeToggle() {
  const button = document.querySelector<HTMLButtonElement>('[data-theme-toggle]')
  if (!button) return
  const root = document.documentElement
  const show = () => button.setAttribute('aria-pressed', String(root.dataset['theme'] === 'dark'))
  show()
  button.addEventListener('click', () => {
    const theme = root.dataset['theme'] === 'dark' ? 'light' : 'dark'
    root.dataset['theme'] = theme
    remember(theme)
    show()
  })
}

function remember(theme: string) {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...known(), theme }))
  } catch {
    // Storage is full or forbidden: the choice lasts for this page.
  }
}

/** The other preferences under the key; none when something else lies there. */
function known(): object {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}')
  } catch {
    return {}
  }
}
