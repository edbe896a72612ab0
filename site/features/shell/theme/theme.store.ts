import { atom } from 'nanostores'
import { writeJson } from '#site/lib/web-storage.ts'

/** The settings of 'Reading Experience' (specification 3.11). */
export interface ReadingSettings {
  theme: 'light' | 'dark' | 'auto'
  readingMode: 'default' | 'sepia' | 'contrast' | 'focus'
  fontSize: 'small' | 'medium' | 'large'
  lineHeight: 'compact' | 'normal' | 'relaxed'
}

declare global {
  interface Window {
    /** The API of site/lib/pages/first-paint.js, which applies the settings before the first paint, and later for us. */
    ascendReading: {
      /** Their key in Web Storage; the value is JSON. */
      readonly key: string
      /** Address of the styles of the modes; the admin pages have none. */
      readonly modes?: string
      /** Whether the system is dark. */
      readonly system: MediaQueryList
      /** The current settings, every field valid. */
      readonly chosen: Readonly<ReadingSettings>
      /** Whether the page is dark, by choice, mode or system. */
      readonly isDark: boolean
      /** The stored value, not validated. */
      read(): unknown
      /** Applies the valid fields, and the defaults for the rest. */
      show(given: unknown): void
    }
  }
}

/** The settings of this device, as this page shows them; empty on the server, which does not know them. */
export const $theme = atom({ ...globalThis.window?.ascendReading.chosen } as ReadingSettings)

/** Applies the valid fields of stored or chosen settings; the styles of the mode must be loaded. */
export function showTheme(given: unknown) {
  const { show, chosen } = window.ascendReading
  show(given)
  $theme.set({ ...chosen })
}

/** Applies a choice whose styles are loaded, and stores it on the device. */
export function setTheme(change: Partial<ReadingSettings>) {
  showTheme({ ...$theme.get(), ...change })
  writeJson(window.ascendReading.key, $theme.get())
}
