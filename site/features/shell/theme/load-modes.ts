import { type ReadingSettings, setTheme, showTheme } from './theme.store.ts'

let modesAreHere: Promise<void> | undefined

/**
 * Shows a choice at once, or as soon as the styles of the mode are there, and keeps it. Rejects, with nothing
 * changed, when they could not be fetched.
 */
export async function chooseTheme(change: Partial<ReadingSettings>) {
  if ((change.readingMode ?? 'default') !== 'default') await loadModes()
  setTheme(change)
}

/** Shows what another tab has stored. */
export async function readThemeAgain() {
  const stored = window.ascendReading.read() as Partial<ReadingSettings> | null | undefined
  try {
    if ((stored?.readingMode ?? 'default') !== 'default') await loadModes()
  } catch {
    // Without a network the other tab's mode cannot be shown; this page stays as it is.
    return
  }
  showTheme(stored)
}

/** The styles of the modes weigh on nobody who has none: they come before the first one is shown. */
async function loadModes() {
  if (document.querySelector('link[data-modes]') && !modesAreHere) return
  modesAreHere ??= fetchModes()
  await modesAreHere
}

async function fetchModes() {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = window.ascendReading.modes ?? ''
  link.dataset['modes'] = ''
  try {
    await new Promise((resolve, reject) => {
      link.onload = resolve
      link.onerror = reject
      document.head.append(link)
    })
  } catch (error) {
    link.remove()
    modesAreHere = undefined
    throw error
  }
}
