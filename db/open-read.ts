import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueryTarget } from './driver/guarded-pool.ts'

export interface Versions {
  /** Of the public data. */
  site: number
  /** The version of the public data at which the books last changed. */
  shelf: number
}

interface OpenRead {
  /** What the primary had when the read began: whatever is read has it. */
  versions: Versions
  /** Undefined: the primary. */
  standby: QueryTarget | undefined
}

/** The read for everybody that runs, if one does (db/standbys.ts). */
export const openRead = new AsyncLocalStorage<OpenRead>()
