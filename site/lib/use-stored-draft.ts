import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { draftStore } from './draft.store.ts'

/** How long after the last key the draft is saved. */
const saveAfterMs = 400

/**
 * What somebody types, stored on this device a moment after the last key and before the page goes.
 * `changed` gives what differs from the empty form, by field name.
 */
export function useStoredDraft(
  key: string,
  over: string | undefined,
  changed: () => Record<string, string>,
) {
  const [store] = useState(() => draftStore(key, over))
  const stored = useStore(store.$draft)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const stop = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  const save = () => {
    stop()
    return store.save(changed())
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what they read does not change.
  useEffect(() => {
    const flush = () => timer.current && save()
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      stop()
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
    }
  }, [])

  return {
    /** What was stored before. */
    load: () => store.load(),
    /** Returns whether the device took it. */
    save,
    saveSoon() {
      stop()
      timer.current = setTimeout(save, saveAfterMs)
    },
    clear() {
      stop()
      store.clear()
    },
    /** When what stands in the form was last stored (ISO 8601). */
    savedAt: stored?.savedAt,
  }
}
