import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueryTarget } from './driver/guarded-pool.ts'

export interface Versions {
  /** The data version. */
  site: number
  /** The data version of the last change of the books. */
  shelf: number
}

interface OpenRead {
  /** The versions on the primary at the start of the read; results are never older. */
  versions: Versions
  /** Undefined: the primary. */
  standby: QueryTarget | undefined
}

/** The enclosing read of public data, if there is one (db/standbys.ts). */
export const openRead = new AsyncLocalStorage<OpenRead>()
