import { shareNext } from './share-next.ts'
import { outsideTransaction, sql } from './sql.ts'

const shared = shareNext<number>()

/**
 * The `site_version` row: what the public data is, as one number. Nobody is told a version older than the moment they
 * asked, and a thousand readers cost one query at a time.
 */
export function dataVersion(): Promise<number> {
  return shared('', readVersion)
}

async function readVersion(): Promise<number> {
  const [row] = await sql<{ version: number }[]>`select version from site_version`
  return row?.version ?? 0
}

/** Remembers up to `most` answers for as long as the public data stays what it is. */
export function perVersion<T>(most: number, make: (key: string) => Promise<T>) {
  // Those who come while it is being made wait for it.
  const kept = new Map<string, Promise<T>>()
  let keptVersion = -1
  return async (key: string): Promise<T> => {
    const version = await dataVersion()
    if (version !== keptVersion) {
      kept.clear()
      keptVersion = version
    }
    const known = kept.get(key)
    if (known !== undefined) return known
    const made = outsideTransaction(() => make(key))
    const oldest = kept.keys().next()
    if (kept.size >= most && !oldest.done) kept.delete(oldest.value)
    kept.set(key, made)
    made.catch(() => {
      if (kept.get(key) === made) kept.delete(key)
    })
    return made
  }
}
