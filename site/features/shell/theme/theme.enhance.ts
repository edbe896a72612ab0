import { $theme, setTheme } from './theme.store.ts'

/**
 * The header's toggle, and what is chosen elsewhere: in another tab, by the system. What is seldom needed comes
 * when it is; without a network it may not come, and nothing breaks.
 */
export function enhanceTheme() {
  const reading = window.ascendReading
  const toggle = document.querySelector('[data-theme-toggle]')
  const press = () => toggle?.setAttribute('aria-pressed', `${reading.isDark}`)
  $theme.subscribe(press)
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
  // After first-paint.js has shown it.
  reading.system.addEventListener('change', press)
}
