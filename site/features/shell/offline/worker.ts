import {
  cacheAnswer,
  cachedAt,
  cacheNeeds,
  clearCaches,
  fetchPage,
  findCached,
  keyOfPage,
  makeRoom,
  removeCached,
  save,
} from '#site/lib/offline/cache.ts'
import { keptPicture } from '#site/lib/offline/kept-picture.ts'
import {
  booksCache,
  contentsOf,
  endPage,
  isAsset,
  isCacheable,
  isPublicationPdf,
  keyOfAnswer,
  pageKey,
  partOf,
  readCache,
  savedCache,
} from '#site/lib/offline/rules.ts'

// The service worker, /sw.js: pages that were read or saved open offline, and no others.
// Of itself it fetches nothing ahead but the offline page.

/** A hash of the release: the endpoint of /sw.js fills it in. */
declare const VERSION: string
const offlineCaches = 'ascend-offline-'
const offlineCache = offlineCaches + VERSION
const offlinePage = '/offline'
const favicon = '/favicon.svg'

/** An entry in use is marked as recent, at most this often. */
const dayMs = 24 * 60 * 60 * 1000

/** A network that has not answered for so long is slower than the cache. */
const patienceMs = 4000

interface LaterEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends LaterEvent {
  request: Request
  respondWith(answer: Promise<Response>): void
}
interface Worker {
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  addEventListener(name: 'install' | 'activate', act: (event: LaterEvent) => void): void
  addEventListener(name: 'fetch', act: (event: FetchEvent) => void): void
}
const worker = self as unknown as Worker

worker.addEventListener('install', (event) => {
  const prepare = async () => {
    const page = await fetchPage(offlinePage)
    // Rather no worker than one that shows an error page of the server for ever; the next page tries again.
    if (!isCacheable(page))
      throw new Error(`Fetching ${offlinePage} failed with status ${page.status}`)
    await cacheNeeds(offlineCache, await page.clone().text())
    await cacheAnswer(offlineCache, offlinePage, page)
    const icon = await fetchPage(favicon, 'free')
    if (isCacheable(icon)) await cacheAnswer(offlineCache, favicon, icon)
    // File names hold content hashes: pages of the old release still find their files.
    await worker.skipWaiting()
  }
  event.waitUntil(prepare())
})

worker.addEventListener('activate', (event) => {
  const takeOver = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith(offlineCaches) && name !== offlineCache) await caches.delete(name)
    }
    await worker.clients.claim()
  }
  event.waitUntil(takeOver())
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.headers.has('Authorization')) return
  const { pathname } = url
  if (isAsset(pathname)) event.respondWith(answerAsset(event, pathname))
  else if (isPublicationPdf(pathname)) event.respondWith(answerPdf(request, url))
  else if (pathname === favicon) event.respondWith(answerPicture(request, offlineCache))
  else if (request.destination === 'image' && contentsOf(pathname))
    event.respondWith(answerPicture(request, booksCache))
  else if (request.mode !== 'navigate') return
  else if (pathname === '/api/logout') event.respondWith(signOut(request))
  else if (!/^\/(api|admin)(\/|$)/.test(pathname)) event.respondWith(answerPage(event, url))
})

/** A page that is fetched ahead was not read yet: it is not kept. The request itself loses what says that. */
function fetchAhead(request: Request): Promise<Response> {
  const headers = new Headers(request.headers)
  headers.set('X-Speculation-Tags', headers.get('Sec-Speculation-Tags') ?? '')
  return fetch(request, { cache: 'no-cache', headers })
}

/** The network first; the cache when there is none, when it is slow, or when the server is down. */
async function answerPage(event: FetchEvent, url: URL): Promise<Response> {
  if (event.request.headers.has('Sec-Purpose')) return fetchAhead(event.request)
  const path = pageKey(url)
  const key = path && (await keyOfPage(path))
  const cached = key
    ? await findCached(key)
    : ((await findKept(url.pathname)) ?? (url.pathname === offlinePage && (await offline())))
  const { request } = event
  // In the browser's own cache a page may be stale: it is only a dictionary there (decision 67).
  const fresh = fetch(request, request.cache === 'default' ? { cache: 'no-cache' } : undefined)
  if (key) {
    const updated = fresh.then((answer) => update(keyOfAnswer(answer) ?? key, answer.clone()))
    event.waitUntil(updated.catch(() => {}))
  }
  const instead = async () => cached || (await offline()) || Response.error()
  if (!cached) return fresh.catch(instead)
  const late = new Promise<Response>((resolve) => setTimeout(resolve, patienceMs, cached))
  const best = fresh.then((answer) => (answer.status < 500 ? answer : cached), instead)
  return Promise.race([best, late])
}

/** A page of a kept book, unless the book waits until its reader was online. */
async function findKept(path: string) {
  const contents = contentsOf(path)
  const end = contents && (await findCached(endPage(contents), booksCache))
  if (!end || Number(await end.text()) < Date.now()) return undefined
  return findCached(path, booksCache)
}

const offline = () => findCached(offlinePage, offlineCache)

async function update(key: string, answer: Response) {
  // The page was taken off the site: the cache must not serve it.
  if (answer.status === 404 || answer.status === 410) return removeCached(key)
  if (!isCacheable(answer)) return
  if (await findCached(key, savedCache)) await save(key, answer)
  else await cacheAnswer(readCache, key, answer)
  await makeRoom()
}

async function answerAsset(event: FetchEvent, key: string): Promise<Response> {
  const cached = await findCached(key)
  if (cached) {
    const isOld = Date.now() - cachedAt(cached) > dayMs
    if (isOld && (await findCached(key, readCache))) {
      event.waitUntil(cacheAnswer(readCache, key, cached.clone()).catch(() => {}))
    }
    return cached
  }
  try {
    const answer = await fetch(event.request)
    // A script's own request is of something that it keeps itself.
    if (isCacheable(answer) && event.request.destination !== '') {
      event.waitUntil(cacheAnswer(readCache, key, answer.clone()).catch(() => {}))
    }
    return answer
  } catch (error) {
    const kept = await findCached(keptPicture(key), booksCache)
    if (kept) return kept
    // A picture that was not cached leaves its space empty.
    if (event.request.destination !== 'image') throw error
    return new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', {
      headers: { 'Content-Type': 'image/svg+xml' },
    })
  }
}

/** The favicon, or the stamp of a kept book. */
async function answerPicture(request: Request, cacheName: string): Promise<Response> {
  const { pathname } = new URL(request.url)
  return fetch(request).catch(
    async () => (await findCached(pathname, cacheName)) ?? Response.error(),
  )
}

/** A saved publication uses no data again; PDF viewers request it in ranges. */
async function answerPdf(request: Request, url: URL): Promise<Response> {
  const cached = await findCached(url.pathname, savedCache)
  if (!cached) return fetch(request)
  const headers = new Headers(cached.headers)
  if (url.searchParams.has('download')) {
    headers.set(
      'Content-Disposition',
      (headers.get('Content-Disposition') ?? '').replace('inline', 'attachment'),
    )
  }
  const file = await cached.blob()
  const part = partOf(request.headers.get('Range'), file.size)
  if (!part) return new Response(file, { headers })
  headers.set('Content-Range', `bytes ${part.start}-${part.end}/${file.size}`)
  return new Response(file.slice(part.start, part.end + 1), { status: 206, headers })
}

/** The next user of the device must not learn what was read on it. */
async function signOut(request: Request): Promise<Response> {
  const answer = await fetch(request)
  // A link on another site must not sign readers out.
  if (request.referrer.startsWith(`${location.origin}/`)) await clearCaches()
  return answer
}
