import { $theme, setTheme, showTheme } from './theme.store.ts'

/**
 * The header's toggle, and what is chosen elsewhere: in another tab, by the system. What is seldom needed comes
 * when it is; without a network it may not come, and nothing breaks.
 */
export function enhanceTheme() {
  const reading = window.ascendReading
  const toggle = document.querySelector('[data-theme-toggle]')
  $theme.subscribe(() => toggle?.setAttribute('aria-pressed', `${reading.isDark}`))
  toggle?.addEventListener('click', () =>
    setTheme({
      theme: reading.isDark ? 'light' : 'dark',
      // The other two have colours of their own, in which neither could be seen.
      readingMode: $theme.get().readingMode === 'focus' ? 'focus' : 'default',
    }),
  )

  const ignore = () => {}
  const readAgain = () => import('./load-modes.ts').then((modes) => modes.readThemeAgain(), ignore)
  addEventListener('storage', ({ key }) => (key ?? reading.key) === reading.key && readAgain())
  addEventListener('pageshow', ({ persisted }) => persisted && readAgain())
  matchMedia('(prefers-color-scheme:dark)').addEventListener('change', () =>
    showTheme($theme.get()),
  )
}
