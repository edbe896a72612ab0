import {
  type CachedPage,
  isAsset,
  isCacheable,
  needsOfPage,
  needsOfScript,
  readCache,
  room,
  savedCache,
  toDrop,
} from './rules.ts'

// What is noted with each cached answer, in headers of its own: sizes and ages are known without reading it.
const at = 'Kept-At'
const bytes = 'Kept-Bytes'
const needs = 'Kept-Needs'

/** The device has no room, or the reader's own saved pages have filled ours. */
export class NoRoom extends Error {}

/** Keeps an answer under a key; what cannot be cached is told by rejecting. */
export async function cacheAnswer(
  cacheName: string,
  key: string,
  answer: Response,
  needed: string[] = [],
) {
  const body = await answer.blob()
  const headers = new Headers(answer.headers)
  // The body is unpacked already.
  headers.delete('Content-Encoding')
  headers.delete('Content-Length')
  headers.set(at, String(Date.now()))
  headers.set(bytes, String(body.size))
  if (needed.length > 0) headers.set(needs, needed.join(' '))
  const cache = await caches.open(cacheName)
  await cache.put(key, new Response(body, { headers }))
}

/** What is in a cache, the latest first. */
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

/**
 * Brings a page or a file of ours to be cached; `free` takes it out of the browser's own cache, if it is there,
 * without paying again.
 */
export function fetchPage(address: string, cost?: 'free'): Promise<Response> {
  return fetch(address, cost && { cache: 'force-cache' })
}

/** Takes away what is too much, the oldest first. */
export async function makeRoom() {
  const cache = await caches.open(readCache)
  const all = [...(await cachedIn(readCache)), ...(await cachedIn(savedCache))]
  await Promise.all(toDrop(all).map(({ key }) => cache.delete(key)))
}

/** Fetches what a page needs, and what that imports in turn, into a cache; resolves to all of it. */
export async function cacheNeeds(cacheName: string, html: string, others: string[] = []) {
  const found = new Set([...needsOfPage(html), ...others])
  for (const address of found) {
    const known = await findCached(address, cacheName)
    const answer = known ?? (await findCached(address)) ?? (await fetchPage(address))
    if (!known && !isCacheable(answer) && !answer.headers.has(at)) {
      found.delete(address)
      continue
    }
    // A set that grows is walked to its end.
    if (address.endsWith('.js')) {
      for (const next of needsOfScript(await answer.clone().text())) found.add(next)
    }
    if (!known) await cacheAnswer(cacheName, address, answer)
  }
  return [...found]
}

/**
 * Keeps a page on purpose, with all that it needs; or a file, which needs nothing. Nothing is half-kept: when it
 * does not fit, what came before it goes again. Resolves to its size on the device.
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

/** Takes a page or file off the device, and what only it needed. */
export async function removeCached(key: string) {
  await Promise.all(
    [readCache, savedCache].map(async (name) => (await caches.open(name)).delete(key)),
  )
  await dropUnneeded()
}

/** Everything that was cached goes: at sign-out, or because the reader says so. */
export async function clearCaches() {
  await Promise.all([readCache, savedCache].map((name) => caches.delete(name)))
}

async function dropUnneeded() {
  const cache = await caches.open(savedCache)
  const requests = await cache.keys()
  const needed = new Set<string>()
  for (const request of requests) {
    const listed = (await cache.match(request, { ignoreVary: true }))?.headers.get(needs)
    for (const one of listed?.split(' ') ?? []) needed.add(one)
  }
  for (const request of requests) {
    const { pathname } = new URL(request.url)
    if (isAsset(pathname) && !needed.has(pathname)) await cache.delete(request)
  }
}
