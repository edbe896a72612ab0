import type { OutputOf } from '#contract/endpoints/contract.ts'
import { localCopy } from '#site/admin/editor/on-device.ts'
import type { DocumentStore } from '#site/admin/editor/use-saved-form.ts'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { adminCall } from '#site/admin/lib/call.ts'

export type Draft = OutputOf<'GET /admin/drafts/:id'>
export type DraftFields = Draft['fields']

/** A story that is asked for, and can be written in, before the editor is there (preload-draft.enhance.ts). */
interface PreloadedDraft {
  /** Nothing where it did not come: then it is asked for again, and what went wrong is said. */
  draft?: Promise<Draft | undefined> | undefined
  /** All fields, once something was typed. */
  typed?: DraftFields
}

declare global {
  interface Window {
    preloadedDraft?: PreloadedDraft | undefined
  }
}

export const storyStore: DocumentStore<DraftFields> = {
  send: (save) => adminCall('PUT /admin/drafts/:id', save),
  remove: (id, number) => adminCall('DELETE /admin/drafts/:id', { id, number }),
  copyKey: 'ascend.admin-draft.',
  listPath: adminPaths.stories,
  newPath: adminPaths.newStory,
  editPath: adminPaths.editStory,
  /** The editor takes over: from here on nothing is kept ahead of it. */
  takeTypedAhead() {
    const typed = window.preloadedDraft?.typed
    window.preloadedDraft = undefined
    return typed
  },
}

/** Once the one that was asked for ahead: whoever asks again asks the server. */
export async function openDraft(id: string): Promise<Draft> {
  const ahead = window.preloadedDraft?.draft
  if (window.preloadedDraft) window.preloadedDraft.draft = undefined
  return (await ahead) ?? adminCall('GET /admin/drafts/:id', { id })
}

export function blankDraft(id: string): Draft {
  return {
    id,
    head: 0,
    stored: null,
    savedAt: null,
    savedByName: null,
    fields: {
      title: '',
      summary: '',
      category: '',
      authorName: '',
      authorRole: '',
      content: '',
      imageUrl: '',
      imageAlt: '',
      imageFocus: 'center',
      videoUrl: '',
      seriesTitle: '',
      seriesPart: '',
      isFeatured: false,
    },
    pictures: [],
    story: null,
    sentAt: null,
    consent: null,
  }
}

export interface CopiedDraft {
  id: string
  /** Else how its text begins; empty when there is neither. */
  title: string
}

/** Drafts of which this device has what the server has not. */
export function listDraftCopies(): CopiedDraft[] {
  const { copyKey } = storyStore
  try {
    return Object.keys(localStorage).flatMap((key) => {
      const id = key.startsWith(copyKey) ? key.slice(copyKey.length) : undefined
      const copy = id && localCopy<DraftFields>(key).read()
      if (!copy) return []
      const { title, content } = copy.fields
      return [{ id, title: title.trim() || content.trim().slice(0, 60) }]
    })
  } catch {
    return []
  }
}
