import { remembersReading } from '../reading/remembers-reading.ts'
import { forget } from '../web-storage.ts'
import {
  booksCache,
  type CachedPage,
  isAsset,
  isCacheable,
  isInWords,
  keptBooksKey,
  needsOfPage,
  needsOfScript,
  readCache,
  room,
  savedCache,
  toDrop,
  wordsOfPage,
} from './rules.ts'

// Metadata of each cached answer, in headers of its own: sizes and ages are known without reading the body.
const at = 'Kept-At'
const bytes = 'Kept-Bytes'
const needs = 'Kept-Needs'
/** The page's address in words, which leads to its key. */
const words = 'Kept-Words'
/** Bytes that its fetch used, and its size before it was unpacked; `Kept-Bytes` counts the unpacked body. */
export const sent = 'Kept-Sent'

/** A page says in its head by which words it is found. */
const headBytes = 32 * 1024

/** The device has no space, or saved pages have filled our share. */
export class NoRoom extends Error {}

/** Caches an answer under a key; rejects when it cannot be cached. */
export async function cacheAnswer(
  cacheName: string,
  key: string,
  answer: Response,
  needed: string[] = [],
) {
  if (cacheName === readCache && (await caches.has(unrememberedCache))) return
  const body = await answer.blob()
  const headers = new Headers(answer.headers)
  // These are of this worker or page alone: the browser tells the page nothing of what a worker fetched.
  const fetched = performance.getEntriesByName(answer.url, 'resource').at(-1)
  if (fetched instanceof PerformanceResourceTiming)
    headers.set(sent, `${fetched.transferSize} ${fetched.encodedBodySize}`)
  // The body is decompressed already.
  headers.delete('Content-Encoding')
  headers.delete('Content-Length')
  headers.set(at, String(Date.now()))
  headers.set(bytes, String(body.size))
  if (needed.length > 0) headers.set(needs, needed.join(' '))
  const named = wordsOfPage(await body.slice(0, headBytes).text())
  if (named) headers.set(words, named)
  const cache = await caches.open(cacheName)
  await cache.put(key, new Response(body, { headers }))
}

/** Empty: while it is there, the worker, which has no `localStorage` to look at, caches nothing that is only read. */
const unrememberedCache = 'ascend-unremembered'

export const tellWorker = () =>
  remembersReading() ? caches.delete(unrememberedCache) : caches.open(unrememberedCache)

/** The entries of a cache, the latest first. */
export async function cachedIn(cacheName: string): Promise<CachedPage[]> {
  const cache = await caches.open(cacheName)
  const all = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const found = await cache.match(request, { ignoreVary: true })
      return {
        key: new URL(request.url).pathname,
        bytes: Number(found?.headers.get(bytes)),
        at: found ? cachedAt(found) : 0,
        isSaved: cacheName === savedCache,
      }
    }),
  )
  return all.sort((a, b) => b.at - a.at)
}

export function cachedAt({ headers }: Response): number {
  return Number(headers.get(at))
}

export async function findCached(key: string, cacheName?: string): Promise<Response | undefined> {
  return caches.match(key, { ignoreVary: true, ...(cacheName && { cacheName }) })
}

/** The key of a cached page, also by the words of its address; other addresses are their own key. */
export async function keyOfPage(path: string): Promise<string> {
  if (!isInWords(path)) return path
  for (const name of [savedCache, readCache]) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const page = await cache.match(request, { ignoreVary: true })
      if (page?.headers.get(words) === path) return new URL(request.url).pathname
    }
  }
  return path
}

/**
 * Fetches a page or a file of ours to cache it; `free` takes it from the browser's own cache, where it is there,
 * without using data again; `none` takes it only from there, and rejects without it.
 */
export function fetchPage(address: string, cost?: 'free' | 'none'): Promise<Response> {
  if (cost === 'none') return fetch(address, { cache: 'only-if-cached', mode: 'same-origin' })
  // Otherwise the browser may return a page that is stale: it is only a dictionary there (decision 67).
  const cache = cost ? 'force-cache' : isAsset(address) ? 'default' : 'no-cache'
  return fetch(address, { cache })
}

/** Deletes entries above the limit, the oldest first. */
export async function makeRoom() {
  const cache = await caches.open(readCache)
  const all = [...(await cachedIn(readCache)), ...(await cachedIn(savedCache))]
  await Promise.all(toDrop(all).map(({ key }) => cache.delete(key)))
}

/** Fetches what a page needs, and the imports of that, into a cache; resolves to all of it. */
export async function cacheNeeds(cacheName: string, html: string, others: string[] = []) {
  const found = new Set([...needsOfPage(html), ...others])
  for (const address of found) {
    const known = await findCached(address, cacheName)
    const answer = known ?? (await findCached(address)) ?? (await fetchPage(address))
    if (!known && !isCacheable(answer) && !answer.headers.has(at)) {
      found.delete(address)
      continue
    }
    // A Set that grows is iterated to its end.
    if (address.endsWith('.js')) {
      for (const next of needsOfScript(await answer.clone().text())) found.add(next)
    }
    if (!known) await cacheAnswer(cacheName, address, answer)
  }
  return [...found]
}

/**
 * Saves a page with all that it needs; or a file, which needs nothing. Nothing is saved in part: when it
 * does not fit, its files are deleted again. Resolves to its size on the device.
 */
export async function save(key: string, answer: Response, others: string[] = []): Promise<number> {
  try {
    const body = await answer.clone().blob()
    const isPage = /html/.test(answer.headers.get('Content-Type') ?? '')
    const taken = (await cachedIn(savedCache)).reduce(
      (sum, one) => sum + (one.key === key ? 0 : one.bytes),
      0,
    )
    if (taken + body.size > room.bytes) throw new NoRoom()
    const needed = isPage ? await cacheNeeds(savedCache, await answer.clone().text(), others) : []
    await cacheAnswer(savedCache, key, answer, needed)
    await (await caches.open(readCache)).delete(key)
    await makeRoom()
    return body.size
  } catch (error) {
    await dropUnneeded()
    if ((error as Error).name === 'QuotaExceededError') throw new NoRoom()
    throw error
  }
}

/** Deletes a page or file from the device, and what only it needed. */
export async function removeCached(key: string) {
  await Promise.all(
    [readCache, savedCache].map(async (name) => (await caches.open(name)).delete(key)),
  )
  await dropUnneeded()
}

/** Deletes everything that was cached, kept books too: at sign-out, or by the reader. */
export async function clearCaches() {
  forget(keptBooksKey)
  for (const name of await caches.keys())
    if (name === readCache || name === savedCache || name.startsWith(booksCache))
      await caches.delete(name)
}

/** Deletes the files that no page in the cache needs. */
export async function dropUnneeded(cacheName = savedCache) {
  const cache = await caches.open(cacheName)
  const requests = await cache.keys()
  const needed = new Set<string>()
  for (const request of requests) {
    const listed = (await cache.match(request, { ignoreVary: true }))?.headers.get(needs)
    for (const address of listed?.split(' ') ?? []) needed.add(address)
  }
  for (const request of requests) {
    const { pathname } = new URL(request.url)
    if (isAsset(pathname) && !needed.has(pathname)) await cache.delete(request)
  }
}
