import type { Context } from 'koa'

/** A cache in front of the service, purged by key (docs/decisions/0051). */
export type FrontCache = 'cloudflare' | 'varnish'

/**
 * What makes a response stale:
 * - `data`: rendered from the public data on demand;
 * - `release`: a file of the release, rendered again when the public data changes;
 * - `code`: a file of the release that shows no data.
 */
export type CacheKey = 'data' | 'release' | 'code'

export const allKeys: CacheKey[] = ['data', 'release', 'code']

/** It has a prefix, since other sites may share the account at the cache. */
export function nameOfKey(key: CacheKey): string {
  return `ascend-${key}`
}

/**
 * If every purge is lost, responses are at most ten minutes old. After a purge the old response is served for up to three
 * seconds while the new one is fetched, and for up to a day while the service is down.
 */
const page = 'max-age=600, stale-while-revalidate=3, stale-if-error=86400'
/**
 * A busy front server may load a new release only after the last purge for it, so these expire soon. Revalidating a file
 * by its ETag is cheap.
 */
const release = 'max-age=5, stale-while-revalidate=3, stale-if-error=86400'
/** Responses with counters, which no purge covers. */
const counted = 'max-age=4, stale-while-revalidate=3'
/** The bytes never change and have no key, but a picture that was taken down has to disappear. */
const picture = 'max-age=600'

const lifetimes = { page, release, counted, picture }

/** The cache reads and removes these headers; browsers and other caches follow `Cache-Control`. */
const headersOf: Record<FrontCache, { lifetime: string; keys: string }> = {
  varnish: { lifetime: 'Surrogate-Control', keys: 'Surrogate-Key' },
  cloudflare: { lifetime: 'Cloudflare-CDN-Cache-Control', keys: 'Cache-Tag' },
}

/** Headers that let the cache store a response, which must be the same for everybody; none without a cache. */
export function cacheMarks(
  cache: FrontCache | undefined,
  key: CacheKey | undefined,
  lifetime: keyof typeof lifetimes = key === 'release' ? 'release' : 'page',
): Record<string, string> {
  if (!cache) return {}
  const names = headersOf[cache]
  return {
    [names.lifetime]: lifetimes[lifetime],
    ...(key && { [names.keys]: nameOfKey(key) }),
  }
}

/** Cloudflare stores one response for each address: it ignores the `Vary` of data saver and of pictures. */
export function keepsVariants(cache: FrontCache | undefined): boolean {
  return cache !== 'cloudflare'
}

const markNames = [
  ...new Set(Object.values(headersOf).flatMap(({ lifetime, keys }) => [lifetime, keys])),
  'Surrogate-Dictionary',
]

export function isMarked(headers: Record<string, string>): boolean {
  return markNames.some((name) => name in headers)
}

/** Whether that cache stores it. */
export function isMarkedFor(cache: FrontCache, headers: Record<string, string>): boolean {
  return headersOf[cache].lifetime in headers
}

export function withoutMarks(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !markNames.includes(name)))
}

/** Removes the headers from errors, personal responses and those that set a cookie: no cache may store them. */
export function unmarkPersonal(ctx: Context) {
  const isShared =
    (ctx.status === 200 || ctx.status === 304) &&
    !/no-store|private/.test(String(ctx.res.getHeader('Cache-Control'))) &&
    !ctx.res.hasHeader('Set-Cookie')
  if (!isShared) for (const name of markNames) ctx.remove(name)
}
