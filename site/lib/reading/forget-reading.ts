import { clearCaches } from '../offline/cache.ts'
import { readCache, savedCache } from '../offline/rules.ts'
import { tellWorker } from '../offline/tell-worker.ts'
import { placesKey, visitedKey } from '../reader-keys.ts'
import { forget, readText, writeText } from '../web-storage.ts'
import { countedKey } from './count-once.ts'
import { offlineReadsKey } from './offline-reads.ts'
import { changeKept, journeyKey, showKept, storeShown } from './reading-record.ts'
import { rememberKey } from './remembers-reading.ts'

/** All that this device keeps of what was read on it, beside cached pages. */
const readingKeys = [journeyKey, placesKey, offlineReadsKey, countedKey, visitedKey]

const canCache = 'caches' in globalThis

export async function rememberReading() {
  writeText(rememberKey, 'on')
  storeShown()
  if (canCache) await tellWorker()
}

/**
 * Remembers nothing from now on, and deletes what is kept, whoever read it. It is gone at once, so that it stays
 * nowhere when the page is closed; resolves to what brings it back while the page is open.
 */
export async function forgetReading(): Promise<() => Promise<void>> {
  const kept = readingKeys.map((key) => [key, readText(key)] as const)
  for (const key of readingKeys) forget(key)
  writeText(rememberKey, 'off')
  // An account's record is not this device's: the page still shows it.
  changeKept(({ account }) => ({
    events: [],
    unlocked: [],
    countedUntil: 0,
    ...(account && { account }),
  }))
  if (canCache) await tellWorker()
  const putBack = canCache ? await takeCaches() : undefined
  return async () => {
    await rememberReading()
    for (const [key, text] of kept) {
      if (text === undefined) forget(key)
      else writeText(key, text)
    }
    showKept()
    await putBack?.()
  }
}

/** Deletes all cached pages; resolves to what brings it back while this page is open, because a body outlives its entry. */
async function takeCaches(): Promise<() => Promise<void>> {
  const taken: [name: string, key: Request, answer: Response][] = []
  for (const name of [readCache, savedCache]) {
    const cache = await caches.open(name)
    for (const key of await cache.keys()) {
      const answer = await cache.match(key, { ignoreVary: true })
      if (answer) taken.push([name, key, answer])
    }
  }
  await clearCaches()
  return async () => {
    for (const [name, key, answer] of taken) await (await caches.open(name)).put(key, answer)
  }
}
