import { showAndKeep, shownEvent } from './reading-settings.ts'

/**
 * The header's toggle, and what is chosen elsewhere: in another tab, by the system. What is seldom needed comes
 * when it is; without a network it may not come, and nothing breaks.
 */
export function enhanceTheme() {
  const reading = window.ascendReading
  const toggle = document.querySelector('[data-theme-toggle]')
  const isDark = () => document.documentElement.dataset['theme'] === 'dark'
  const showPressed = () => toggle?.setAttribute('aria-pressed', `${isDark()}`)
  showPressed()
  addEventListener(shownEvent, showPressed)
  toggle?.addEventListener('click', () =>
    showAndKeep({
      theme: isDark() ? 'light' : 'dark',
      // The other two have colours of their own, in which neither could be seen.
      readingMode: reading.chosen.readingMode === 'focus' ? 'focus' : 'default',
    }),
  )

  const ignore = () => {}
  const readAgain = () => import('./reading-modes.ts').then((modes) => modes.readAgain(), ignore)
  addEventListener('storage', ({ key }) => (key ?? reading.key) === reading.key && readAgain())
  addEventListener('pageshow', ({ persisted }) => persisted && readAgain())
  matchMedia('(prefers-color-scheme:dark)').addEventListener('change', () => {
    reading.show(reading.chosen)
    showPressed()
  })
}
