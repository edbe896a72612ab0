import type { Router } from '@koa/router'
import type { StaffMember } from '#api/http/request-context.ts'
import { serve } from '#api/http/serve.ts'
import { bringBackDraft, deleteDraft } from '#api/magazine/drafts/drafts.queries.ts'
import { bringBackStory, eraseStory } from '#api/magazine/stories/story-lifecycle.queries.ts'
import { bringBackIssue, eraseIssue } from '#api/newsletter/issues/issue-drafts.queries.ts'
import { bringBackBook, eraseBook } from '#api/shop/books/books.admin.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { type DeletedKind, deletedKinds } from '#contract/endpoints/operations/deleted.ts'
import { apiError } from '#contract/errors.ts'
import { editors, isAmong, newsroom, type Role, shop } from '#contract/roles.ts'
import { pageOf, transaction } from '#db/sql.ts'
import { countDeleted, type DeletedFilter, findDeleted, listDeleted } from './deleted.queries.ts'

interface Kind {
  roles: readonly Role[]
  /** Resolves to nothing when it is gone. */
  restore(id: string): Promise<unknown>
  erase(id: string): Promise<unknown>
}

const kinds: Record<DeletedKind, Kind> = {
  story: { roles: editors, restore: bringBackStory, erase: eraseStory },
  draft: { roles: newsroom, restore: bringBackDraft, erase: deleteDraft },
  issue: { roles: editors, restore: bringBackIssue, erase: eraseIssue },
  book: { roles: shop, restore: bringBackBook, erase: eraseBook },
}

export function deletedRoutes(router: Router) {
  serve(router, 'GET /admin/deleted', ({ search, ...page }, { staff }) => {
    const filter = { ...seenBy(staff), search }
    return pageOf(
      page,
      (slice) => listDeleted({ ...filter, ...slice }),
      () => countDeleted(filter),
    )
  })

  serve(router, 'POST /admin/deleted/:kind/:id/restore', ({ kind, id }, { staff }) =>
    transaction(async () => {
      const { title } = await find(kind, id, staff)
      if (!(await kinds[kind].restore(id))) throw apiError('deletedNotFound')
      await recordActivity(staff.name, 'deletedRestored', { id, title })
      return { status: 'restored' as const }
    }),
  )

  serve(router, 'DELETE /admin/deleted/:kind/:id', ({ kind, id }, { staff }) =>
    transaction(async () => {
      const { title } = await find(kind, id, staff)
      await kinds[kind].erase(id)
      await recordActivity(staff.name, 'deletedErased', { id, title })
      return { status: 'erased' as const }
    }),
  )
}

async function find(kind: DeletedKind, id: string, staff: StaffMember) {
  const filter = seenBy(staff)
  const found = await findDeleted(
    { ...filter, kinds: filter.kinds.filter((seen) => seen === kind) },
    id,
  )
  if (!found) throw apiError('deletedNotFound')
  return found
}

function seenBy({ id, role }: StaffMember): DeletedFilter {
  return {
    kinds: deletedKinds.filter((kind) => isAmong(kinds[kind].roles, role)),
    ownerId: role === 'author' ? id : undefined,
  }
}
