import { bring, findKept, forgetAll, keep } from '#site/lib/offline/cache.ts'
import { isAsset, isKeepable, pageKey, readCache } from '#site/lib/offline/rules.ts'
import { paths } from '#site/lib/paths.ts'
import { mayBeSignedIn, readerMark } from '#site/lib/session.ts'

/** Where it is noted whom pages were kept for while they were signed in: the reader's mark, or nothing. */
const keptForReaderKey = 'ascend.kept-for-reader'

/** Whether this browser can keep pages and serve them without a network. */
export function canKeep(): boolean {
  return 'serviceWorker' in navigator && 'caches' in window
}

let settled: Promise<void> | undefined

/**
 * Clears what was kept for a reader who has gone: signed out here or in another tab, forgotten by the server, or
 * followed by another. Once a page, before anything is kept on it.
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
    if (owner !== undefined) await forgetAll()
    if (reader === undefined) localStorage.removeItem(keptForReaderKey)
    else localStorage.setItem(keptForReaderKey, reader)
  } catch {
    // No storage: nothing is kept either, or the worker alone clears it.
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

/** The page that was read before there was a worker is kept too. */
export async function keepFirstPage() {
  // The home of somebody who is signed in is theirs: asking for it would bring it anew, and it is not kept.
  const isPersonal = location.pathname === paths.home && mayBeSignedIn()
  const key = pageKey(location)
  await navigator.serviceWorker.ready
  if (!key || isPersonal || (await findKept(key))) return
  for (const address of [...loadedFiles(), key]) {
    const answer = (await findKept(address)) ? undefined : await bring(address, 'free')
    if (answer && isKeepable(answer)) await keep(readCache, address, answer)
  }
}
