import type { Draft, DraftFields } from './blank-draft.ts'

/** A story that is asked for, and can be written in, before the editor is there (draft-ahead.enhance.ts). */
export interface DraftAhead {
  /** Nothing where it did not come: then it is asked for again, and what went wrong is said. */
  draft?: Promise<Draft | undefined> | undefined
  /** All fields, once something was typed. */
  typed?: DraftFields
}

declare global {
  interface Window {
    draftAhead?: DraftAhead | undefined
  }
}

/** Once: whoever asks again asks the server. */
export function takeDraftAhead(): Promise<Draft | undefined> | undefined {
  const draft = window.draftAhead?.draft
  if (window.draftAhead) window.draftAhead.draft = undefined
  return draft
}

/** The editor takes over; what was typed until now, if anything. From here on nothing is kept ahead of it. */
export function takeTypedAhead(): DraftFields | undefined {
  const typed = window.draftAhead?.typed
  window.draftAhead = undefined
  return typed
}
