import { mostOffline } from '#contract/stats.ts'

/** Ids of stories that were read offline and not counted yet. */
const key = 'ascend.offline-reads'

const { globalPrivacyControl } =
  typeof navigator === 'undefined'
    ? {}
    : (navigator as Navigator & { globalPrivacyControl?: boolean })

/** Do Not Track, or Global Privacy Control: nothing but views is counted. */
export const asksNotToBeTracked = () =>
  navigator.doNotTrack === '1' || globalPrivacyControl === true

export function noteOfflineRead(storyId: string) {
  if (!asksNotToBeTracked()) change((ids) => [...ids, storyId].slice(-mostOffline))
}

/** Removes them from the device. */
export const takeOfflineReads = () => change(() => [])

/** Ids that were stored before. */
function change(next: (ids: string[]) => string[]): string[] {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '[]')
    const before: string[] = Array.isArray(kept) ? kept : []
    const after = next(before)
    if (after.length > 0) localStorage.setItem(key, JSON.stringify(after))
    else localStorage.removeItem(key)
    return before
  } catch {
    // Full or forbidden storage: not counted.
    return []
  }
}
