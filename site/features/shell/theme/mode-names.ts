import type { ReadingSettings } from './theme.store.ts'

/** The names of the reading modes in the panel and the badge. */
export const modeNames: Record<ReadingSettings['readingMode'], string> = {
  default: 'Default',
  sepia: 'Sepia',
  contrast: 'Contrast',
  focus: 'Focus',
}
