import { $theme, setTheme } from './theme.store.ts'

/**
 * The header's toggle, and changes in another tab or of the system. Rarely needed parts are loaded
 * on demand; without a network they may fail to load, and nothing breaks.
 */
export function enhanceTheme() {
  const reading = window.ascendReading
  const toggle = document.querySelector('[data-theme-toggle]')
  const press = () => toggle?.setAttribute('aria-pressed', `${reading.isDark}`)
  $theme.subscribe(press)
  toggle?.addEventListener('click', () =>
    setTheme({
      theme: reading.isDark ? 'light' : 'dark',
      // Sepia and contrast have colours of their own, which hide a theme.
      readingMode: $theme.get().readingMode === 'focus' ? 'focus' : 'default',
    }),
  )

  const ignore = () => {}
  const readAgain = () => import('./load-modes.ts').then((modes) => modes.readThemeAgain(), ignore)
  addEventListener('storage', ({ key }) => (key ?? reading.key) === reading.key && readAgain())
  addEventListener('pageshow', ({ persisted }) => persisted && readAgain())
  // This runs after first-paint.js has applied it.
  reading.system.addEventListener('change', press)
}
