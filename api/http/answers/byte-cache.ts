/** The newest cache of each name, of which the service has one. */
const caches = new Map<string, ByteCache<unknown>>()

/** For the metrics. */
export function heldByCaches(): { name: string; bytes: number }[] {
  return Array.from(caches, ([name, cache]) => ({ name, bytes: cache.heldBytes() }))
}

/** Evicts the least recently used when the bytes exceed the limit. */
export class ByteCache<Value> {
  private readonly entries = new Map<string, { value: Value; bytes: number }>()
  private bytes = 0

  constructor(
    name: string,
    private readonly most: number,
  ) {
    caches.set(name, this)
  }

  heldBytes() {
    return this.bytes
  }

  find(key: string): Value | undefined {
    const entry = this.entries.get(key)
    if (!entry) return undefined
    this.entries.delete(key)
    this.entries.set(key, entry)
    return entry.value
  }

  put(key: string, value: Value, bytes: number) {
    this.bytes += bytes - (this.entries.get(key)?.bytes ?? 0)
    this.entries.delete(key)
    this.entries.set(key, { value, bytes })
    for (const [oldest, entry] of this.entries) {
      if (this.bytes <= this.most) break
      this.entries.delete(oldest)
      this.bytes -= entry.bytes
    }
  }

  clear() {
    this.entries.clear()
    this.bytes = 0
  }
}
