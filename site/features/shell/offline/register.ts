import { paths } from '#contract/paths.ts'
import { savesData } from '#site/lib/engaged/is-slow.ts'
import {
  cacheAnswer,
  cacheNeeds,
  clearCaches,
  fetchPage,
  findCached,
  keyOfPage,
  tellWorker,
} from '#site/lib/offline/cache.ts'
import { loadedAddress, openPath } from '#site/lib/offline/open-page.ts'
import {
  isAsset,
  isCacheable,
  keptBooksKey,
  keyOfAnswer,
  pageKey,
  readCache,
  savedCache,
} from '#site/lib/offline/rules.ts'
import { bookPlacesKey, ownLikesKey } from '#site/lib/reader-keys.ts'
import { remembersReading } from '#site/lib/reading/remembers-reading.ts'
import { mayBeSignedIn, readerMark } from '#site/lib/session.ts'
import { forget, readText, writeText } from '#site/lib/web-storage.ts'
import { offlineWords } from '#site/messages/offline-messages.ts'

/** The storage key of the reader for whom pages were cached: their `readerMark`, or nothing. */
const keptForReaderKey = 'ascend.kept-for-reader'

/** Whether this browser can cache pages and serve them offline. */
export function canCache(): boolean {
  return 'serviceWorker' in navigator && 'caches' in window
}

let settled: Promise<void> | undefined

/**
 * Clears the cache of a reader who has gone: signed out here or in another tab, expired on the server, or replaced by
 * another. It runs once a page, before anything is cached on it.
 */
export function settleOwner(): Promise<void> {
  settled ??= settle()
  return settled
}

async function settle() {
  try {
    const reader = readerMark()
    const owner = readText(keptForReaderKey)
    if (owner === reader) return
    if (owner !== undefined) {
      forget(ownLikesKey)
      // As note-keys.ts has it, which no other page loads.
      forget('ascend.account-notes')
      forget(bookPlacesKey)
      await clearCaches()
    }
    if (reader === undefined) forget(keptForReaderKey)
    else writeText(keptForReaderKey, reader)
  } catch {
    // No caches: nothing is cached either, or the worker alone clears them.
  }
}

/** Registers the worker, which serves pages from now on. */
export async function registerWorker() {
  await tellWorker()
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

interface Opened {
  key: string | undefined
  /** The browser has the page under it. */
  address: string
  cost: 'free' | 'none'
  files?: string[]
}

/** Caches a page that was opened before there was a worker, with what it needs. */
async function cacheOpened({ key, address, cost, files = [] }: Opened) {
  // A signed-in reader's home is personal: a request would render it again, and it is not cached.
  const isPersonal = key === paths.home && mayBeSignedIn()
  if (!key || isPersonal || (await findCached(await keyOfPage(key)))) return
  const answer = await fetchPage(address, cost)
  if (!isCacheable(answer)) return
  await cacheNeeds(readCache, await answer.clone().text(), files)
  await cacheAnswer(readCache, keyOfAnswer(answer) ?? key, answer)
}

/** This page, and the one that led here, which may have been left before the worker was there. */
async function cacheFirstPages() {
  await navigator.serviceWorker.ready
  const key = pageKey({ pathname: openPath(), search: location.search })
  await cacheOpened({ key, address: loadedAddress(), cost: 'free', files: loadedFiles() })
  const before = new URL(document.referrer || location.href)
  if (before.origin !== location.origin) return
  const address = before.pathname + before.search
  // Where the browser has it no more, it is not fetched.
  await cacheOpened({ key: pageKey(before), address, cost: 'none' }).catch(() => {})
}

/** Shows on a save button whether its page or file is saved on the device. */
export function showSaved(button: HTMLElement, isSaved: boolean) {
  button.ariaPressed = String(isSaved)
  const words = button.querySelector('[data-words]')
  if (words) words.textContent = isSaved ? offlineWords.saved : offlineWords.save
}

/**
 * Starts to cache pages that are read, unless the reader saves data; marks saved ones. `bringTools` loads tools
 * that a reader may use offline, so that they are cached as well.
 */
export async function startOffline(bringTools: () => Promise<unknown>) {
  try {
    await settleOwner()
    if (!canCache()) return
    if (readText(keptBooksKey) && navigator.onLine)
      import('#site/lib/offline/check-kept.ts').catch(console.warn)
    for (const button of document.querySelectorAll<HTMLElement>('[data-tool="save"]')) {
      const key = button.dataset['address'] ?? openPath()
      showSaved(button, (await findCached(key, savedCache)) !== undefined)
    }
    // Nor is the worker registered: the first page that is saved does that.
    if (savesData()) return
    // A worker of before is told when nothing is to be remembered any more.
    if (remembersReading() || navigator.serviceWorker.controller) await registerWorker()
    if (!remembersReading()) return
    await bringTools()
    await cacheFirstPages()
  } catch (error) {
    // Forbidden, full, or offline: the page works without it.
    console.warn(error)
  }
}
