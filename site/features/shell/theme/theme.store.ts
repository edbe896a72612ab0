import { atom } from 'nanostores'

/** What a reader may choose in 'Reading Experience' (specification 3.11). */
export interface ReadingSettings {
  theme: 'light' | 'dark' | 'auto'
  readingMode: 'default' | 'sepia' | 'contrast' | 'focus'
  fontSize: 'small' | 'medium' | 'large'
  lineHeight: 'compact' | 'normal' | 'relaxed'
}

declare global {
  interface Window {
    /** Of site/lib/first-paint.js, which reads and shows the settings before the first paint, and again for us. */
    ascendReading: {
      /** Under which they lie in localStorage, as JSON. */
      readonly key: string
      /** Address of the styles of the modes; the publisher's pages have none. */
      readonly modes?: string
      /** Whether the system is dark. */
      readonly system: MediaQueryList
      /** What holds now, every field valid. */
      readonly chosen: Readonly<ReadingSettings>
      /** Whether the page is dark now, by choice, mode or system. */
      readonly isDark: boolean
      /** What is stored, as it is. */
      read(): unknown
      /** Shows what of it is valid, and of the rest the defaults. */
      show(given: unknown): void
    }
  }
}

/** What is chosen on this device, and shown by this page; the server, which does not know it, has nothing here. */
export const $theme = atom({ ...globalThis.window?.ascendReading.chosen } as ReadingSettings)

/** Shows what was stored or chosen, as far as it is valid; the styles of its mode must be there. */
export function showTheme(given: unknown) {
  const { show, chosen } = window.ascendReading
  show(given)
  $theme.set({ ...chosen })
}

/** Shows a choice whose styles are there, and keeps it on the device. */
export function setTheme(change: Partial<ReadingSettings>) {
  showTheme({ ...$theme.get(), ...change })
  try {
    localStorage.setItem(window.ascendReading.key, JSON.stringify($theme.get()))
  } catch {
    // Storage is full or forbidden: the choice lasts for this page.
  }
}
