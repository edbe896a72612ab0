/** What a reader may choose in 'Reading Experience' (specification section 3). */
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
      /** Address of the styles of the modes; the desk has none. */
      readonly modes?: string
      /** What holds now, every field valid. */
      readonly chosen: Readonly<ReadingSettings>
      /** What is stored, as it is. */
      read(): unknown
      /** Shows what of it is valid, and of the rest the defaults. */
      show(given: unknown): void
    }
  }
}

/** Told of on the window when the page shows something else than before. */
export const shownEvent = 'reading'

/** Shows settings whose styles are there, and keeps them on the device. */
export function showAndKeep(change: Partial<ReadingSettings>) {
  const { key, chosen, show } = window.ascendReading
  show({ ...chosen, ...change })
  dispatchEvent(new Event(shownEvent))
  try {
    localStorage.setItem(key, JSON.stringify(chosen))
  } catch {
    // Storage is full or forbidden: the choice lasts for this page.
  }
}
