import type { Fragment } from 'postgres'
import type { Role } from '#contract/roles.ts'

/** How one kind of deleted thing is kept, brought back and erased. */
export interface DeletedThing {
  /** Who may see it, and bring it back. */
  roles: readonly Role[]
  /**
   * A query of `id, title, deleted_at, deleted_by, is_sold` of whatever of it was deleted, however long ago. `ownerId`: only
   * what this author has written.
   */
  rows(ownerId: string | undefined): Fragment
  /** Resolves to nothing when it is gone. */
  restore(id: string, by: { id: string; name: string }): Promise<unknown>
  erase(id: string): Promise<unknown>
}
