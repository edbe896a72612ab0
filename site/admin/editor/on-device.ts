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
