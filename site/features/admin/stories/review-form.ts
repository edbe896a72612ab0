import { zodResolver } from '@hookform/resolvers/zod'
import { noteMissing, storyEdit } from '#contract/endpoints/admin-stories.ts'

/** Holds a light edit against the rules of the contributor's own form. */
export const editResolver = zodResolver(storyEdit)

/** What is wrong with a note, if anything: who gets a story back must know what to change. */
export function wrongNote(note: string, isNeeded: boolean): string | undefined {
  return isNeeded && note.trim() === '' ? noteMissing : undefined
}
