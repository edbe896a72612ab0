import type { Context } from 'koa'

/** A cache in front of the service, which is told of changes by key (docs/decisions/0051). */
export type FrontCache = 'fastly' | 'cloudflare' | 'varnish'

/**
 * By what an answer changes:
 * - `data`: it is made of the public data when it is asked for;
 * - `release`: a file of the release, made again with the public data;
 * - `code`: a file of the release that shows no data.
 */
export type CacheKey = 'data' | 'release' | 'code'

export const allKeys: CacheKey[] = ['data', 'release', 'code']

/** A key as caches know it: others may share an account with ours. */
export function nameOfKey(key: CacheKey): string {
  return `ascend-${key}`
}

/**
 * Ten minutes: so old is what a cache holds whose purges were all lost. After a purge the old answer goes out for three
 * more seconds while the new one is fetched, and for a day while nothing answers.
 */
const page = 'max-age=600, stale-while-revalidate=3, stale-if-error=86400'
/**
 * A busy front server may show a new release only after the last purge for it. To ask for such a file again, by its tag,
 * costs it next to nothing.
 */
const release = 'max-age=5, stale-while-revalidate=3, stale-if-error=86400'
/** Counters are among these and are purged by nobody. */
const counted = 'max-age=4, stale-while-revalidate=3'
/** Without a key, since their bytes never change: but what was taken down must go. */
const picture = 'max-age=600'

const lifetimes = { page, release, counted, picture }

/** Read and taken away by the cache: `Cache-Control` stays what browsers and all other caches go by. */
const headersOf: Record<FrontCache, { lifetime: string; keys: string }> = {
  fastly: { lifetime: 'Surrogate-Control', keys: 'Surrogate-Key' },
  varnish: { lifetime: 'Surrogate-Control', keys: 'Surrogate-Key' },
  cloudflare: { lifetime: 'Cloudflare-CDN-Cache-Control', keys: 'Cache-Tag' },
}

/** Headers that let the cache store an answer, which must be the same for everybody; none without a cache. */
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

/** Cloudflare has one answer for each address, whatever `Vary` says of data saver. */
export function storesLitePages(cache: FrontCache | undefined): boolean {
  return cache !== 'cloudflare'
}

const markNames = [
  ...new Set(Object.values(headersOf).flatMap(({ lifetime, keys }) => [lifetime, keys])),
]

export function isMarked(headers: Record<string, string>): boolean {
  return markNames.some((name) => name in headers)
}

/** Whatever was marked before: an error, a personal answer, and one that sets a cookie are stored nowhere. */
export function unmarkPersonal(ctx: Context) {
  const isShared =
    (ctx.status === 200 || ctx.status === 304) &&
    !/no-store|private/.test(String(ctx.res.getHeader('Cache-Control'))) &&
    !ctx.res.hasHeader('Set-Cookie')
  if (!isShared) for (const name of markNames) ctx.remove(name)
}
