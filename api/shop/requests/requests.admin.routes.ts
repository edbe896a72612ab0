import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import { requestReference } from '#contract/references.ts'
import { isOpenRequest } from '#contract/states.ts'
import { transaction } from '#db/sql.ts'
import { isOver, replyDueOn } from './business-days.ts'
import { transitionRequest } from './request-transitions.ts'
import { countRequests, listRequests, type RequestRow } from './requests.admin.queries.ts'

export function adminRequestsRoutes(router: Router) {
  serve(router, 'GET /admin/requests', async ({ page, pageSize, ...filter }) => {
    const [requests, total] = await Promise.all([
      listRequests({ ...filter, limit: pageSize, offset: (page - 1) * pageSize }),
      countRequests(filter),
    ])
    return { items: requests.map(withDueDate), total }
  })

  serve(router, 'PATCH /admin/requests/:id', async (wish, { staff }) =>
    withDueDate(await transaction(() => transitionRequest(wish, staff.name))),
  )
}

function withDueDate(request: RequestRow) {
  const dueOn = replyDueOn(request.createdAt)
  return {
    ...request,
    reference: requestReference(request.id),
    dueOn,
    isOverdue: isOpenRequest(request.status) && isOver(dueOn),
  }
}
