import type { CopyStore, LocalCopy } from './draft-saver.ts'

/** Under this key, a copy of a draft on this device. Storage may be full, forbidden or spoilt: then there is none. */
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
