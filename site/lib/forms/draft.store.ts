import { atom } from 'nanostores'
import { forget, readJson, writeJson } from '../web-storage.ts'

export const draftKeys = {
  story: 'ascend.draft',
  /** A submission that is being edited has a draft of its own: it never appears in a new story. */
  submission: (id: string) => `ascend.draft.${id}`,
  request: 'ascend.publish-draft',
}

export interface Draft {
  /** ISO 8601. */
  savedAt: string
  /** The version of the text that was edited: the submission's `updatedAt`. Empty for a new text. */
  over: string
  /** By field name. */
  values: Record<string, string>
}

/**
 * The draft of one form on this device. A draft of an older version than `over` is left alone; the device's clock is
 * not used, because it may be wrong.
 */
export function draftStore(key: string, over = '') {
  const $draft = atom<Draft | undefined>(undefined)
  return {
    $draft,

    /** The draft that was stored before. */
    load(): Draft | undefined {
      const draft = readJson(key, toDraft)
      const version = draft?.over || over
      $draft.set(version === over ? draft : undefined)
      return $draft.get()
    },

    /** Whether storage accepted it. An empty draft is not stored. */
    save(values: Record<string, string>): boolean {
      if (Object.values(values).every((value) => value.trim() === '')) return this.clear()
      const draft = { savedAt: new Date().toISOString(), over, values }
      if (!writeJson(key, draft)) return false
      $draft.set(draft)
      return true
    },

    clear(): boolean {
      $draft.set(undefined)
      return forget(key)
    },
  }
}

/** The version of the text that the draft under this key was edited from; undefined where there is none. */
export function storedOver(key: string): string | undefined {
  return readJson(key, toDraft)?.over || undefined
}

function toDraft(json: unknown): Draft | undefined {
  const { savedAt, over = '', values } = json as Partial<Draft>
  if (typeof savedAt !== 'string' || Number.isNaN(Date.parse(savedAt))) return undefined
  const texts = Object.entries(values ?? {}).filter(([, value]) => typeof value === 'string')
  return texts.length > 0 ? { savedAt, over, values: Object.fromEntries(texts) } : undefined
}
