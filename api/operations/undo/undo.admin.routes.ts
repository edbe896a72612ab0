import { isDeepStrictEqual } from 'node:util'
import type { StaffMember } from '#api/http/request-context.ts'
import type { Routes } from '#api/http/serve.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import {
  closeUndo,
  findUndo,
  findUndoneAction,
  openUndo,
  type WayBack,
} from '#api/staff/activity/undo.queries.ts'
import { apiError, required } from '#contract/errors.ts'
import type { UndoKind } from '#contract/kinds/kinds.ts'
import { isAmong, type Role } from '#contract/roles.ts'

export interface Undoer extends WayBack {
  roles: readonly Role[]
}

export function undoRoutes({ serveWrite }: Routes, undoers: Record<UndoKind, Undoer>) {
  serveWrite('POST /admin/undo/:id', async ({ id }, { staff }) => {
    const asked = required(await findUndo(id), 'undoNotFound')
    const { snapshot, undo, isUnchanged } = requireAllowed(asked, staff, undoers)
    const now = await snapshot(asked.subjectId)
    // A second click waited for the first.
    if ((await findUndo(id))?.undoneAt) return { status: 'undone' as const }
    const rows = required(await openUndo(id), 'undoOver')
    const isSame = isUnchanged?.(now, rows) ?? isDeepStrictEqual(now, rows.after)
    if (!isSame) throw apiError('undoChanged')
    const title = await undo(asked.subjectId, { ...rows, now })
    if (!(await closeUndo(asked))) throw apiError('undoOver')
    const note = (await findUndoneAction(id)) ?? null
    await recordActivity(staff.name, 'undone', { id: asked.subjectId, title, note })
    return { status: 'undone' as const }
  })
}

function requireAllowed(
  { kind, staffId }: { kind: UndoKind; staffId: string },
  staff: StaffMember,
  undoers: Record<UndoKind, Undoer>,
): Undoer {
  const undoer = undoers[kind]
  if (!isAmong(undoer.roles, staff.role)) throw apiError('forbiddenForRole')
  if (staffId !== staff.id && staff.role !== 'owner') throw apiError('undoOfAnother')
  return undoer
}
