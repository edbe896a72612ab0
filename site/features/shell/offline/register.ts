import { cacheAnswer, clearCaches, fetchPage, findCached } from '#site/lib/offline/cache.ts'
import { isAsset, isCacheable, pageKey, readCache } from '#site/lib/offline/rules.ts'
import { paths } from '#site/lib/paths.ts'
import { mayBeSignedIn, readerMark } from '#site/lib/session.ts'

/** Where it is noted whom pages were cached for while they were signed in: the reader's mark, or nothing. */
const keptForReaderKey = 'ascend.kept-for-reader'

/** Whether this browser can keep pages and serve them without a network. */
export function canCache(): boolean {
  return 'serviceWorker' in navigator && 'caches' in window
}

let settled: Promise<void> | undefined

/**
 * Clears what was cached for a reader who has gone: signed out here or in another tab, forgotten by the server, or
 * followed by another. Once a page, before anything is cached on it.
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
    // No storage: nothing is cached either, or the worker alone clears it.
  }
}

/** From now on pages come through the worker. */
export async function registerWorker() {
  await navigator.serviceWorker.register(paths.worker)
}

/** What the open page has loaded from us; all of it is in the browser's own cache. */
export function loadedFiles(): string[] {
  const names = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const own = names.filter(
    ({ origin, pathname }) => origin === location.origin && isAsset(pathname),
  )
  return [...new Set(own.map(({ pathname }) => pathname))]
}

/** The page that was read before there was a worker is cached too. */
export async function cacheFirstPage() {
  // The home of somebody who is signed in is theirs: asking for it would bring it anew, and it is not cached.
  const isPersonal = location.pathname === paths.home && mayBeSignedIn()
  const key = pageKey(location)
  await navigator.serviceWorker.ready
  if (!key || isPersonal || (await findCached(key))) return
  for (const address of [...loadedFiles(), key]) {
    const answer = (await findCached(address)) ? undefined : await fetchPage(address, 'free')
    if (answer && isCacheable(answer)) await cacheAnswer(readCache, address, answer)
  }
}
