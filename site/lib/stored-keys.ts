import { type Reach, tryStorage } from './web-storage.ts'

/** The keys in use that begin so. This stands apart from web-storage.ts: readers' scripts have no byte left for it. */
export function storedKeys(prefix: string, reach?: Reach): string[] {
  const keys = tryStorage((storage) => Object.keys(storage), reach) ?? []
  return keys.filter((key) => key.startsWith(prefix))
}
