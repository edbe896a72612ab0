import { mostOffline } from '#contract/stats.ts'
import { forget, readJson, writeJson } from '../web-storage.ts'
import { remembersReading } from './remembers-reading.ts'

/** Ids of stories that were read offline and not counted yet. */
export const offlineReadsKey = 'ascend.offline-reads'
const toIds = (json: unknown) => (Array.isArray(json) ? (json as string[]) : [])

export function noteOfflineRead(storyId: string) {
  if (remembersReading()) change((ids) => [...ids, storyId].slice(-mostOffline))
}

/** Removes them from the device. */
export const takeOfflineReads = () => change(() => [])

/** Ids that were stored before. */
function change(next: (ids: string[]) => string[]): string[] {
  const before = readJson(offlineReadsKey, toIds) ?? []
  const after = next(before)
  if (after.length > 0) writeJson(offlineReadsKey, after)
  else forget(offlineReadsKey)
  return before
}
