/** Plain is what readers send in; the grammar of the other is in markdown/. */
export const contentFormats = ['plain', 'markdown'] as const
export type ContentFormat = (typeof contentFormats)[number]

/** What a crop of a story's picture keeps. */
export const imageFocuses = [
  'left-top',
  'top',
  'right-top',
  'left',
  'center',
  'right',
  'left-bottom',
  'bottom',
  'right-bottom',
] as const
export type ImageFocus = (typeof imageFocuses)[number]
