import { dayOf } from '#contract/dates.ts'
import { call } from '../call.ts'
import { forget, readJson, writeJson } from '../web-storage.ts'
import { remembersReading } from './remembers-reading.ts'

/** What this browser has reported, and no id: the server cannot tell visitors apart (decision 120). */
export const countedKey = 'ascend.counted'

interface Counted {
  /** In Lagos, as the server counts: stories viewed on it. */
  day: string
  views: string[]
  /** `2026-11-29T04`: stories shared in it. */
  hour: string
  shares: string[]
}

export const countView = (id: string) =>
  once('views', id, () => call('POST /stories/:id/view', { id }))

export const countShare = (id: string) =>
  once('shares', id, () => call('POST /stories/:id/share', { id }))

/** A signed-in reader's are told apart by the server. Resolves to nothing when it was reported before. */
async function once<T>(kind: 'views' | 'shares', id: string, report: () => Promise<T>) {
  if ('signedIn' in document.documentElement.dataset || !remembersReading()) return report()
  const counted = readCounted()
  if (counted[kind].includes(id)) return undefined
  // It is noted first, so that a second tab does not report it as well.
  writeJson(countedKey, { ...counted, [kind]: [...counted[kind], id] })
  try {
    return await report()
  } catch (error) {
    const now = readCounted()
    writeJson(countedKey, { ...now, [kind]: now[kind].filter((one) => one !== id) })
    throw error
  }
}

/** What was reported on this day and in this hour. */
function readCounted(): Counted {
  const now = new Date()
  const [day, hour] = [dayOf(now), now.toISOString().slice(0, 13)]
  const stored = readStored()
  const listOf = (ids: unknown) => (Array.isArray(ids) ? (ids as string[]) : [])
  return {
    day,
    views: stored.day === day ? listOf(stored.views) : [],
    hour,
    shares: stored.hour === hour ? listOf(stored.shares) : [],
  }
}

const readStored = () => readJson(countedKey, (json) => json as Partial<Counted>) ?? {}

/** What was read yesterday does not stay on the device. */
export function forgetYesterday() {
  const { day } = readStored()
  if (day !== dayOf(new Date())) forget(countedKey)
}
