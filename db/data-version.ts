import { coalesce } from './coalesce.ts'
import { openRead, type Versions } from './open-read.ts'
import { outsideTransaction, sql } from './sql.ts'
import { isStandbyInUse, readAt } from './standbys.ts'

const shared = coalesce<Versions>()

/** The version on the primary, never older than the call or the enclosing read. Simultaneous calls share one query. */
export function dataVersions(): Promise<Versions> {
  const read = openRead.getStore()
  return read ? Promise.resolve(read.versions) : shared('', readVersions)
}

export async function dataVersion(): Promise<number> {
  return (await dataVersions()).site
}

async function readVersions(): Promise<Versions> {
  const [row] = await sql<Versions[]>`
    select version as site, shelf_version as shelf from site_version`
  return row ?? { site: 0, shelf: 0 }
}

/**
 * Runs work that only reads public data, on a standby that has everything published before the call, otherwise on the
 * primary. Equal requests go to the same standby.
 */
export async function readForAll<T>(question: string, work: () => Promise<T>): Promise<T> {
  return isStandbyInUse() ? readAt(await dataVersions(), question, work) : work()
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
    const versions = await dataVersions()
    const { [of]: version } = versions
    if (version !== cachedVersion) {
      cached.clear()
      cachedVersion = version
    }
    const known = cached.get(key)
    if (known !== undefined) return known
    const made = outsideTransaction(() => readAt(versions, key, () => make(key)))
    const oldest = cached.keys().next()
    if (cached.size >= most && !oldest.done) cached.delete(oldest.value)
    cached.set(key, made)
    made.catch(() => {
      if (cached.get(key) === made) cached.delete(key)
    })
    return made
  }
}
