import { localCopy } from '#site/admin/editor/local-copies.ts'
import type { DraftFields } from './blank-draft.ts'

const prefix = 'ascend.admin-draft.'

export interface KeptDraft {
  id: string
  /** Else how its text begins; empty when there is neither. */
  title: string
}

/** On this device. */
export const draftCopy = (id: string) => localCopy<DraftFields>(prefix + id)

/** Drafts of which this device has what the server has not. */
export function listDraftCopies(): KeptDraft[] {
  try {
    return Object.keys(localStorage).flatMap((key) => {
      const id = key.startsWith(prefix) ? key.slice(prefix.length) : undefined
      const copy = id && draftCopy(id).read()
      if (!copy) return []
      const { title, content } = copy.fields
      return [{ id, title: title.trim() || content.trim().slice(0, 60) }]
    })
  } catch {
    return []
  }
}
