import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import {
  closeUndo,
  findUndo,
  findUndoneAction,
  openUndo,
  type Snapshot,
  type UndoKind,
} from '#api/staff/activity/undo.queries.ts'
import { apiError } from '#contract/errors.ts'
import { isAmong, type Role } from '#contract/roles.ts'
import { transaction } from '#db/sql.ts'

/** How the actions of one kind are undone. */
export interface Undoer {
  /** Who may do, and so undo, them. */
  roles: readonly Role[]
  /** Until the transaction ends. */
  lock(id: string): Promise<unknown>
  /** Throws `undoChanged` where somebody has changed it since. Resolves to its title. */
  undo(id: string, rows: { before: Snapshot; after: Snapshot }): Promise<string>
}

export function undoRoutes(router: Router, undoers: Record<UndoKind, Undoer>) {
  serve(router, 'POST /admin/undo/:id', ({ id }, { staff }) =>
    transaction(async () => {
      const asked = await findUndo(id)
      if (!asked) throw apiError('undoNotFound')
      const { roles, lock, undo } = undoers[asked.kind]
      if (!isAmong(roles, staff.role)) throw apiError('forbiddenForRole')
      if (asked.staffId !== staff.id && staff.role !== 'owner') throw apiError('undoOfAnother')
      await lock(asked.subjectId)
      // A second click waited for the first.
      if ((await findUndo(id))?.undoneAt) return { status: 'undone' as const }
      const rows = await openUndo(id)
      if (!rows) throw apiError('undoOver')
      const title = await undo(asked.subjectId, rows)
      if (!(await closeUndo(asked))) throw apiError('undoOver')
      const note = (await findUndoneAction(id)) ?? null
      await recordActivity(staff.name, 'undone', { id: asked.subjectId, title, note })
      return { status: 'undone' as const }
    }),
  )
}
