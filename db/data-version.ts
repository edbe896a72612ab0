import { coalesce } from './coalesce.ts'
import { outsideTransaction, sql } from './sql.ts'

interface Versions {
  site: number
  /** The data version of the last change of the books. */
  shelf: number
}

const shared = coalesce<Versions>()

/** The versions are never older than the call. Simultaneous calls share one query. */
export function dataVersions(): Promise<Versions> {
  return shared('', readVersions)
}

export async function dataVersion(): Promise<number> {
  return (await dataVersions()).site
}

async function readVersions(): Promise<Versions> {
  const [row] = await sql<Versions[]>`
    select version as site, shelf_version as shelf from site_version`
  return row ?? { site: 0, shelf: 0 }
}

/** Caches up to `most` results until the public data, or the shelf alone, changes. */
export function perVersion<T>(
  most: number,
  make: (key: string) => Promise<T>,
  of: keyof Versions = 'site',
) {
  // Calls during a run wait for its result.
  const cached = new Map<string, Promise<T>>()
  let cachedVersion = -1
  return async (key: string): Promise<T> => {
    const { [of]: version } = await dataVersions()
    if (version !== cachedVersion) {
      cached.clear()
      cachedVersion = version
    }
    const known = cached.get(key)
    if (known !== undefined) return known
    const made = outsideTransaction(() => make(key))
    const oldest = cached.keys().next()
    if (cached.size >= most && !oldest.done) cached.delete(oldest.value)
    cached.set(key, made)
    made.catch(() => {
      if (cached.get(key) === made) cached.delete(key)
    })
    return made
  }
}
