import type { ReadingSettings } from './theme.store.ts'

/** The reading modes as the panel and the badge call them. */
export const modeNames: Record<ReadingSettings['readingMode'], string> = {
  default: 'Default',
  sepia: 'Sepia',
  contrast: 'Contrast',
  focus: 'Focus',
}
