import type { OutputOf } from '#contract/endpoints/contract.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { DocumentStore } from '#site/admin/editor/saving/document-store.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { callUnlessGone } from '#site/admin/lib/undo.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'

export type Draft = OutputOf<'GET /admin/drafts/:id'>
export type DraftFields = Draft['fields']

/** A story that is loaded, and can be edited, before the editor has loaded (preload-draft.enhance.ts). */
interface PreloadedDraft {
  /** Undefined after an error: then the editor loads it again, and shows the error. */
  draft?: Promise<Draft | undefined> | undefined
  /** All fields, once one was edited. */
  typed?: DraftFields
}

declare global {
  interface Window {
    preloadedDraft?: PreloadedDraft | undefined
  }
}

export const storyStore: DocumentStore<DraftFields> = {
  send: (save) => adminCall('PUT /admin/drafts/:id', save),
  remove: (id, number) => callUnlessGone('DELETE /admin/drafts/:id', { id, number }),
  discarded: adminMessages.draftDiscarded,
  copyKey: 'ascend.admin-draft.',
  listPath: staffPaths.stories,
  newPath: staffPaths.newStory,
  editPath: staffPaths.editStory,
  titleOf: ({ title }) => title,
  /** The editor takes over: from here on the preload script stores nothing. */
  takeTypedAhead() {
    const typed = window.preloadedDraft?.typed
    window.preloadedDraft = undefined
    return typed
  },
}

/** The preloaded story, once; any later call loads it from the server. */
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
      aiUse: '',
      imageCredit: '',
      imageLicence: '',
      imageSource: '',
      peopleAgree: false,
      seriesTitle: '',
      seriesPart: '',
      isFeatured: false,
    },
    pictures: [],
    cards: [],
    story: null,
    sentAt: null,
    consent: null,
  }
}
