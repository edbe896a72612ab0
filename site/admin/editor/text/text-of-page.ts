import type { RefObject } from 'react'
import type { CurrentText } from '../saving/document-store.ts'

export interface TextOfPage {
  /** Undefined until the device's copy was read. */
  start: string | undefined
  /** The current text, read only to save it: serialising Markdown takes a while. */
  text: RefObject<CurrentText>
  /** False while the text is loading: nobody may type over it. */
  isReady?: boolean
  changed(name: string): void
  /** The field sets it: it inserts blocks of Markdown after the one with the caret. */
  insert?: RefObject<((markdown: string) => void) | undefined>
}

/** The id of the visible field: errors link to it. */
export const fieldId = 'content'
export const fieldLabel = 'Text'
export const hintId = 'content-note'

/** The text looks as on the story's page. */
export const textClass =
  'block w-full bg-transparent font-serif text-18/168 caret-accent md:text-20/155 focus-visible:[outline:none] '
