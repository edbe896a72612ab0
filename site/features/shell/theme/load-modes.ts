import { type ReadingSettings, setTheme, showTheme } from './theme.store.ts'

let modesAreHere: Promise<void> | undefined

/**
 * Applies and stores a choice, at once or as soon as the styles of the mode are loaded. Rejects, with nothing
 * changed, when they could not be loaded.
 */
export async function chooseTheme(change: Partial<ReadingSettings>) {
  if ((change.readingMode ?? 'default') !== 'default') await loadModes()
  setTheme(change)
}

/** Applies the choice of another tab. */
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

/** The styles of the modes are loaded before the first mode is shown: readers without one do not pay for them. */
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
