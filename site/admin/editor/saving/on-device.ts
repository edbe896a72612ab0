import type { DocumentStore } from './document-store.ts'
import type { CopyStore, LocalCopy } from './draft-saver.ts'

// Drafts on this device. Storage may be full, forbidden or corrupt: then there are none.

export function localCopy<Fields>(key: string): CopyStore<Fields> {
  return {
    read() {
      try {
        const copy = JSON.parse(localStorage.getItem(key) ?? 'null') as LocalCopy<Fields> | null
        return copy && typeof copy.base === 'number' && copy.fields ? copy : undefined
      } catch {
        return undefined
      }
    },
    write(copy) {
      try {
        localStorage.setItem(key, JSON.stringify(copy))
      } catch {
        // The server has all but the last seconds.
      }
    },
    clear() {
      try {
        localStorage.removeItem(key)
      } catch {
        // There is none.
      }
    },
  }
}

export interface CopiedDraft {
  id: string
  /** Else how its text begins; empty when there is neither. */
  title: string
}

/** Markdown without its links and signs. */
const plain = (markdown: string) =>
  markdown
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[#*>_]/g, '')
    .trim()

/** Documents with changes that are only on this device. */
export function listDraftCopies<Fields extends { content: string }>({
  copyKey,
  titleOf,
}: Pick<DocumentStore<Fields>, 'copyKey' | 'titleOf'>): CopiedDraft[] {
  try {
    return Object.keys(localStorage).flatMap((key) => {
      const id = key.startsWith(copyKey) ? key.slice(copyKey.length) : undefined
      const copy = id && localCopy<Fields>(key).read()
      if (!copy) return []
      const { fields } = copy
      return [{ id, title: titleOf(fields).trim() || plain(fields.content).slice(0, 60).trim() }]
    })
  } catch {
    return []
  }
}

const modeKey = 'ascend.editor-mode'

export type EditorMode = 'plain' | 'rich'

/** Whether this device last showed the rich or the plain editor. */
export function rememberedMode(): EditorMode {
  try {
    return localStorage.getItem(modeKey) === 'plain' ? 'plain' : 'rich'
  } catch {
    return 'rich'
  }
}

export function rememberMode(mode: EditorMode) {
  try {
    localStorage.setItem(modeKey, mode)
  } catch {
    // The rich editor opens the next time.
  }
}
