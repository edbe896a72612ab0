import { outsideTransaction, sql } from './sql.ts'

/**
 * The `site_version` row: what the public data is, as one number. Callers that come while a query is under
 * way share the next one, so that a thousand readers cost one query at a time, and nobody is told a
 * version older than the moment they asked.
 */
export function dataVersion(): Promise<number> {
  next ??= (running ?? Promise.resolve())
    .catch(() => {})
    .then(() => {
      running = next
      next = undefined
      return readVersion()
    })
  return next
}

let running: Promise<number> | undefined
let next: Promise<number> | undefined

async function readVersion(): Promise<number> {
  // Every shared answer is asked for outside: what one transaction alone can see must not be in it.
  const [row] = await outsideTransaction(
    () => sql<{ version: number }[]>`select version from site_version`,
  )
  return row?.version ?? 0
}

/** Remembers up to `most` answers for as long as the public data stays what it is. */
export function perVersion<T>(most: number, make: (key: string) => Promise<T>) {
  const kept = new Map<string, T>()
  let keptVersion = -1
  return async (key: string): Promise<T> => {
    const version = await dataVersion()
    if (version !== keptVersion) {
      kept.clear()
      keptVersion = version
    }
    const known = kept.get(key)
    if (known !== undefined) return known
    const made = await outsideTransaction(() => make(key))
    if (version === keptVersion) {
      const oldest = kept.keys().next()
      if (kept.size >= most && !oldest.done) kept.delete(oldest.value)
      kept.set(key, made)
    }
    return made
  }
}
