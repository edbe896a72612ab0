import type { ReadingSettings } from './theme.store.ts'

export const modeNames: Record<ReadingSettings['readingMode'], string> = {
  default: 'Default',
  sepia: 'Sepia',
  contrast: 'Contrast',
  focus: 'Focus',
}
