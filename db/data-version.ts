import { coalesce } from './coalesce.ts'
import { outsideTransaction, sql } from './sql.ts'

interface Versions {
  /** Of the public data. */
  site: number
  /** Of the books: the version of the public data at which they last changed. */
  shelf: number
}

const shared = coalesce<Versions>()

/**
 * The `site_version` row, never older than the call, and a thousand readers cost one query at a
 * time.
 */
export function dataVersions(): Promise<Versions> {
  return shared('', readVersions)
}

/** What the public data is, as one number. */
export async function dataVersion(): Promise<number> {
  return (await dataVersions()).site
}

async function readVersions(): Promise<Versions> {
  const [row] = await sql<Versions[]>`
    select version as site, shelf_version as shelf from site_version`
  return row ?? { site: 0, shelf: 0 }
}

/** Remembers up to `most` answers for as long as the public data, or the shelf alone, stays what it is. */
export function perVersion<T>(
  most: number,
  make: (key: string) => Promise<T>,
  of: keyof Versions = 'site',
) {
  // Those who come while it is being made wait for it.
  const kept = new Map<string, Promise<T>>()
  let keptVersion = -1
  return async (key: string): Promise<T> => {
    const { [of]: version } = await dataVersions()
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
