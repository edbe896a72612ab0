import { counted } from '../text.ts'

// What becomes of an EPUB's text when it is to be read on the site, as its thread reports it.

/** A page of the book: a chapter, or a part of a long one. Its place in the list plus one is the number in its address. */
export interface Part {
  /** From 1. */
  chapter: number
  title: string
  /** From 1, of `parts` in its chapter. */
  part: number
  parts: number
  words: number
  /** JSON of `bookSchema`. */
  doc: object
}

/** A picture that the text shows; `picture` nodes name it by its place in the list. */
export interface PictureRef {
  /** Its file in the EPUB. */
  name: string
  alt: string
}

/** Why an EPUB that is sold cannot be read on the site. */
export const textFaults = {
  fixed: '{file} has a fixed layout, which cannot be read on small screens.',
  sound: '{file} has sound in its text.',
  film: '{file} has a film in its text.',
  drawing: '{file} has a drawing with words in it.',
  noWords: 'It has no words.',
  scan: 'Its pages are pictures, or have letters that are drawn: there is no text in it.',
  tooLong: 'It is too long, or takes too long to prepare.',
  words: 'A word of {file} would be lost.',
  schema: 'Its chapter {file} has something that cannot be shown.',
} as const

export type TextFaultName = keyof typeof textFaults

export interface TextFault {
  fault: TextFaultName
  /** The file in the EPUB, or the title of the chapter. */
  place: string
}

/** What is not shown, in the singular and plural. */
const droppedKinds = {
  fonts: ['font', 'fonts'],
  drawings: ['drawing', 'drawings'],
  pictures: ['picture that is neither JPEG nor PNG', 'pictures that are neither JPEG nor PNG'],
  sounds: ['sound', 'sounds'],
  videos: ['film', 'films'],
  formulas: ['formula, except for its signs', 'formulas, except for their signs'],
} satisfies Record<string, [string, string]>

export type Dropped = Record<keyof typeof droppedKinds, number>

export interface BookText {
  /** That of the book; blocks and words say where theirs differs. Empty where it is not known. */
  language: string
  parts: Part[]
  pictures: PictureRef[]
  kept: { words: number; pictures: number }
  dropped: Dropped
}

export function sayTextFault({ fault, place }: TextFault): string {
  return textFaults[fault].replace('{file}', () => (place ? `“${place}”` : 'A file'))
}

/** “84,112 words, 18 pictures; not shown: 2 fonts” */
export function sayBookText({ kept, dropped }: Pick<BookText, 'kept' | 'dropped'>): string {
  const words = counted(kept.words, 'word', 'words')
  const pictures = kept.pictures > 0 ? `, ${counted(kept.pictures, 'picture', 'pictures')}` : ''
  const missing = Object.entries(droppedKinds)
    .map(([kind, names]) => [dropped[kind as keyof Dropped], ...names] as const)
    .filter(([count]) => count > 0)
    .map((kind) => counted(...kind))
  return `${words}${pictures}${missing.length > 0 ? `; not shown: ${missing.join(', ')}` : ''}`
}
