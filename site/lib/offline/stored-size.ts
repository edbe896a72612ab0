import { cachedAt, findCached, sent } from './cache.ts'
import { isAsset, pageKey } from './rules.ts'

/** What the fetch of a cached page or file used, its size packed, and when it was; undefined where that is not known. */
export async function findStoredSize(
  url: URL,
): Promise<{ used: number; whole: number; at: number } | undefined> {
  const key = isAsset(url.pathname) ? url.pathname : pageKey(url)
  const found = key ? await findCached(key) : undefined
  const [used, whole] = found?.headers.get(sent)?.split(' ').map(Number) ?? []
  return found && used !== undefined && whole ? { used, whole, at: cachedAt(found) } : undefined
}
