import { cacheAnswer, clearCaches, fetchPage, findCached } from '#site/lib/offline/cache.ts'
import { isAsset, isCacheable, pageKey, readCache } from '#site/lib/offline/rules.ts'
import { paths } from '#site/lib/paths.ts'
import { mayBeSignedIn, readerMark } from '#site/lib/session.ts'

/** The storage key of the reader for whom pages were cached: their `readerMark`, or nothing. */
const keptForReaderKey = 'ascend.kept-for-reader'

/** Whether this browser can cache pages and serve them offline. */
export function canCache(): boolean {
  return 'serviceWorker' in navigator && 'caches' in window
}

let settled: Promise<void> | undefined

/**
 * Clears the cache of a reader who has gone: signed out here or in another tab, expired on the server, or
 * replaced by another. Once a page, before anything is cached on it.
 */
export function settleOwner(): Promise<void> {
  settled ??= settle()
  return settled
}

async function settle() {
  try {
    const reader = readerMark()
    const owner = localStorage.getItem(keptForReaderKey) ?? undefined
    if (owner === reader) return
    if (owner !== undefined) await clearCaches()
    if (reader === undefined) localStorage.removeItem(keptForReaderKey)
    else localStorage.setItem(keptForReaderKey, reader)
  } catch {
    // No storage: nothing is cached either, or the worker alone clears the cache.
  }
}

/** Registers the worker, which serves pages from now on. */
export async function registerWorker() {
  await navigator.serviceWorker.register(paths.worker)
}

/** The files that the open page has loaded from us; all of them are in the browser's own cache. */
export function loadedFiles(): string[] {
  const names = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const own = names.filter(
    ({ origin, pathname }) => origin === location.origin && isAsset(pathname),
  )
  return [...new Set(own.map(({ pathname }) => pathname))]
}

/** Caches the page that was opened before there was a worker. */
export async function cacheFirstPage() {
  // A signed-in reader's home is personal: a request would render it again, and it is not cached.
  const isPersonal = location.pathname === paths.home && mayBeSignedIn()
  const key = pageKey(location)
  await navigator.serviceWorker.ready
  if (!key || isPersonal || (await findCached(key))) return
  for (const address of [...loadedFiles(), key]) {
    const answer = (await findCached(address)) ? undefined : await fetchPage(address, 'free')
    if (answer && isCacheable(answer)) await cacheAnswer(readCache, address, answer)
  }
}
