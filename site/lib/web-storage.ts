// What this browser stores. Storage may be full, forbidden or corrupt: then there is nothing, and nothing throws.

/** It reaches all tabs of the device for good, or this tab until it is closed. */
export type Reach = 'device' | 'tab'

/** Returns undefined where storage refuses; where it is forbidden, even its name throws. */
export function tryStorage<T>(use: (storage: Storage) => T, reach?: Reach): T | undefined {
  try {
    return use(reach === 'tab' ? sessionStorage : localStorage)
  } catch {
    return undefined
  }
}

export function readText(key: string, reach?: Reach): string | undefined {
  return tryStorage((storage) => storage.getItem(key), reach) ?? undefined
}

/** `toValue` checks what another release, or somebody else, has stored; it may throw. */
export function readJson<T>(
  key: string,
  toValue: (json: unknown) => T,
  reach?: Reach,
): T | undefined {
  return tryStorage((storage) => toValue(JSON.parse(storage.getItem(key) ?? '')), reach)
}

/** Returns whether storage accepted it. */
export function writeText(key: string, text: string, reach?: Reach): boolean {
  const write = (storage: Storage) => {
    storage.setItem(key, text)
    return true
  }
  return tryStorage(write, reach) ?? false
}

/** Returns whether storage accepted it. */
export function writeJson(key: string, value: object, reach?: Reach): boolean {
  return writeText(key, JSON.stringify(value), reach)
}

/** Returns whether it is gone. */
export function forget(key: string, reach?: Reach): boolean {
  const remove = (storage: Storage) => {
    storage.removeItem(key)
    return true
  }
  return tryStorage(remove, reach) ?? false
}
