import { clearCaches, tellWorker } from '#site/lib/offline/cache.ts'
import { booksCache, keptBooksKey, readCache, savedCache } from '#site/lib/offline/rules.ts'
import { bookPlacesKey, placesKey, visitedKey } from '#site/lib/reader-keys.ts'
import { countedKey } from '#site/lib/reading/count-once.ts'
import { countedChaptersKey } from '#site/lib/reading/counted-chapters-key.ts'
import { offlineReadsKey } from '#site/lib/reading/offline-reads.ts'
import { changeKept, journeyKey, nothing, readKept } from '#site/lib/reading/reading-record.ts'
import { rememberKey } from '#site/lib/reading/remembers-reading.ts'
import { forget, readText, writeText } from '#site/lib/web-storage.ts'
import { showToast } from '#site/ui/toast.ts'

const canCache = 'caches' in globalThis

/** What the switch does, and says; `show` draws it again. */
export async function switchMemory(isOn: boolean, show: () => void) {
  try {
    if (isOn) return await rememberReading()
    const undo = await forgetReading()
    document.querySelector('[data-continue]')?.setAttribute('hidden', '')
    showToast({
      title: 'Reading Deleted',
      text: 'Nothing that you read is kept on this phone any more, nor what you saved for offline.',
      durationMs: 10_000,
      action: { label: 'Undo', press: () => undo().catch(console.warn).then(show) },
    })
  } catch (error) {
    console.warn(error)
    showToast({ title: 'Could Not Delete All', text: 'Please try again.', isDestructive: true })
  }
}

/** From now on; `record` is what this page knows already. */
async function rememberReading(record = readKept()) {
  writeText(rememberKey, 'on')
  changeKept(() => record)
  if (canCache) await tellWorker()
}

/** Deletes at once, whoever read it, so that nothing stays when the page is closed; resolves to what brings it back. */
async function forgetReading() {
  const record = readKept()
  const keys = [
    placesKey,
    bookPlacesKey,
    keptBooksKey,
    offlineReadsKey,
    countedKey,
    countedChaptersKey,
    visitedKey,
  ]
  const kept = keys.map((key) => [key, readText(key) ?? ''] as const)
  writeText(rememberKey, 'off')
  for (const key of [journeyKey, ...keys]) forget(key)
  // An account's record is not this device's: the page still shows it.
  changeKept(({ account }) => ({ ...nothing, ...(account && { account }) }))
  const putBack = canCache ? await takeCaches() : undefined
  return async () => {
    await rememberReading(record)
    for (const [key, text] of kept) if (text) writeText(key, text)
    await putBack?.()
  }
}

/** Deletes all cached pages; a body outlives its entry, so that they can be brought back while this page is open. */
async function takeCaches() {
  await tellWorker()
  const taken: [name: string, key: Request, answer: Response][] = []
  for (const name of [readCache, savedCache, booksCache]) {
    const cache = await caches.open(name)
    const answers = await cache.matchAll()
    for (const [index, key] of (await cache.keys()).entries())
      taken.push([name, key, answers[index] as Response])
  }
  await clearCaches()
  return async () => {
    for (const [name, key, answer] of taken) await (await caches.open(name)).put(key, answer)
  }
}
