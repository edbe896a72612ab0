import { type CacheKey, type FrontCache, nameOfKey } from '#api/http/answers/front-cache.ts'
import { withinTime } from '#api/http/load/within-time.ts'
import { fromJson } from '#api/http/requests/from-json.ts'

/** Rejects when the cache did not say that it has done so. */
export type PurgeCache = (keys: CacheKey[]) => Promise<void>

interface PurgeOptions {
  kind: FrontCache
  /** The whole address that purges are sent to. */
  purgeUrl: string
  /** Undefined for Varnish, which goes by the listener. */
  token: string | undefined
  /** Tests wait for a shorter time. */
  timeoutMs?: number
}

const defaultTimeoutMs = 5_000

/**
 * Soft where the cache can: what is purged is out of date, and is still there while the service is not.
 * - Cloudflare: developers.cloudflare.com, "Purge cached content", by tags;
 * - Varnish: deploy/varnish/ascend.vcl.
 */
const requests: Record<FrontCache, (names: string[], token: string) => RequestInit> = {
  cloudflare: (names, token) => ({
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ tags: names }),
  }),
  varnish: (names) => ({ method: 'PURGE', headers: { 'Surrogate-Key': names.join(' ') } }),
}

export function purgeCache({
  kind,
  purgeUrl,
  token = '',
  timeoutMs = defaultTimeoutMs,
}: PurgeOptions): PurgeCache {
  return async (keys) => {
    const { status, text } = await withinTime(timeoutMs, async (signal) => {
      const response = await fetch(purgeUrl, {
        ...requests[kind](keys.map(nameOfKey), token),
        // The token goes to this address and to no other.
        redirect: 'error',
        signal,
      })
      return { status: response.status, text: await response.text() }
    }).catch((error: { name: string; cause?: { code?: string } }) => {
      throw new Error(`The cache did not answer: ${error.cause?.code ?? error.name}`)
    })
    if (status !== 200) throw new Error(`The cache answered ${status}`)
    // Cloudflare says there whether it was done.
    const { success } = (fromJson(text) ?? {}) as { success?: boolean }
    if (kind === 'cloudflare' && success !== true) throw new Error('The cache refused the purge')
  }
}
