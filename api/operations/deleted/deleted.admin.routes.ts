import type { StaffMember } from '#api/http/request-context.ts'
import type { Routes } from '#api/http/serve.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { apiError } from '#contract/errors.ts'
import { type DeletedKind, deletedKinds } from '#contract/kinds/kinds.ts'
import { isAmong } from '#contract/roles.ts'
import { pageOf } from '#db/sql.ts'
import { countDeleted, findDeleted, listDeleted } from './deleted.queries.ts'
import type { DeletedThing } from './deleted-thing.ts'

export function deletedRoutes(
  { serve, serveWrite }: Routes,
  things: Record<DeletedKind, DeletedThing>,
) {
  const rowsSeenBy = (
    { id, role }: StaffMember,
    kinds = Object.keys(deletedKinds) as DeletedKind[],
  ) =>
    Object.fromEntries(
      kinds
        .filter((kind) => isAmong(things[kind].roles, role))
        .map((kind) => [kind, things[kind].rows(role === 'author' ? id : undefined)]),
    )

  async function find(kind: DeletedKind, id: string, staff: StaffMember) {
    const rows = rowsSeenBy(staff, [kind])
    const found = rows[kind] && (await findDeleted({ rows }, id))
    if (!found) throw apiError('deletedNotFound')
    return found
  }

  serve('GET /admin/deleted', ({ search, ...page }, { staff }) => {
    const filter = () => ({ rows: rowsSeenBy(staff), search })
    return pageOf(
      page,
      (slice) => listDeleted({ ...filter(), ...slice }),
      () => countDeleted(filter()),
    )
  })

  serveWrite('POST /admin/deleted/:kind/:id/restore', async ({ kind, id }, { staff }) => {
    const { title } = await find(kind, id, staff)
    if (!(await things[kind].restore(id, staff))) throw apiError('deletedNotFound')
    await recordActivity(staff.name, 'deletedRestored', { id, title })
    return { status: 'restored' as const }
  })

  serveWrite('DELETE /admin/deleted/:kind/:id', async ({ kind, id }, { staff }) => {
    const { title } = await find(kind, id, staff)
    await things[kind].erase(id)
    await recordActivity(staff.name, 'deletedErased', { id, title })
    return { status: 'erased' as const }
  })
}
